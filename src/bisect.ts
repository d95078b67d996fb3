/**
 * The index of the first of `count` sorted entries that `isBefore` is not true of; `count` if it is true of all.
 *
 * @param isBefore true of the first entries, and false of all after them; gets the index of an entry
 */
export function bisect(count: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
