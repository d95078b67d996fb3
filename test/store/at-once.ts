/** The immediate answer of a cache; undefined where it has to look up the answer, whatever that is. */
export function atOnce<T>(found: T | Promise<T>): T | undefined {
  if (!(found instanceof Promise)) return found;
  found.catch(() => {});
  return undefined;
}
