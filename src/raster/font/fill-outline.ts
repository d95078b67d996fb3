import { checkSize } from '../../bitmap/bitmap.ts';
import { bitOf, type PackedBits, wordsOf } from '../../bitmap/packed-bits.ts';
import type { WorkMeter } from '../../bitmap/work-meter.ts';
import { Edges, type OutlinePath, type PathPlacement } from './outline-edges.ts';

/** A character as dots. `left` and `top` are of the bits' corner, from the pen on the baseline, y downwards. */
export interface GlyphBits {
  readonly bits: PackedBits;
  readonly left: number;
  readonly top: number;
  /** An outline where the printer's profile has no sample. */
  readonly isStandIn?: boolean;
}

/** The dots of an outline that are ink: those that it covers, or all that it touches. */
export type InkRule = 'covered' | 'touched';

/**
 * The part of a dot that an outline covers at least where the dot is ink: nearly half, best for fonts A–H and 0 over
 * one half of the reference labels (printer evidence 10). A dot is touched where the part shows in a byte.
 */
const INK: Readonly<Record<InkRule, number>> = { covered: 122 / 255, touched: 1 / 255 };

/** Dots of a band, so that the largest glyph takes no more memory than others. */
const BAND_DOTS = 65_536;

/**
 * Units of a {@link WorkMeter} for each edge in a band, and each row and column of dots that it crosses; measured. The
 * work of each glyph includes this many crossings; letters of ordinary sizes have fewer.
 */
const CROSSING_WORK = 16;
const CROSSINGS_OF_GLYPH = 3000;

const edges = new Edges();
/** For each dot of a band, the difference of its coverage to that of the dot before. Zeros between two calls. */
const changes = new Float32Array(BAND_DOTS);

/**
 * Fills an outline by the nonzero rule. Returns null if it has no ink.
 *
 * @param meter pays for an outline that crosses many dots.
 * @throws FailureError `too_large` if the glyph alone would exceed the largest image.
 */
export function fillOutline(
  path: OutlinePath,
  placement: PathPlacement,
  ink: InkRule = 'covered',
  meter?: WorkMeter,
): GlyphBits | null {
  edges.take(path, placement);
  const { bounds, numbers } = edges;
  const left = Math.floor(bounds.left);
  const top = Math.floor(bounds.top);
  const width = Math.ceil(bounds.right) - left;
  const height = Math.ceil(bounds.bottom) - top;
  if (!(width > 0 && height > 0)) return null;
  checkSize(width, height);
  // Two columns more: an edge changes the dot after its last one, and rounding may take it there.
  const columns = width + 2;
  const rows = Math.floor(BAND_DOTS / columns);
  const bands = Math.ceil(height / rows);
  const crossed = crossings(numbers) + (bands * numbers.length) / 4;
  meter?.spend(CROSSING_WORK * Math.max(0, crossed - CROSSINGS_OF_GLYPH));
  const stride = wordsOf(width);
  const words = new Int32Array(stride * height);
  for (let row = 0; row < height; row += rows) {
    const inBand = Math.min(rows, height - row);
    addEdges(numbers, left, top + row, inBand, columns);
    packCovered(words, row * stride, stride, inBand, columns, INK[ink]);
  }
  return { bits: { width, height, stride, words }, left, top };
}

/** Rows and columns of dots that edges cross. */
function crossings(numbers: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < numbers.length; at += 4) {
    sum += Math.abs((numbers[at + 2] as number) - (numbers[at] as number));
    sum += Math.abs((numbers[at + 3] as number) - (numbers[at + 1] as number));
  }
  return sum;
}

/** Adds the edges to a band whose first dot is at `left` and `top`. */
function addEdges(numbers: Float64Array, left: number, top: number, rows: number, columns: number): void {
  for (let at = 0; at < numbers.length; at += 4) {
    const x0 = (numbers[at] as number) - left;
    const y0 = (numbers[at + 1] as number) - top;
    const x1 = (numbers[at + 2] as number) - left;
    const y1 = (numbers[at + 3] as number) - top;
    if (y0 < y1) addEdge(x0, y0, x1, y1, 1, rows, columns);
    else addEdge(x1, y1, x0, y0, -1, rows, columns);
  }
}

/** Adds an edge that runs down from the first point to the other, row by row. */
function addEdge(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  winding: number,
  rows: number,
  columns: number,
): void {
  const slope = (x1 - x0) / (y1 - y0);
  const to = Math.min(rows, y1);
  let y = Math.max(0, y0);
  let x = x0 + (y - y0) * slope;
  for (let row = Math.floor(y); y < to; row++) {
    const nextY = Math.min(to, row + 1);
    const nextX = x0 + (nextY - y0) * slope;
    addSpan(row * columns, x, nextX, winding * (nextY - y));
    x = nextX;
    y = nextY;
  }
}

/** Adds the effect of an edge within one row: right of it, `height` of the dots is inside. */
function addSpan(row: number, from: number, to: number, height: number): void {
  const left = Math.max(0, Math.min(from, to));
  const right = Math.max(left, from, to);
  const last = Math.floor(right);
  const perDot = height / (right - left);
  let x = left;
  for (let column = Math.floor(left); column <= last; column++) {
    const end = column < last ? column + 1 : right;
    const share = left < right ? (end - x) * perDot : height;
    const inside = share * (column + 1 - (x + end) / 2);
    const at = row + column;
    changes[at] = (changes[at] as number) + inside;
    changes[at + 1] = (changes[at + 1] as number) + share - inside;
    x = end;
  }
}

/** Sums the changes of each row to coverage, packs the dots that are ink into words from `at` on; leaves zeros. */
function packCovered(
  words: Int32Array,
  at: number,
  stride: number,
  rows: number,
  columns: number,
  least: number,
): void {
  for (let row = 0; row < rows; row++) {
    const first = row * columns;
    let coverage = 0;
    for (let x = 0; x < columns; x++) {
      coverage += changes[first + x] as number;
      changes[first + x] = 0;
      if (Math.abs(coverage) < least) continue;
      const word = at + row * stride + (x >> 5);
      words[word] = (words[word] as number) | bitOf(x);
    }
  }
}
