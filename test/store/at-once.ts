/** What a cache answered at once; undefined where it has to be looked up, whatever comes of that. */
export function atOnce<T>(found: T | Promise<T>): T | undefined {
  if (!(found instanceof Promise)) return found;
  found.catch(() => {});
  return undefined;
}
