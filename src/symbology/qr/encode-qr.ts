import { BitWriter } from '../bit-writer.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { errorCorrection, type Generator, galoisField, generatorOf } from '../reed-solomon.ts';
import { qrLayout } from './layout.ts';
import { applyMask } from './mask.ts';
import {
  type QrSegment,
  type SizeClass,
  segmentBits,
  segmentFits,
  splitSegments,
  writeSegment,
} from './segments.ts';

export { QR_ALPHANUMERIC, type QrSegment } from './segments.ts';

export type QrLevel = 'L' | 'M' | 'Q' | 'H';

/** The capacity of the largest symbol of a level. */
export const QR_MOST_BYTES: Readonly<Record<QrLevel, number>> = { L: 2953, M: 2331, Q: 1663, H: 1273 };

/** One symbol of a series. */
export interface QrAppend {
  /** From 0. */
  readonly index: number;
  readonly total: number;
  /** All bytes of the series, XORed. */
  readonly parity: number;
}

/** Segments before the data, and the freedom of the level. */
export interface QrOptions {
  readonly append?: QrAppend;
  /** Extended channel interpretation, 0–127: the character set of the bytes. */
  readonly eci?: number;
  /** Take a higher level where the version has room for it. */
  readonly raise?: boolean;
}

/** ISO/IEC 18004, table 9: error correction codewords of a block, and blocks, by version. */
const CHECK_WORDS: Readonly<Record<QrLevel, readonly number[]>> = {
  L: list('7 10 15 20 26 18 20 24 30 18 20 24 26 30 22 24 28 30 28 28 28 28 30 30 26 28' + ' 30'.repeat(14)),
  M: list('10 16 26 18 24 16 18 22 22 26 30 22 22 24 24 28 28 26 26 26 26' + ' 28'.repeat(19)),
  Q: list('13 22 18 26 18 24 18 22 20 24 28 26 24 20 30 24 28 28 26 30 28 30 30 30 30 28' + ' 30'.repeat(14)),
  H: list('17 28 22 16 22 28 26 26 24 28 24 28 22 24 24 30 28 28 26 28 30 24' + ' 30'.repeat(18)),
};
const BLOCKS: Readonly<Record<QrLevel, readonly number[]>> = {
  L: list('1 1 1 1 1 2 2 2 2 4 4 4 4 4 6 6 6 6 7 8 8 9 9 10 12 12 12 13 14 15 16 17 18 19 19 20 21 22 24 25'),
  M: list(
    '1 1 1 2 2 4 4 4 5 5 5 8 9 9 10 10 11 13 14 16 17 17 18 20 21 23 25 26 28 29 31 33 35 37 38 40 43 45 47 49',
  ),
  Q: list(
    '1 1 2 2 4 4 6 6 8 8 8 10 12 16 12 17 16 18 21 20 23 23 25 27 29 34 34 35 38 40 43 45 48 51 53 56 59 62 65 68',
  ),
  H: list(
    '1 1 2 4 4 4 5 6 8 8 11 11 16 16 18 16 19 21 25 25 25 34 30 32 35 37 40 42 45 48 51 54 57 60 63 66 70 74 77 81',
  ),
};

function list(numbers: string): number[] {
  return numbers.split(' ').map(Number);
}

const LEVELS: readonly QrLevel[] = ['L', 'M', 'Q', 'H'];
const FORMAT_LEVELS: Readonly<Record<QrLevel, number>> = { L: 1, M: 0, Q: 3, H: 2 };
const FIELD = galoisField(256, 0x11d);
const generators: (Generator | undefined)[] = [];

/**
 * The smallest symbol that holds the segments at this level (exactly this, unless `raise` is given), or null
 * when not even version 40 does.
 * `mask` is 0–7, or `best` for the one with the lowest penalty.
 */
