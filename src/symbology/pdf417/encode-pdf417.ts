import type { ModuleMatrix } from '../module-matrix.ts';
import { pdf417Codewords } from './codewords.ts';
import { pdf417Pattern } from './patterns.ts';

export interface Pdf417Options {
  /** Columns of data; 0 for any. */
  readonly columns: number;
  /** 3–90; 0 for any. */
  readonly rows: number;
  /** 0–8: 2 to the power of this plus one error correction codewords. */
  readonly level: number;
  /** Without the right row indicators and most of the stop pattern. */
  readonly truncated: boolean;
  /** Announces the character set of the bytes, 0–899. */
  readonly eci?: number;
  /** Makes it one symbol of a series. */
  readonly part?: Pdf417Part;
}

/** The place of a symbol in a series (Macro PDF417). */
export interface Pdf417Part {
  /** From 0. */
  readonly index: number;
  readonly last: boolean;
}

const PRIME = 929;
/** Fills what the data leaves. */
export const PAD = 900;
const ECI = 927;
/** Words that a symbol can hold, and so also the most that its length can say. */
export const MOST_CODEWORDS = 928;

const PART = 928;
const LAST_PART = 922;
/** All series have the same name: labels with two series are rare, and readers see their symbols apart. */
const SERIES_NAME = 0;

const START = 0b11111111010101000;
const STOP = 0b111111101000101001;

/** A PDF417 symbol of these bytes (one a character), or null when they do not fit. One cell row for each row. */
export function encodePdf417(data: string, options: Pdf417Options): ModuleMatrix | null {
  const { level, eci, part } = options;
  const words = [...(eci === undefined ? [] : [ECI, eci]), ...pdf417Codewords(data)];
  const control = part === undefined ? [] : controlCodewords(part);
  const checks = 2 << level;
  const size = sizeFor(words.length + control.length + 1 + checks, options);
  if (size === null) return null;
  const { columns, rows } = size;
  const length = columns * rows - checks;
  const pads = length - 1 - words.length - control.length;
  const all = [length, ...words, ...new Array<number>(pads).fill(PAD), ...control];
  all.push(...errorCorrection(all, checks));
  return draw(all, columns, rows, options);
}

/** Words that {@link controlCodewords} gives at the most. */
export const PDF417_CONTROL_CODEWORDS = 5;

/**
 * The words that end the data of a symbol of a series. The index is a number of five digits, compacted as numbers
 * are: two words.
 */
export function controlCodewords({ index, last }: Pdf417Part): number[] {
  return [
    PART,
    Math.floor((100_000 + index) / 900),
    (100_000 + index) % 900,
    SERIES_NAME,
    ...(last ? [LAST_PART] : []),
  ];
}

/** Columns and rows for `words` words. A dimension of 0 is chosen, for a symbol about three times as wide as tall. */
function sizeFor(
  needed: number,
  asked: Pdf417Options,
): { readonly columns: number; readonly rows: number } | null {
  let { columns, rows } = asked;
  if (columns === 0) {
    columns = rows > 0 ? Math.ceil(needed / rows) : Math.floor(0.5 + Math.sqrt((needed - 1) / 3));
    columns = Math.max(1, Math.min(30, columns));
  }
  if (rows === 0) rows = Math.max(3, Math.ceil(needed / columns));
  const fits =
    columns <= 30 && rows >= 3 && rows <= 90 && columns * rows >= needed && columns * rows <= MOST_CODEWORDS;
  return fits ? { columns, rows } : null;
}

const generators = new Map<number, Uint16Array>();

/** (x − 3)(x − 3²)… with `degree` factors, lowest power first, without the leading one. */
function generatorOf(degree: number): Uint16Array {
  let generator = generators.get(degree);
  if (generator !== undefined) return generator;
  const product = new Uint16Array(degree + 1);
  product[0] = 1;
  for (let i = 1, root = 3; i <= degree; i++, root = (root * 3) % PRIME) {
    for (let k = i; k >= 0; k--) {
      const lower = k > 0 ? (product[k - 1] as number) : 0;
      product[k] = (lower + (PRIME - root) * (product[k] as number)) % PRIME;
    }
  }
  generator = product.slice(0, degree);
  generators.set(degree, generator);
  return generator;
}

function errorCorrection(words: readonly number[], count: number): number[] {
  const generator = generatorOf(count);
  const remainder = new Int32Array(count);
  for (const word of words) {
    const factor = (word + (remainder[count - 1] as number)) % PRIME;
    for (let k = count - 1; k > 0; k--) {
      remainder[k] = ((remainder[k - 1] as number) + (PRIME - factor) * (generator[k] as number)) % PRIME;
    }
    remainder[0] = ((PRIME - factor) * (generator[0] as number)) % PRIME;
  }
  return Array.from(remainder, (value) => (PRIME - value) % PRIME).toReversed();
}

function draw(words: readonly number[], columns: number, rows: number, options: Pdf417Options): ModuleMatrix {
  const { level, truncated } = options;
  const width = truncated ? 17 * (columns + 2) + 1 : 17 * (columns + 4) + 1;
  const cells = new Uint8Array(width * rows);
  let at = 0;
  const put = (pattern: number, modules: number) => {
    for (let bit = modules - 1; bit >= 0; bit--) cells[at++] = (pattern >> bit) & 1;
  };
  const byRows = Math.floor((rows - 1) / 3);
  const byLevel = level * 3 + ((rows - 1) % 3);
  const byColumns = columns - 1;
  for (let row = 0; row < rows; row++) {
    const cluster = row % 3;
    const base = Math.floor(row / 3) * 30;
    const left = [byRows, byLevel, byColumns][cluster] as number;
    const right = [byColumns, byRows, byLevel][cluster] as number;
    put(START, 17);
    put(pdf417Pattern(cluster, base + left), 17);
    for (let column = 0; column < columns; column++) {
      put(pdf417Pattern(cluster, words[row * columns + column] as number), 17);
    }
    if (truncated) put(1, 1);
    else {
      put(pdf417Pattern(cluster, base + right), 17);
      put(STOP, 18);
    }
  }
  return { columns: width, rows, cells };
}
