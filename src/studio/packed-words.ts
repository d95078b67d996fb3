/**
 * Packs words of dots: each row becomes its difference from the row above, of which the words other than 0 are kept.
 * For each run of these, the result has the number of words before it, its length, and the words.
 *
 * @param stride words of a row
 */
export function packDots(words: Int32Array, stride: number): Int32Array {
  const packed: number[] = [];
  const differing = (at: number): number => (words[at] as number) ^ (words[at - stride] ?? 0);
  let at = 0;
  while (at < words.length) {
    let begin = at;
    while (begin < words.length && differing(begin) === 0) begin++;
    if (begin === words.length) break;
    let end = begin;
    while (end < words.length && differing(end) !== 0) end++;
    packed.push(begin - at, end - begin);
    for (let each = begin; each < end; each++) packed.push(differing(each));
    at = end;
  }
  return Int32Array.from(packed);
}

/** Unpacks words that {@link packDots} has packed. @param length number of words */
export function unpackDots(packed: Int32Array, stride: number, length: number): Int32Array {
  const words = new Int32Array(length);
  let to = 0;
  for (let at = 0; at + 1 < packed.length; ) {
    const [same = 0, count = 0] = [packed[at], packed[at + 1]];
    const from = at + 2;
    words.set(packed.subarray(from, from + count), to + same);
    to += same + count;
    at = from + count;
  }
  for (let at = stride; at < length; at++) words[at] = (words[at] as number) ^ (words[at - stride] as number);
  return words;
}
