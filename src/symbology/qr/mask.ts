import type { QrLayout } from './layout.ts';

/**
 * A symbol as packed lines, 32 cells to a word (cell 0 in the lowest bit), once by rows and once by columns. A rule
 * about one direction is computed along the lines of the other, for 32 cells at a time.
 */
interface Lines {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
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

/**
 * Masks the data cells of a symbol in place and draws the format bits.
 *
 * @param mask 0–7, or `best` for the one with the lowest penalty, the first of several.
 * @param formatBits the 15 bits that announce a mask.
 */
export function applyMask(
  cells: Uint8Array,
  layout: QrLayout,
  mask: number | 'best',
  formatBits: (mask: number) => number,
): void {
  const { size } = layout;
  const plain = packed(cells, size);
  let best = masked(plain, layout, mask === 'best' ? 0 : mask, formatBits);
  if (mask === 'best') {
    let lowest = penalty(best, size, Number.POSITIVE_INFINITY);
    for (let other = 1; other < MASKS.length; other++) {
      const lines = masked(plain, layout, other, formatBits);
      const score = penalty(lines, size, lowest);
      if (score >= lowest) continue;
      best = lines;
      lowest = score;
    }
  }
  const words = wordsOf(size);
  for (let y = 0, at = 0; y < size; y++) {
    for (let x = 0; x < size; x++, at++) {
      cells[at] = ((best.rows[y * words + (x >> 5)] as number) >>> (x & 31)) & 1;
    }
  }
}

function wordsOf(size: number): number {
  return (size + 31) >> 5;
}

function packed(cells: Uint8Array, size: number): Lines {
  const words = wordsOf(size);
  const rows = new Int32Array(size * words);
  const columns = new Int32Array(size * words);
  for (let y = 0, at = 0; y < size; y++) {
    for (let x = 0; x < size; x++, at++) if (cells[at] === 1) blacken(rows, columns, words, x, y);
  }
  return { rows, columns };
}

function blacken(rows: Int32Array, columns: Int32Array, words: number, x: number, y: number): void {
  const inRow = y * words + (x >> 5);
  const inColumn = x * words + (y >> 5);
  rows[inRow] = (rows[inRow] as number) | (1 << (x & 31));
  columns[inColumn] = (columns[inColumn] as number) | (1 << (y & 31));
}

/** 1 for the cells that a mask inverts, 0–7. */
export function invertedBy(mask: number, { size, order }: QrLayout): Uint8Array {
  const isInverted = MASKS[mask] as (x: number, y: number) => boolean;
  const cells = new Uint8Array(size * size);
  for (const cell of order) cells[cell] = isInverted(cell % size, Math.floor(cell / size)) ? 1 : 0;
  return cells;
}

/** The modules that each mask inverts, by version. */
const inversions = new WeakMap<QrLayout, Lines[]>();

function inversionsOf(layout: QrLayout): Lines[] {
  let all = inversions.get(layout);
  if (all === undefined) {
    all = MASKS.map((_, mask) => packed(invertedBy(mask, layout), layout.size));
    inversions.set(layout, all);
  }
  return all;
}

function masked(plain: Lines, layout: QrLayout, mask: number, formatBits: (mask: number) => number): Lines {
  const { size, formatCells } = layout;
  const inverted = inversionsOf(layout)[mask] as Lines;
  const rows = plain.rows.slice();
  const columns = plain.columns.slice();
  for (let i = 0; i < rows.length; i++) {
    rows[i] = (rows[i] as number) ^ (inverted.rows[i] as number);
    columns[i] = (columns[i] as number) ^ (inverted.columns[i] as number);
  }
  const format = formatBits(mask);
  for (let bit = 0; bit < formatCells.length; bit++) {
    if (((format >> bit) & 1) === 0) continue;
    for (const cell of formatCells[bit] as readonly [number, number]) {
      blacken(rows, columns, wordsOf(size), cell % size, Math.floor(cell / size));
    }
  }
  return { rows, columns };
}

/**
 * ISO/IEC 18004, 7.8.3: the share of black, blocks, runs, patterns that look like a finder. Stops where `enough` is
 * reached.
 */
function penalty({ rows, columns }: Lines, size: number, enough: number): number {
  let score = inkPenalty(rows, size) + blockPenalty(rows, size);
  if (score < enough) score += runPenalty(rows, size);
  if (score < enough) score += runPenalty(columns, size);
  return score;
}

function inkPenalty(rows: Int32Array, size: number): number {
  let count = 0;
  for (let i = 0; i < rows.length; i++) count += bitCount(rows[i] as number);
  const percent = Math.floor((count * 100) / (size * size));
  return Math.floor(Math.abs(percent - 50) / 5) * 10;
}

/** 3 for each square of 2 × 2 cells alike. */
function blockPenalty(rows: Int32Array, size: number): number {
  const words = wordsOf(size);
  let count = 0;
  for (let word = 0; word < words; word++) {
    // The last column of all begins no square; that of a word does, with the first of the next one.
    const lanes = lanesOf(size - 1, word);
    const hasNext = word + 1 < words;
    for (let at = word; at + words < rows.length; at += words) {
      const row = rows[at] as number;
      const alike = ~(row ^ (rows[at + words] as number));
      const next = hasNext ? (rows[at + 1] as number) : 0;
      const nextAlike = hasNext ? ~(next ^ (rows[at + words + 1] as number)) : 0;
      const beside = ~(row ^ ((row >>> 1) | (next << 31)));
      count += bitCount(alike & ((alike >>> 1) | (nextAlike << 31)) & beside & lanes);
    }
  }
  return count * 3;
}

/**
 * Across the lines: 3 for each run of 5 cells and 1 for each more, 40 for 1:1:3:1:1 with 4 light cells on a side, once.
 */
function runPenalty(lines: Int32Array, size: number): number {
  const words = wordsOf(size);
  let windows = 0;
  let runs = 0;
  let finders = 0;
  for (let word = 0; word < words; word++) {
    const lanes = lanesOf(size, word);
    let before = 0;
    for (let i = 0, at = word; i + 5 <= size; i++, at += words) {
      const a = lines[at] as number;
      const b = lines[at + words] as number;
      const c = lines[at + 2 * words] as number;
      const d = lines[at + 3 * words] as number;
      const e = lines[at + 4 * words] as number;
      // A run of n cells has n - 4 windows of five, and costs n - 2.
      const five = ((a & b & c & d & e) | ~(a | b | c | d | e)) & lanes;
      if (five !== 0) {
        windows += bitCount(five);
        runs += bitCount(five & ~before);
      }
      before = five;
      if (i + 7 > size) continue;
      const f = lines[at + 5 * words] as number;
      const g = lines[at + 6 * words] as number;
      const finder = a & ~b & c & d & e & ~f & g & lanes;
      if (finder === 0) continue;
      const darkBefore = darkInFour(lines, word, words, size, i - 4);
      const darkAfter = darkInFour(lines, word, words, size, i + 7);
      finders += bitCount(finder & ~(darkBefore & darkAfter));
    }
  }
  return windows + 2 * runs + 40 * finders;
}

/**
 * Lanes with a dark cell in the four lines from `first` on. The symbol's surroundings are light (printer evidence 37).
 */
function darkInFour(lines: Int32Array, word: number, words: number, size: number, first: number): number {
  let dark = 0;
  for (let i = Math.max(first, 0); i < Math.min(first + 4, size); i++) {
    dark |= lines[i * words + word] as number;
  }
  return dark;
}

/** The bits of a word that stand for the first `count` lanes. */
function lanesOf(count: number, word: number): number {
  const rest = count - word * 32;
  return rest >= 32 ? -1 : rest <= 0 ? 0 : (1 << rest) - 1;
}

function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
