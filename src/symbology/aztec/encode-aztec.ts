import type { ModuleMatrix } from '../module-matrix.ts';
import {
  errorCorrection,
  type GaloisField,
  type Generator,
  galoisField,
  generatorOf,
} from '../reed-solomon.ts';
import { type AztecCode, aztecCodes } from './bits.ts';

/** The capacity of the largest symbol. */
export const AZTEC_MOST = '3832 digits, 3067 letters or 1914 bytes';

export type AztecSize =
  /** The smallest symbol that keeps 23 % of its codewords, and three more, for correction. */
  | { readonly kind: 'standard' }
  /** The smallest symbol that keeps `percent` % of its codewords for correction. */
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'layers'; readonly compact: boolean; readonly layers: number }
  /** One number from 0 to 255, in decimal. */
  | { readonly kind: 'rune' };

export interface AztecOptions {
  readonly readerInit?: boolean;
  /** Announces the character set of the bytes. */
  readonly eci?: number;
}

interface Shape {
  readonly compact: boolean;
  readonly layers: number;
}

/** Shapes from the smallest on; full symbols of one to three layers hold less than compact ones of their size. */
const SHAPES: readonly Shape[] = [
  ...[1, 2, 3, 4].map((layers) => ({ compact: true, layers })),
  ...Array.from({ length: 29 }, (_, i) => ({ compact: false, layers: i + 4 })),
];

/** By bits of a word: ISO/IEC 24778, 7.2.2. */
const FIELDS: Readonly<Record<number, GaloisField>> = {
  4: galoisField(16, 0x13),
  6: galoisField(64, 0x43),
  8: galoisField(256, 0x12d),
  10: galoisField(1024, 0x409),
  12: galoisField(4096, 0x1069),
};
const generators = new Map<string, Generator>();

function checks(wordBits: number, count: number, words: ArrayLike<number>): Uint16Array {
  const field = FIELDS[wordBits] as GaloisField;
  const key = `${wordBits} ${count}`;
  let generator = generators.get(key);
  if (generator === undefined) {
    generator = generatorOf(field, count, 1);
    // Few of all the possible counts recur; a bound keeps the rare ones from piling up.
    if (generators.size >= 64) generators.clear();
    generators.set(key, generator);
  }
  return errorCorrection(field, generator, words);
}

/** An Aztec symbol of these bytes (one a character), or null when they do not fit. */
export function encodeAztec(data: string, size: AztecSize, options: AztecOptions = {}): ModuleMatrix | null {
  if (size.kind === 'rune') return encodeRune(data);
  const codes = aztecCodes(data, options.eci);
  if (codes === null) return null;
  const bits = codes.reduce((sum, [, count]) => sum + count, 0);
  const shapes = size.kind === 'layers' ? [{ compact: size.compact, layers: size.layers }] : SHAPES;
  for (const shape of shapes) {
    const wordBits = wordBitsOf(shape);
    const words = Math.floor(bitsOf(shape) / wordBits);
    const room = words - correctionOf(size, shape, words);
    // A size that is chosen here is never filled to the last bit.
    if (room * wordBits < bits + (size.kind === 'layers' ? 0 : 1)) continue;
    const stuffed = stuff(codes, wordBits);
    // The mode message counts words in 6 bits, of which reader initialisation takes one.
    const countable = (shape.compact ? 64 : 2048) >> (options.readerInit ? 1 : 0);
    if (stuffed.length > room || stuffed.length > countable) continue;
    return draw(shape, stuffed, words, wordBits, options.readerInit === true);
  }
  return null;
}

/** The number of words, of all `words`, that carry no data. */
function correctionOf(
  size: Exclude<AztecSize, { kind: 'rune' }>,
  { compact, layers }: Shape,
  words: number,
): number {
  switch (size.kind) {
    case 'standard':
      // The larger compact symbols keep one word more.
      return Math.floor(words * 0.23) + (compact && layers > 2 ? 4 : 3);
    case 'percent':
      return Math.floor((words * size.percent) / 100);
    case 'layers':
      return 3;
  }
}