export function encodeQr(
  segments: readonly QrSegment[],
  least: QrLevel,
  mask: number | 'best',
  header: QrOptions = {},
): ModuleMatrix | null {
  const { append, eci, raise = false } = header;
  const headerBits = (append === undefined ? 0 : 20) + (eci === undefined ? 0 : 12);
  for (const size of [0, 1, 2] as const) {
    const coded = splitSegments(segments, size);
    if (!coded.every((segment) => segmentFits(segment, size))) continue;
    const bits = coded.reduce((sum, segment) => sum + segmentBits(segment, size), headerBits);
    const bytes = Math.ceil(bits / 8);
    const version = versionFor(bytes, least, size);
    if (version === null) continue;
    const higher = raise ? LEVELS.findLast((other) => dataWords(version, other) >= bytes) : undefined;
    const level = higher ?? least;
    const writer = new BitWriter(dataWords(version, level));
    if (append !== undefined) writeAppend(writer, append);
    if (eci !== undefined) {
      writer.write(7, 4);
      writer.write(eci, 8);
    }
    for (const segment of coded) writeSegment(writer, segment, size);
    return draw(version, level, mask, withChecks(padded(writer), version, level));
  }
  return null;
}

const SIZE_CLASS_ENDS = [0, 9, 26, 40] as const;

function versionFor(bytes: number, level: QrLevel, size: SizeClass): number | null {
  for (let version = SIZE_CLASS_ENDS[size] + 1; version <= (SIZE_CLASS_ENDS[size + 1] as number); version++) {
    if (dataWords(version, level) >= bytes) return version;
  }
  return null;
}

/** All words of a version, data and checks. */
function allWords(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const alignments = Math.floor(version / 7) + 2;
    modules -= (25 * alignments - 10) * alignments - 55;
    if (version >= 7) modules -= 36;
  }
  return modules >> 3;
}

function dataWords(version: number, level: QrLevel): number {
  return (
    allWords(version) - (CHECK_WORDS[level][version - 1] as number) * (BLOCKS[level][version - 1] as number)
  );
}

/** The structured append header. */
export function writeAppend(writer: BitWriter, { index, total, parity }: QrAppend): void {
  writer.write(3, 4);
  writer.write(index, 4);
  writer.write(total - 1, 4);
  writer.write(parity, 8);
}

/** Terminator, zeros to a whole byte, and the two pad bytes in turn. */
export function padded(writer: BitWriter): Uint8Array {
  const { bytes } = writer;
  // The terminator is at most four zero bits, and the bytes are zero already.
  for (let at = Math.ceil((writer.length + 4) / 8), pad = 0xec; at < bytes.length; at++, pad ^= 0xec ^ 0x11) {
    bytes[at] = pad;
  }
  return bytes;
}

/** The error correction codewords of a block. */
export function qrChecks(block: Uint8Array, count: number): Uint16Array {
  generators[count] ??= generatorOf(FIELD, count, 0);
  return errorCorrection(FIELD, generators[count], block);
}

/** Splits data into blocks, appends error correction codewords and interleaves all of them. */
function withChecks(data: Uint8Array, version: number, level: QrLevel): Uint8Array {
  const blocks = BLOCKS[level][version - 1] as number;
  const checks = CHECK_WORDS[level][version - 1] as number;
  const short = Math.floor(data.length / blocks);
  const shortBlocks = blocks - (data.length % blocks);
  const words = new Uint8Array(allWords(version));
  for (let block = 0, from = 0; block < blocks; block++) {
    const length = short + (block >= shortBlocks ? 1 : 0);
    const part = data.subarray(from, from + length);
    from += length;
    for (let i = 0; i < short; i++) words[i * blocks + block] = part[i] as number;
    if (length > short) words[short * blocks + block - shortBlocks] = part[short] as number;
    const check = qrChecks(part, checks);
    for (let i = 0; i < checks; i++) words[data.length + i * blocks + block] = check[i] as number;
  }
  return words;
}

function draw(version: number, level: QrLevel, mask: number | 'best', words: Uint8Array): ModuleMatrix {
  const layout = qrLayout(version);
  const { size, order } = layout;
  const cells = layout.template.slice();
  // A few cells are left over; they are light before they are masked.
  const bits = words.length * 8;
  for (let i = 0; i < bits; i++) {
    cells[order[i] as number] = ((words[i >> 3] as number) >> (7 - (i & 7))) & 1;
  }
  applyMask(cells, layout, mask, (each) => formatBits(level, each));
  return { columns: size, rows: size, cells };
}

/** Level and mask with their BCH check bits, XORed with the pattern of the model. */
export function formatBits(level: QrLevel, mask: number, pattern: number = 0x5412): number {
  const data = (FORMAT_LEVELS[level] << 3) | mask;
  let remainder = data;
  for (let i = 0; i < 10; i++) remainder = (remainder << 1) ^ ((remainder >> 9) * 0x537);
  return ((data << 10) | remainder) ^ pattern;
}
