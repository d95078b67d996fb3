import { BitWriter } from './bit-writer.ts';
import { checkWords, type Generator, galoisField, generatorOf } from './galois.ts';
import type { Grid } from './grid.ts';
import { type QrLayout, qrLayout } from './qr-layout.ts';
import {
  type QrSegment,
  type SizeClass,
  mostBits,
  segmentBits,
  segmentFits,
  splitSegments,
  writeSegment,
} from './qr-segments.ts';

export { QR_ALPHANUMERIC, type QrSegment } from './qr-segments.ts';

export type QrLevel = 'L' | 'M' | 'Q' | 'H';

/** One symbol of a series. */
export interface QrAppend {
  /** From 0. */
  readonly index: number;
  readonly total: number;
  /** All bytes of the series, XORed. */
  readonly parity: number;
}

/** What may stand before the data, and how free the level is. */
export interface QrOptions {
  readonly append?: QrAppend;
  /** Extended channel interpretation, 0–127: the character set of the bytes. */
  readonly eci?: number;
  /** Take a higher level where the version has room for it. */
  readonly raise?: boolean;
}

/** ISO/IEC 18004, table 9: check words of a block, and blocks, by version. */
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
): Grid | null {
  const { append, eci, raise = false } = header;
  const headerBits = (append === undefined ? 0 : 20) + (eci === undefined ? 0 : 12);
  const estimate = sizeClassOf(Math.ceil((headerBits + mostBits(segments)) / 8), least);
  for (const size of SIZE_CLASSES) {
    const coded = splitSegments(segments, size, estimate);
    if (!coded.every((segment) => segmentFits(segment, size))) continue;
    const bits = coded.reduce((sum, segment) => sum + segmentBits(segment, size), headerBits);
    const bytes = Math.ceil(bits / 8);
    const version = versionFor(bytes, least, size);
    if (version === null) continue;
    const higher = raise ? LEVELS.findLast((other) => dataWords(version, other) >= bytes) : undefined;
    const level = higher ?? least;
    const writer = new BitWriter(dataWords(version, level));
    if (append !== undefined) {
      writer.write(3, 4);
      writer.write(append.index, 4);
      writer.write(append.total - 1, 4);
      writer.write(append.parity, 8);
    }
    if (eci !== undefined) {
      writer.write(7, 4);
      writer.write(eci, 8);
    }
    for (const segment of coded) writeSegment(writer, segment, size);
    return draw(version, level, mask, withChecks(padded(writer), version, level));
  }
  return null;
}

const SIZE_CLASSES: readonly SizeClass[] = [0, 1, 2];