function wordBitsOf({ layers }: Shape): number {
  return layers <= 2 ? 6 : layers <= 8 ? 8 : layers <= 22 ? 10 : 12;
}

/** Bits around the core. */
function bitsOf({ compact, layers }: Shape): number {
  return ((compact ? 88 : 112) + 16 * layers) * layers;
}

/** Words of the codes, in none of which all bits are alike; the last is filled with ones. */
function stuff(codes: readonly AztecCode[], wordBits: number): number[] {
  const words: number[] = [];
  const last = (1 << (wordBits - 1)) - 1;
  let word = 0;
  let count = 0;
  const push = (bit: number) => {
    if (count === wordBits - 1) {
      // If all bits before the last one are alike, the last one differs, and the bit goes into the next word.
      if (word === 0 || word === last) {
        words.push((word << 1) | (word === 0 ? 1 : 0));
        word = bit;
        count = 1;
        return;
      }
      words.push((word << 1) | bit);
      word = 0;
      count = 0;
      return;
    }
    word = (word << 1) | bit;
    count++;
  };
  for (const [value, bits] of codes) for (let bit = bits - 1; bit >= 0; bit--) push((value >> bit) & 1);
  // Ones to the end of a codeword, whose last bit differs where all others are alike.
  while (count > 0) {
    if (count === wordBits - 1 && (word === 0 || word === last)) {
      words.push((word << 1) | (word === 0 ? 1 : 0));
      count = 0;
    } else push(1);
  }
  return words;
}

/** The whole symbol, from the outside to the middle. */
function draw(
  shape: Shape,
  data: readonly number[],
  words: number,
  wordBits: number,
  readerInit: boolean,
): ModuleMatrix {
  const { compact, layers } = shape;
  const base = (compact ? 11 : 14) + layers * 4;
  const size = compact ? base : base + 1 + 2 * Math.floor((base / 2 - 1) / 15);
  const cells = new Uint8Array(size * size);
  const blacken = (x: number, y: number) => {
    cells[y * size + x] = 1;
  };
  const all = [...data, ...checks(wordBits, words - data.length, data)];
  drawLayers(shape, base, size, bitReader(all, wordBits, bitsOf(shape)), blacken);
  if (!compact) drawReferenceGrid(base, size, blacken);
  drawCore(size >> 1, compact, modeMessage(shape, data.length, readerInit), blacken);
  return { columns: size, rows: size, cells };
}

/** Reads the codewords bit by bit. Bits before the first codeword, too few for another, are left light. */
function bitReader(words: readonly number[], wordBits: number, bits: number): (at: number) => number {
  const skipped = bits - words.length * wordBits;
  return (at) => {
    const bit = at - skipped;
    if (bit < 0) return 0;
    const word = Math.floor(bit / wordBits);
    return ((words[word] as number) >> (wordBits - 1 - (bit - word * wordBits))) & 1;
  };
}

/**
 * The bits in layers two modules wide, from the outermost inwards. Each has four sides of equal length: down on the
 * left, right along the bottom, up on the right, left along the top; a side is filled in pairs, the outer module first.
 */
function drawLayers(
  { compact, layers }: Shape,
  base: number,
  size: number,
  bitAt: (at: number) => number,
  blacken: Blacken,
): void {
  const lines = linesOf(base, size, compact);
  const line = (i: number) => lines[i] as number;
  for (let layer = 0, at = 0; layer < layers; layer++) {
    const side = (layers - layer) * 4 + (compact ? 9 : 12);
    for (let pair = 0; pair < side; pair++) {
      const along = layer * 2 + pair;
      const back = base - 1 - along;
      for (let k = 0; k < 2; k++) {
        const near = layer * 2 + k;
        const far = base - 1 - near;
        const first = at + pair * 2 + k;
        if (bitAt(first)) blacken(line(near), line(along));
        if (bitAt(first + side * 2)) blacken(line(along), line(far));
        if (bitAt(first + side * 4)) blacken(line(far), line(back));
        if (bitAt(first + side * 6)) blacken(line(back), line(near));
      }
    }
    at += side * 8;
  }
}

