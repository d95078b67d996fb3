/**
 * Words of dots without those that are white: for each run of others the number of white words before it, its length,
 * and the words.
 */
export function packDots(words: Int32Array): Int32Array {
  const packed: number[] = [];
  let at = 0;
  while (at < words.length) {
    let begin = at;
    while (begin < words.length && words[begin] === 0) begin++;
    if (begin === words.length) break;
    let end = begin;
    while (end < words.length && words[end] !== 0) end++;
    packed.push(begin - at, end - begin);
    for (let each = begin; each < end; each++) packed.push(words[each] as number);
    at = end;
  }
  return Int32Array.from(packed);
}

/** The words that were packed, of which there are so many. */
export function unpackDots(packed: Int32Array, length: number): Int32Array {
  const words = new Int32Array(length);
  let to = 0;
  for (let at = 0; at + 1 < packed.length; ) {
    const [white = 0, count = 0] = [packed[at], packed[at + 1]];
    const from = at + 2;
    words.set(packed.subarray(from, from + count), to + white);
    to += white + count;
    at = from + count;
  }
  return words;
}
