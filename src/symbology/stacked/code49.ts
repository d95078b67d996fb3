import { CODE39_CHARACTERS } from '../linear/code39.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { code49Modules } from './code49-patterns.ts';

const NUMERIC_SHIFT = 48;

/** The characters of words in starting modes that are asked for: shift 1, shift 2, three functions, numeric shift. */
export const CODE49_WORDS = `${CODE39_CHARACTERS}<>:;?=`;

/** Meanings of words 0–42 after shift 1 and shift 2. */
const SHIFTED = [
  `'\x1b\x1c\x1d\x1e\x1f!"#&\x01\x02\x03\x04\x05\x06\x07\b\t\n\v\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a()\0*,:`,
  '^;<=>?@[\\]abcdefghijklmnopqrstuvwxyz_`\x7f{|}~',
] as const;

export interface Code49Message {
  /** 0–5. */
  readonly mode: number;
  readonly words: readonly number[];
}

/** ASCII as words, with runs of five digits and more in numeric mode. The starting mode replaces a leading shift. */
export function code49Message(data: string): Code49Message {
  const words: number[] = [];
  let mode = 0;
  for (const [part] of data.matchAll(/\d{5,}|[^]/g)) {
    if (part.length > 1) {
      if (words.length === 0) mode = 2;
      else if (words.at(-1) !== NUMERIC_SHIFT) words.push(NUMERIC_SHIFT);
      words.push(...(numericWords(part) ?? []), NUMERIC_SHIFT);
    } else words.push(...asciiWords(part));
  }
  if (words.at(-1) === NUMERIC_SHIFT) words.pop();
  if (mode === 0 && (words[0] === 43 || words[0] === 44)) mode = (words.shift() as number) - 39;
  return { mode, words };
}

function asciiWords(character: string): number[] {
  const word = CODE39_CHARACTERS.indexOf(character);
  if (word >= 0) return [word];
  const shift = SHIFTED[0].includes(character) ? 0 : 1;
  return [43 + shift, SHIFTED[shift].indexOf(character)];
}

/**
 * The words of data in {@link CODE49_WORDS} that begins in mode `mode`: each character is one, but for digits in
 * numeric mode, which mode 2 and `=` begin and the next `=` ends. Null where that mode has anything else, or two
 * digits, which it has no words for.
 */
export function code49Words(data: string, mode: number): number[] | null {
  const words: number[] = [];
  for (const [i, part] of data.split('=').entries()) {
    if (i > 0) words.push(NUMERIC_SHIFT);
    if ((i % 2 === 1) === (mode === 2)) {
      for (const character of part) words.push(CODE49_WORDS.indexOf(character));
      continue;
    }
    const numbers = numericWords(part);
    if (numbers === null) return null;
    words.push(...numbers);
  }
  return words;
}

/** Five digits in three words of base 48, three in two, one in one; four as five beginning with a 10. */
function numericWords(digits: string): number[] | null {
  if (!/^\d*$/.test(digits) || digits.length === 2) return null;
  const words: number[] = [];
  let at = 0;
  const push = (length: number, offset: number, count: number) => {
    const value = offset + Number(digits.slice(at, at + length));
    for (let i = count - 1; i >= 0; i--) words.push(Math.floor(value / 48 ** i) % 48);
    at += length;
  };
  // Seven are left as four and three.
  while (digits.length - at >= 5 && digits.length - at !== 7) push(5, 0, 3);
  const rest = digits.length - at;
  if (rest === 4 || rest === 7) push(4, 100_000, 3);
  if (digits.length - at === 3) push(3, 0, 2);
  if (digits.length - at === 1) push(1, 0, 1);
  return words;
}

/** Words that symbols of 2–8 rows hold. */
const CAPACITIES = [9, 16, 23, 30, 37, 42, 49] as const;

const WEIGHTS = [
  1, 9, 31, 26, 2, 12, 17, 23, 37, 18, 22, 6, 27, 44, 15, 43, 39, 11, 13, 5, 41, 33, 36, 8, 4, 32, 3, 19, 40,
  25, 29, 10, 24, 30,
] as const;

/** The weights of mode and rows in the checks Z, Y and X. */
const MODE_WEIGHTS = [38, 16, 20] as const;

/** Masks of the odd pairs in the rows before the last, the first pair in bit 3. */
const ODD_PAIRS = [0b1001, 0b0101, 0b1100, 0b0011, 0b1010, 0b0110, 0b1111] as const;

/**
 * ANSI/AIM BC6: 70 modules to a row between quiet zones of 10 and 1, separators before, between and after the rows,
 * of which the outer ones go through the quiet zones. Null for more than 49 words.
 */
export function encodeCode49({ mode, words }: Code49Message): ModuleMatrix | null {
  const fitting = CAPACITIES.findIndex((capacity) => words.length <= capacity);
  if (fitting < 0) return null;
  const pairRows = rowsOfPairs(words, fitting + 2, mode);
  const columns = 81;
  const rows = pairRows.length * 2 + 1;
  const cells = new Uint8Array(columns * rows);
  cells.fill(1, 0, columns).fill(1, (rows - 1) * columns);
  pairRows.forEach((pairs, row) => {
    const from = (2 * row + 1) * columns + 10;
    const odd = row === pairRows.length - 1 ? 0 : (ODD_PAIRS[row] as number);
    cells[from] = 1;
    pairs.forEach((pair, i) => {
      const modules = code49Modules(pair, ((odd >> (3 - i)) & 1) === 1);
      for (let bit = 0; bit < 16; bit++) cells[from + 2 + i * 16 + bit] = (modules >> (15 - bit)) & 1;
    });
    cells.fill(1, from + 66, from + 70);
    if (row > 0) cells.fill(1, from - columns, from - columns + 70);
  });
  return { columns, rows, cells };
}

/** Four pairs to a row, `first * 49 + second`, with the checks of rows and symbol. */
function rowsOfPairs(words: readonly number[], count: number, mode: number): number[][] {
  const rows = Array.from({ length: count }, (_, row) =>
    Array.from({ length: 8 }, (_, column) => words[row * 7 + column] ?? NUMERIC_SHIFT),
  );
  const last = rows[count - 1] as number[];
  const state = 7 * (count - 2) + mode;
  last[6] = state;
  rows.slice(0, -1).forEach(closeRow);
  const pairs = () => rows.flatMap((row) => [0, 2, 4, 6].map((i) => pairAt(row, i)));
  // Z only in seven rows and more; Y covers it, and X both.
  for (let check = count >= 7 ? 0 : 1; check < 3; check++) {
    const covered = pairs().slice(0, 4 * (count - 1) + check);
    const sum = covered.reduce(
      (total, pair, i) => total + pair * (WEIGHTS[i + 2 - check] as number),
      state * (MODE_WEIGHTS[check] as number),
    );
    last[2 * check] = Math.floor((sum % 2401) / 49);
    last[2 * check + 1] = sum % 49;
  }
  closeRow(last);
  return rows.map((row) => [0, 2, 4, 6].map((i) => pairAt(row, i)));
}

function pairAt(row: readonly number[], i: number): number {
  return (row[i] as number) * 49 + (row[i + 1] as number);
}

/** The last word of a row is the sum of the rest. */
function closeRow(row: number[]): void {
  row[7] = row.slice(0, 7).reduce((sum, word) => sum + word, 0) % 49;
}