/** Rows and columns that carry data, past those of the reference grid. */
function linesOf(base: number, size: number, compact: boolean): Uint8Array {
  const lines = new Uint8Array(base);
  const half = base >> 1;
  const centre = size >> 1;
  for (let i = 0; i < base; i++) {
    if (compact) lines[i] = i;
    else if (i < half) lines[i] = centre - 1 - (half - 1 - i) - Math.floor((half - 1 - i) / 15);
    else lines[i] = centre + 1 + (i - half) + Math.floor((i - half) / 15);
  }
  return lines;
}

type Blacken = (x: number, y: number) => void;

function drawReferenceGrid(base: number, size: number, blacken: Blacken): void {
  const centre = size >> 1;
  for (let i = 0, offset = 0; i < base / 2 - 1; i += 15, offset += 16) {
    for (let k = centre & 1; k < size; k += 2) {
      blacken(centre - offset, k);
      blacken(centre + offset, k);
      blacken(k, centre - offset);
      blacken(k, centre + offset);
    }
  }
}

/** Layers and data words in words of four bits, with their checks, as bits. */
function modeMessage({ compact, layers }: Shape, dataWords: number, readerInit: boolean): number[] {
  const count = (dataWords - 1) | (readerInit ? (compact ? 0x20 : 0x400) : 0);
  const value = compact ? ((layers - 1) << 6) | count : ((layers - 1) << 11) | count;
  const words = compact
    ? [value >> 4, value & 15]
    : [value >> 12, (value >> 8) & 15, (value >> 4) & 15, value & 15];
  return messageBits([...words, ...checks(4, compact ? 5 : 6, words)]);
}

function messageBits(words: readonly number[]): number[] {
  return words.flatMap((word) => [(word >> 3) & 1, (word >> 2) & 1, (word >> 1) & 1, word & 1]);
}

/** Bull's eye, orientation marks and mode message. */
function drawCore(centre: number, compact: boolean, message: readonly number[], blacken: Blacken): void {
  const radius = compact ? 5 : 7;
  for (let ring = 0; ring < radius; ring += 2) {
    for (let k = -ring; k <= ring; k++) {
      blacken(centre + k, centre - ring);
      blacken(centre + k, centre + ring);
      blacken(centre - ring, centre + k);
      blacken(centre + ring, centre + k);
    }
  }
  blacken(centre - radius, centre - radius);
  blacken(centre - radius + 1, centre - radius);
  blacken(centre - radius, centre - radius + 1);
  blacken(centre + radius, centre - radius);
  blacken(centre + radius, centre - radius + 1);
  blacken(centre + radius, centre + radius - 1);
  const side = compact ? 7 : 10;
  for (let i = 0; i < side; i++) {
    // In full symbols the reference grid's line through the centre is passed over.
    const along = compact ? centre - 3 + i : centre - 5 + i + (i >= 5 ? 1 : 0);
    if (message[i]) blacken(along, centre - radius);
    if (message[side + i]) blacken(centre + radius, along);
    if (message[side * 3 - 1 - i]) blacken(along, centre + radius);
    if (message[side * 4 - 1 - i]) blacken(centre - radius, along);
  }
}

function encodeRune(data: string): ModuleMatrix | null {
  if (!/^\d{1,3}$/.test(data) || Number(data) > 255) return null;
  const words = [Number(data) >> 4, Number(data) & 15];
  // Every other bit is inverted, which distinguishes a rune from a mode message.
  const message = messageBits([...words, ...checks(4, 5, words)].map((word) => word ^ 0b1010));
  const cells = new Uint8Array(121);
  drawCore(5, true, message, (x, y) => {
    cells[y * 11 + x] = 1;
  });
  return { columns: 11, rows: 11, cells };
}