/** The class of the smallest version that holds so many bytes. */
function sizeClassOf(bytes: number, level: QrLevel): SizeClass {
  return SIZE_CLASSES.find((size) => versionFor(bytes, level, size) !== null) ?? 2;
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

/** Terminator, zeros to a whole byte, and the two pad bytes in turn. */
function padded(writer: BitWriter): Uint8Array {
  const { bytes } = writer;
  // The terminator is at most four zero bits, and the bytes are zero already.
  for (let at = Math.ceil((writer.length + 4) / 8), pad = 0xec; at < bytes.length; at++, pad ^= 0xec ^ 0x11) {
    bytes[at] = pad;
  }
  return bytes;
}

/** Splits data into blocks, appends check words and weaves all together. */
function withChecks(data: Uint8Array, version: number, level: QrLevel): Uint8Array {
  const blocks = BLOCKS[level][version - 1] as number;
  const checks = CHECK_WORDS[level][version - 1] as number;
  generators[checks] ??= generatorOf(FIELD, checks, 0);
  const generator = generators[checks];
  const short = Math.floor(data.length / blocks);
  const shortBlocks = blocks - (data.length % blocks);
  const words = new Uint8Array(allWords(version));
  for (let block = 0, from = 0; block < blocks; block++) {
    const length = short + (block >= shortBlocks ? 1 : 0);
    const part = data.subarray(from, from + length);
    from += length;
    for (let i = 0; i < short; i++) words[i * blocks + block] = part[i] as number;
    if (length > short) words[short * blocks + block - shortBlocks] = part[short] as number;
    const check = checkWords(FIELD, generator, part);
    for (let i = 0; i < checks; i++) words[data.length + i * blocks + block] = check[i] as number;
  }
  return words;
}

function draw(version: number, level: QrLevel, mask: number | 'best', words: Uint8Array): Grid {
  const layout = qrLayout(version);
  if (mask !== 'best') return drawMasked(layout, level, mask, words);
  let best = drawMasked(layout, level, 0, words);
  let lowest = penalty(best.cells, layout.size);
  for (let other = 1; other < 8; other++) {
    const grid = drawMasked(layout, level, other, words);
    const score = penalty(grid.cells, layout.size);
    if (score < lowest) {
      best = grid;
      lowest = score;
    }
  }
  return best;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (((x / 3) | 0) + (y >> 1)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Every mask repeats after 12 cells both ways. */
const MASK_TILES = MASKS.map((mask) => {
  const tile = new Uint8Array(144);
  for (let y = 0; y < 12; y++) for (let x = 0; x < 12; x++) tile[y * 12 + x] = mask(x, y) ? 1 : 0;
  return tile;
});

function drawMasked(layout: QrLayout, level: QrLevel, mask: number, words: Uint8Array): Grid {
  const { size, template, order, formatCells } = layout;
  const cells = template.slice();
  const tile = MASK_TILES[mask] as Uint8Array;
  const bits = words.length * 8;
  for (let i = 0; i < order.length; i++) {
    const cell = order[i] as number;
    const y = (cell / size) | 0;
    const x = cell - y * size;
    const bit = i < bits ? ((words[i >> 3] as number) >> (7 - (i & 7))) & 1 : 0;
    cells[cell] = bit ^ (tile[(y % 12) * 12 + (x % 12)] as number);
  }
  const format = formatBits(level, mask);
  formatCells.forEach((places, i) => {
    for (const cell of places) cells[cell] = (format >> i) & 1;
  });
  return { columns: size, rows: size, cells };
}

/** Level and mask with their BCH check bits. */
function formatBits(level: QrLevel, mask: number): number {
  const data = (FORMAT_LEVELS[level] << 3) | mask;
  let remainder = data;
  for (let i = 0; i < 10; i++) remainder = (remainder << 1) ^ ((remainder >> 9) * 0x537);
  return ((data << 10) | remainder) ^ 0x5412;
}

/** ISO/IEC 18004, 7.8.3: runs, blocks, patterns that look like a finder, and the share of ink. */
function penalty(cells: Uint8Array, size: number): number {
  let score = 0;
  let ink = 0;
  for (let i = 0; i < size; i++) {
    score += linePenalty(cells, i * size, 1, size) + linePenalty(cells, i, size, size);
  }
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] as number;
    ink += cell;
    const inside = (at + 1) % size !== 0 && at + size < cells.length;
    if (inside && cell === cells[at + 1] && cell === cells[at + size] && cell === cells[at + size + 1])
      score += 3;
  }
  return score + Math.floor(Math.abs((ink * 100) / cells.length - 50) / 5) * 10;
}

function linePenalty(cells: Uint8Array, start: number, step: number, size: number): number {
  let score = 0;
  let run = 0;
  let colour = -1;
  /** The last eleven cells as bits. */
  let history = 0;
  for (let i = 0; i < size; i++) {
    const cell = cells[start + i * step] as number;
    run = cell === colour ? run + 1 : 1;
    colour = cell;
    if (run === 5) score += 3;
    else if (run > 5) score += 1;
    history = ((history << 1) | cell) & 0x7ff;
    if (i >= 10 && (history === 0x5d0 || history === 0x05d)) score += 40;
  }
  return score;
}
