import { codeOf, type DeflateBits, joined } from '../../encode/bits.ts';
import {
  CODE_BITS_MAX,
  CODE_LENGTH_ORDER,
  distanceGroup,
  huffman,
  lengthExtraBits,
  lengthGroup,
  MATCH_MAX,
  MATCH_MIN,
} from '../../encode/label-codes.ts';
import { codeLengths } from './code-lengths.ts';

/**
 * Bytes and matches in their order: the length of a match times 65,536 and its distance, or a byte, which has no
 * length.
 */
export type DeflateSteps = Int32Array;

/**
 * Symbols of codes, which a block has two alphabets of: bytes, its end and groups of lengths, and then groups of
 * distances.
 */
export const SYMBOLS: number = 316;
export const FIRST_DISTANCE: number = 286;
export const DISTANCES: number = SYMBOLS - FIRST_DISTANCE;
export const END: number = 256;
const HEADER_CODE_BITS_MAX = 7;
/** Extra bits of the codes that repeat lengths in a header. */
const REPEAT_BITS: Readonly<Record<number, number>> = { 16: 2, 17: 3, 18: 7 };

/** Bits of the codes that need no header (RFC 1951, 3.2.6); the last two have no meaning. */
const KNOWN_LITERALS = Uint8Array.from({ length: 288 }, (_, symbol) =>
  symbol < 144 || symbol > 279 ? 8 : symbol < 256 ? 9 : 7,
);
const KNOWN_DISTANCES = new Uint8Array(DISTANCES).fill(5);

/** By the length of a match: its symbol, and the bits that distinguish the lengths of its group. */
export const LENGTH_SYMBOLS: Uint16Array = Uint16Array.from({ length: MATCH_MAX + 1 }, (_, length) =>
  length < MATCH_MIN ? 0 : END + 1 + lengthGroup(length),
);
export const LENGTH_BITS: Uint8Array = Uint8Array.from({ length: MATCH_MAX + 1 }, (_, length) =>
  length < MATCH_MIN ? 0 : lengthExtraBits(length),
);

/** The greatest distance of a match (RFC 1951, 3.2.5). */
export const DISTANCE_MAX = 32_768;

/** The group of each distance. */
const DISTANCE_GROUPS = Uint8Array.from({ length: DISTANCE_MAX + 1 }, (_, distance) =>
  distance === 0 ? 0 : distanceGroup(distance),
);

/** By the group of a distance: the bits that distinguish its distances. */
export const DISTANCE_BITS: Uint8Array = Uint8Array.from({ length: DISTANCES }, (_, group) =>
  Math.max(0, (group >> 1) - 1),
);

/** The codes of a block, and the header that gives them. */
export interface BlockCodes {
  readonly literals: Uint8Array;
  readonly distances: Uint8Array;
  /** Null for the codes that deflate defines. */
  readonly header: {
    readonly codes: readonly (readonly [code: number, extra: number])[];
    readonly lengths: Uint8Array;
  } | null;
}

/** Adds the symbols of the steps from one index to before another to those that are counted. */
export function countSteps(
  steps: DeflateSteps,
  from: number,
  to: number,
  counts: Uint32Array | Float64Array,
): void {
  for (let at = from; at < to; at++) {
    const step = steps[at] as number;
    const length = step >> 16;
    if (length === 0) counts[step]!++;
    else {
      counts[LENGTH_SYMBOLS[length] as number]!++;
      counts[FIRST_DISTANCE + groupOf(step & 0xffff)]!++;
    }
  }
}

/** Codes that suit these steps. */
export function blockCodes(steps: DeflateSteps): BlockCodes {
  const counts = new Uint32Array(SYMBOLS);
  countSteps(steps, 0, steps.length, counts);
  counts[END] = 1;
  const literalCounts = counts.subarray(0, FIRST_DISTANCE);
  const distanceCounts = counts.subarray(FIRST_DISTANCE);
  const literals = codeLengths(literalCounts, CODE_BITS_MAX);
  const distances = codeLengths(distanceCounts, CODE_BITS_MAX);
  const header = headerCodes(literals, distances);
  const headerCounts = new Uint32Array(19);
  for (const [code] of header) headerCounts[code]!++;
  const headerLengths = codeLengths(headerCounts, HEADER_CODE_BITS_MAX);
  const headerBits =
    17 + 3 * sentLengths(headerLengths) + header.reduce((sum, [code]) => sum + (REPEAT_BITS[code] ?? 0), 0);
  const own =
    headerBits +
    bitsOf(headerCounts, headerLengths) +
    bitsOf(literalCounts, literals) +
    bitsOf(distanceCounts, distances);
  const known = bitsOf(literalCounts, KNOWN_LITERALS) + bitsOf(distanceCounts, KNOWN_DISTANCES);
  if (known <= own) return { literals: KNOWN_LITERALS, distances: KNOWN_DISTANCES, header: null };
  return { literals, distances, header: { codes: header, lengths: headerLengths } };
}

