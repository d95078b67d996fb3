import { type Bits, codeOf, DeflateBits, joined, lengthOf } from './bits.ts';

/**
 * The Huffman codes of labels: a block of deflate may have codes of its own (RFC 1951, 3.2.7). These are the same for
 * every image, so that the code of a row depends on no other rows.
 */

/**
 * Bits of each code: of the bytes 0 to 255, of the end of the block, and of lengths in 29 groups. They fit the
 * rows of 139 labels, each less the row above, and take 0.94 of the bytes that codes of zlib's making do.
 */
const LENGTHS_IN_BITS = Array.from(
  '16487ba97bbb9ba97bbbbbbbabbbabb97bbbbbbbbbbbbbbb9bbbbbbbabbbabb97bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' +
    'abbbbbbbbbbbbbbbabbbbbbbabbbabaa6abbabbbabbbbbbbabbbbbbbbbbbbbbbabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' +
    '79bbabbbabbbbbbb9bbbbbbbbbbbbbbb79bbabbbabbbbbbb79ababbb79ab7886b99999999899999998999786999964',
  (digit) => Number.parseInt(digit, 16),
);
/** Bits of the code length codes (RFC 1951, 3.2.7), by their meaning: 16 repeats, 17 and 18 are zeros. */
const CODE_LENGTH_LENGTHS = Array.from('7600605454310000376', Number);
/** Bits of a Huffman code at most. */
export const CODE_BITS_MAX = 15;
/** The order in which the lengths of these codes are sent. */
export const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

const CODES = huffman(LENGTHS_IN_BITS);
const CODE_LENGTH_CODES = huffman(CODE_LENGTH_LENGTHS);

/** The longest code of a byte. */
export const BYTE_BITS_MAX = 11;
/** The code of each byte. */
export const LITERALS = CODES.subarray(0, 256);
/**
 * Codes of two bytes, by the first times 256 and the second: with a code for each byte, bands take a fourteenth
 * longer.
 */
export const PAIRS = new Int32Array(1 << 16);
for (let pair = 0; pair < PAIRS.length; pair++)
  PAIRS[pair] = joined(LITERALS[pair >> 8] as number, LITERALS[pair & 0xff] as number);
export const END_OF_BLOCK = CODES[256] as number;

/** Bytes of a match. */
export const MATCH_MIN = 3;
export const MATCH_MAX = 258;

/** Codes of matches, by their length. */
const MATCHES = Int32Array.from({ length: MATCH_MAX + 1 }, (_, length) => {
  if (length < MATCH_MIN) return 0;
  const extraBits = lengthExtraBits(length);
  const extra = (length - MATCH_MIN) & ((1 << extraBits) - 1);
  return joined(CODES[257 + lengthGroup(length)] as number, codeOf(extra, extraBits));
});

/** Bits that distinguish the lengths of a group. The longest match has a group of its own. */
export function lengthExtraBits(length: number): number {
  return length === MATCH_MAX ? 0 : Math.max(0, 29 - Math.clz32(length - MATCH_MIN));
}

/** The group of the length of a match, 0 to 28 (RFC 1951, 3.2.5): its symbol less 257. */
export function lengthGroup(length: number): number {
  if (length === MATCH_MAX) return 28;
  const extraBits = lengthExtraBits(length);
  return extraBits === 0 ? length - MATCH_MIN : 4 * extraBits + ((length - MATCH_MIN) >> extraBits);
}

/** There are two distances, the byte before and the row before, which one bit distinguishes. */
const BYTE_BEFORE = codeOf(0, 1);

/** Matches with the byte before. */
const RUNS = MATCHES.map((code) => (code === 0 ? 0 : joined(code, BYTE_BEFORE)));

/** The most zeros in one code, the shortest code of all. */
export const ZEROS_MAX = MATCH_MAX + 1;
export const ZEROS = Int32Array.from({ length: ZEROS_MAX + 1 }, (_, count) => {
  const zero = LITERALS[0] as number;
  const bits = count * lengthOf(zero);
  const literals = codeOf(0, bits);
  if (count <= MATCH_MIN) return literals;
  const run = joined(zero, RUNS[count - 1] as number);
  return lengthOf(run) < bits ? run : literals;
});

/** Puts zeros at `at` of a list of codes; returns the next index. */
export function putZeros(codes: Int32Array, at: number, count: number): number {
  let next = at;
  let left = count;
  for (; left > ZEROS_MAX; left -= ZEROS_MAX) codes[next++] = ZEROS[ZEROS_MAX] as number;
  codes[next++] = ZEROS[left] as number;
  return next;
}

