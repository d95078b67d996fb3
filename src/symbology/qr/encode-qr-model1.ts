import { BitWriter } from '../bit-writer.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { formatBits, padded, type QrLevel, type QrOptions, qrChecks, writeAppend } from './encode-qr.ts';
import { type QrLayout, qrFrame } from './layout.ts';
import { invertedBy } from './mask.ts';
import { bestOfPrinter } from './printer-mask.ts';
import { type QrSegment, segmentBits, segmentFits, splitSegments, writeSegment } from './segments.ts';

/** The capacity of the largest symbol of a level. */
export const QR_MODEL_1_MOST_BYTES: Readonly<Record<QrLevel, number>> = { L: 486, M: 365, Q: 307, H: 207 };

/** ISO/IEC 18004:2000, annex M: blocks, and data words of all of them, by version from 1 to 14. */
const BLOCKS: Readonly<Record<QrLevel, readonly (readonly [number, number])[]>> = {
  L: list('1.19 1.36 1.57 1.80 1.108 1.136 1.170 2.208 2.246 2.290 2.336 2.384 3.432 3.489'),
  M: list('1.16 1.30 1.44 1.60 1.82 2.106 2.132 2.160 2.186 2.222 4.256 4.292 4.332 4.368'),
  Q: list('1.13 1.24 1.36 1.50 1.68 2.86 2.108 2.128 3.156 3.183 4.208 4.244 4.276 5.310'),
  H: list('1.9 1.16 1.24 1.34 2.46 2.58 3.72 3.87 3.102 4.124 5.145 5.165 6.192 6.210'),
};

function list(table: string): [number, number][] {
  return table.split(' ').map((entry) => entry.split('.').map(Number) as [number, number]);
}

/**
 * QR model 1: the smallest symbol of exactly this level that holds the segments, or null when not even version 14
 * does. The mask is the one that a printer takes (printer evidence 36).
 */
export function encodeQrModel1(
  segments: readonly QrSegment[],
  level: QrLevel,
  { append }: Pick<QrOptions, 'append'> = {},
): ModuleMatrix | null {
  for (const size of [0, 1] as const) {
    const coded = splitSegments(segments, size);
    if (!coded.every((segment) => segmentFits(segment, size))) continue;
    // The first word has four bits; the upper half of its byte is not drawn.
    const bits = coded.reduce(
      (sum, segment) => sum + segmentBits(segment, size),
      append === undefined ? 4 : 24,
    );
    const least = size === 0 ? 0 : 9;
    const fitting = BLOCKS[level].slice(least, least + 9).findIndex(([, words]) => words * 8 >= bits);
    if (fitting < 0) continue;
    const version = least + fitting + 1;
    const [, words] = BLOCKS[level][version - 1] as readonly [number, number];
    const writer = new BitWriter(words);
    writer.write(0, 4);
    if (append !== undefined) writeAppend(writer, append);
    for (const segment of coded) writeSegment(writer, segment, size);
    return draw(version, level, padded(writer));
  }
  return null;
}

interface MaskedLayout extends QrLayout {
  /** The modules that each mask inverts. */
  readonly inversions: readonly Uint8Array[];
}

const layouts: (MaskedLayout | undefined)[] = [];

function draw(version: number, level: QrLevel, data: Uint8Array): ModuleMatrix {
  layouts[version] ??= makeLayout(version);
  const { size, template, order, formatCells, inversions } = layouts[version];
  const [blocks] = BLOCKS[level][version - 1] as readonly [number, number];
  const words = withChecks(data, (order.length + 4) >> 3, blocks);
  const cells = template.slice();
  for (let i = 0, bit = 4; i < order.length; i++, bit++) {
    cells[order[i] as number] = ((words[bit >> 3] as number) >> (7 - (bit & 7))) & 1;
  }
  const masked = inversions.map((inverted, mask) => {
    const candidate = new Uint8Array(size * size);
    for (let i = 0; i < candidate.length; i++) candidate[i] = (cells[i] as number) ^ (inverted[i] as number);
    const format = formatBits(level, mask, 0x2825);
    formatCells.forEach((places, bit) => {
      for (const place of places) candidate[place] = (format >> bit) & 1;
    });
    return candidate;
  });
  return { columns: size, rows: size, cells: bestOfPrinter(masked, size) };
}

/**
 * Data, the error correction codewords of each block, and pad bytes for what the blocks leave over; nothing is
 * interleaved.
 */
function withChecks(data: Uint8Array, total: number, blocks: number): Uint8Array {
  const words = new Uint8Array(total);
  words.set(data);
  const inBlock = data.length / blocks;
  const checks = Math.floor((total - data.length) / blocks);
  let at = data.length;
  for (let block = 0; block < blocks; block++, at += checks) {
    words.set(qrChecks(data.subarray(block * inBlock, (block + 1) * inBlock), checks), at);
  }
  for (let pad = 0xec; at < total; at++, pad ^= 0xec ^ 0x11) words[at] = pad;
  return words;
}

/**
 * In place of alignment patterns, extension patterns along the right and lower edges. Words are blocks of eight cells.
 */
function makeLayout(version: number): MaskedLayout {
  const size = version * 4 + 17;
  const { template, taken, formatCells, set } = qrFrame(size);
  for (let y = size - 2; y < size; y++) {
    for (let x = size - 2; x < size; x++) set(x, y, x + y === 2 * size - 2);
  }
  for (let start = version % 2 === 0 ? 13 : 17; start < size - 5; start += 8) {
    for (let i = start; i < start + 4; i++) {
      for (const edge of [size - 2, size - 1]) {
        set(edge, i, edge === size - 1);
        set(i, edge, edge === size - 1);
      }
    }
  }
  const order: number[] = [];
  /** From the lower right cell leftwards and upwards, if all are free. */
  const place = (left: number, top: number, width: number, height: number) => {
    const block: number[] = [];
    for (let y = top + height - 1; y >= top; y--) {
      for (let x = left + width - 1; x >= left; x--) block.push(y * size + x);
    }
    if (block.every((cell) => taken[cell] === 0)) order.push(...block);
  };
  place(size - 2, size - 4, 2, 2);
  for (let y = size - 8; y >= 9; y -= 4) place(size - 2, y, 2, 4);
  for (let y = size - 4; y >= 9; y -= 4) place(size - 4, y, 2, 4);
  for (let x = size - 8; x >= 9; x -= 4) {
    for (let y = size - 2; y >= 7; y -= 2) place(x, y, 4, 2);
    for (const y of [4, 2, 0]) place(x, y, 4, 2);
  }
  for (const x of [7, 4, 2, 0]) {
    for (let y = size - 12; y >= 9; y -= 4) place(x, y, 2, 4);
  }
  const layout: QrLayout = { size, template, order: Uint16Array.from(order), formatCells };
  return { ...layout, inversions: Array.from({ length: 8 }, (_, mask) => invertedBy(mask, layout)) };
}