function bitsOf(counts: Uint32Array, lengths: Uint8Array): number {
  let sum = 0;
  for (let symbol = 0; symbol < counts.length; symbol++) {
    sum += (counts[symbol] as number) * (lengths[symbol] as number);
  }
  return sum;
}

/** The number of code lengths of a header that are sent. */
function sentLengths(lengths: Uint8Array): number {
  return Math.max(4, CODE_LENGTH_ORDER.findLastIndex((meaning) => (lengths[meaning] as number) > 0) + 1);
}

/** The lengths of both kinds of codes, with runs as repeats (RFC 1951, 3.2.7). */
function headerCodes(literals: Uint8Array, distances: Uint8Array): readonly (readonly [number, number])[] {
  const lengths = [
    ...literals.subarray(0, sentLiterals(literals)),
    ...distances.subarray(0, sentDistances(distances)),
  ];
  const codes: (readonly [number, number])[] = [];
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at] as number;
    let run = 1;
    while (lengths[at + run] === length) run++;
    at += run;
    if (length > 0) {
      codes.push([length, 0]);
      run--;
    }
    while (run >= 3) {
      const most = length > 0 ? 6 : run > 10 ? 138 : 10;
      const part = Math.min(run, most);
      if (length > 0) codes.push([16, part - 3]);
      else codes.push(part > 10 ? [18, part - 11] : [17, part - 3]);
      run -= part;
    }
    for (; run > 0; run--) codes.push([length, 0]);
  }
  return codes;
}

function sentLiterals(literals: Uint8Array): number {
  return Math.max(257, literals.findLastIndex((length) => length > 0) + 1);
}

function sentDistances(distances: Uint8Array): number {
  return Math.max(1, distances.findLastIndex((length) => length > 0) + 1);
}

function writeHeader(
  writer: DeflateBits,
  { literals, distances }: BlockCodes,
  { codes, lengths }: NonNullable<BlockCodes['header']>,
): void {
  const put = (value: number, bits: number): void => writer.put(codeOf(value, bits));
  put(sentLiterals(literals) - 257, 5);
  put(sentDistances(distances) - 1, 5);
  const sent = sentLengths(lengths);
  put(sent - 4, 4);
  for (const meaning of CODE_LENGTH_ORDER.slice(0, sent)) put(lengths[meaning] as number, 3);
  const headerCodes = huffman(lengths);
  for (const [code, extra] of codes) {
    writer.put(headerCodes[code] as number);
    put(extra, REPEAT_BITS[code] ?? 0);
  }
}

/** Bits of a header, and of a step, at most. */
const HEADER_BITS_MAX = 6000;
const STEP_BITS_MAX = 48;

/** Writes a block. */
export function writeBlock(
  writer: DeflateBits,
  steps: DeflateSteps,
  codes: BlockCodes,
  isLast: boolean,
): void {
  writer.reserve(HEADER_BITS_MAX + STEP_BITS_MAX * steps.length);
  writer.put(codeOf((codes.header === null ? 0b010 : 0b100) | Number(isLast), 3));
  if (codes.header !== null) writeHeader(writer, codes, codes.header);
  const literals = huffman(codes.literals);
  const distances = huffman(codes.distances);
  const written = new Int32Array(3 * steps.length + 1);
  let count = 0;
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at] as number;
    const length = step >> 16;
    if (length === 0) written[count++] = literals[step] as number;
    else {
      const distance = step & 0xffff;
      const group = groupOf(distance);
      const lengthBits = LENGTH_BITS[length] as number;
      const distanceBits = DISTANCE_BITS[group] as number;
      written[count++] = joined(
        literals[LENGTH_SYMBOLS[length] as number] as number,
        codeOf((length - MATCH_MIN) & ((1 << lengthBits) - 1), lengthBits),
      );
      written[count++] = distances[group] as number;
      written[count++] = codeOf((distance - 1) & ((1 << distanceBits) - 1), distanceBits);
    }
  }
  written[count++] = literals[END] as number;
  writer.putAll(written, count);
}

/** The group of a distance. */
export function groupOf(distance: number): number {
  return DISTANCE_GROUPS[distance] as number;
}