/** Puts a byte `count` times, four or more. */
export function putRun(codes: Int32Array, at: number, byte: number, count: number): number {
  codes[at] = LITERALS[byte] as number;
  let next = at + 1;
  for (let left = count - 1; left > 0; ) {
    const length = matchOf(left);
    codes[next++] = RUNS[length] as number;
    left -= length;
  }
  return next;
}

/** Repeats `count` bytes (3 or more) that were put `lineBytes` before. */
export function putRepeat(codes: Int32Array, at: number, count: number, lineBytes: number): number {
  const distance = distanceCode(lineBytes);
  let next = at;
  for (let left = count; left > 0; ) {
    const length = matchOf(left);
    codes[next++] = joined(MATCHES[length] as number, distance);
    left -= length;
  }
  return next;
}

/** The length of the next match, which leaves no rest that is too short for one. */
function matchOf(left: number): number {
  return left > MATCH_MAX && left < MATCH_MAX + MATCH_MIN ? left - MATCH_MIN : Math.min(left, MATCH_MAX);
}

/** The second of two codes, and by how much the distance is more than the least of its group. */
function distanceCode(distance: number): number {
  const extraBits = distanceExtraBits(distance);
  return joined(codeOf(1, 1), codeOf((distance - 1) & ((1 << extraBits) - 1), extraBits));
}

function distanceExtraBits(distance: number): number {
  return Math.max(0, 30 - Math.clz32(distance - 1));
}

/** The group of a distance, 0 to 29 (RFC 1951, 3.2.5): its symbol. */
export function distanceGroup(distance: number): number {
  const extraBits = distanceExtraBits(distance);
  return distance <= 2 ? distance - 1 : 2 * extraBits + 2 + (((distance - 1) >> extraBits) & 1);
}

const headers = new Map<number, Bits>();

/** The start of a block, not the last one, that brings these codes, for rows of `lineBytes` (2 or more). */
export function blockHeader(lineBytes: number): Bits {
  const group = distanceGroup(lineBytes);
  const header = headers.get(group) ?? makeHeader(group);
  headers.set(group, header);
  return header;
}

function makeHeader(group: number): Bits {
  const writer = new DeflateBits();
  const put = (value: number, bits: number): void => writer.put(codeOf(value, bits));
  put(0b100, 3); // not the last block; codes of its own
  put(LENGTHS_IN_BITS.length - 257, 5);
  put(group, 5); // of distances there are one more
  put(CODE_LENGTH_ORDER.length - 4, 4);
  for (const meaning of CODE_LENGTH_ORDER) put(CODE_LENGTH_LENGTHS[meaning] as number, 3);
  const putCodeLength = (meaning: number): void => {
    writer.put(CODE_LENGTH_CODES[meaning] as number);
  };
  let same = 0;
  LENGTHS_IN_BITS.forEach((length, i) => {
    same = length === LENGTHS_IN_BITS[i - 1] ? same + 1 : 0;
    const goesOn = LENGTHS_IN_BITS[i + 1] === length;
    if (same === 0) {
      putCodeLength(length);
    } else if (same === 6 || !goesOn) {
      if (same < 3) for (let j = 0; j < same; j++) putCodeLength(length);
      else {
        putCodeLength(16);
        put(same - 3, 2);
      }
      same = 0;
    }
  });
  putCodeLength(1);
  const unused = group - 1;
  if (unused < 3) {
    for (let i = 0; i < unused; i++) putCodeLength(0);
  } else {
    const many = unused > 10;
    putCodeLength(many ? 18 : 17);
    if (many) put(unused - 11, 7);
    else put(unused - 3, 3);
  }
  putCodeLength(1);
  return writer.bits();
}

/** The canonical codes of these lengths (RFC 1951, 3.2.2); 0 for a symbol of length 0, which has none. */
export function huffman(lengths: readonly number[] | Uint8Array): Int32Array {
  const counts = new Int32Array(CODE_BITS_MAX + 1);
  for (const length of lengths) if (length > 0) counts[length]!++;
  const next = new Int32Array(CODE_BITS_MAX + 1);
  for (let length = 1; length <= CODE_BITS_MAX; length++) {
    next[length] = ((next[length - 1] as number) + (counts[length - 1] as number)) << 1;
  }
  const codes = new Int32Array(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] as number;
    if (length > 0) codes[symbol] = codeOf(reversed(next[length]!++, length), length);
  }
  return codes;
}

/** Huffman codes are sent from their highest bit on, everything else from its lowest. */
function reversed(code: number, length: number): number {
  let result = 0;
  for (let bit = 0; bit < length; bit++) result |= ((code >> bit) & 1) << (length - 1 - bit);
  return result;
}
