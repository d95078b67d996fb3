import { areJoinable, joined } from './bits.ts';
import { LITERALS, MATCH_MIN, putRepeat, putZeros } from './label-codes.ts';
import { FILTER_UP } from './scanline.ts';

/** The bytes of rows as PNG has them, before compression. */
export interface RowBytes {
  /** Bytes of all rows. */
  readonly length: number;
  /** Adler-32 as if it began at zero: the sum of the bytes, and the sum of those sums. */
  readonly sum: number;
  readonly sumOfSums: number;
}

/** Rows as codes: the first `count` of a list. */
export interface CodedRows extends RowBytes {
  readonly codes: Int32Array;
  readonly count: number;
}

let made: { readonly lineBytes: number; readonly byRows: (CodedRows | undefined)[] } | undefined;

/** Rows that are like the row above. They are made once for many images, since most rows of most images are such. */
export function rowsAlike(rows: number, lineBytes: number): CodedRows {
  if (made?.lineBytes !== lineBytes) made = { lineBytes, byRows: [] };
  const alike = made.byRows[rows] ?? makeRowsAlike(rows, lineBytes);
  made.byRows[rows] = alike;
  return alike;
}

function makeRowsAlike(rows: number, lineBytes: number): CodedRows {
  const length = rows * lineBytes;
  const codes = new Int32Array(length);
  let count = 0;
  for (let left = rows; left > 0; left--) {
    codes[count++] = LITERALS[FILTER_UP] as number;
    count = putZeros(codes, count, lineBytes - 1);
    const others = (left - 1) * lineBytes;
    if (others < MATCH_MIN) continue;
    count = putRepeat(codes, count, others, lineBytes);
    break;
  }
  const few = asFew(codes.subarray(0, count));
  return { codes: few, count: few.length, length, ...sumsOfFilters(rows, lineBytes) };
}

/** The sums of a {@link RowBytes} for rows that have no other byte than their filter. */
export function sumsOfFilters(rows: number, lineBytes: number): Omit<RowBytes, 'length'> {
  // Every byte counts once for itself and for each byte after it.
  return { sum: FILTER_UP * rows, sumOfSums: (FILTER_UP * lineBytes * rows * (rows + 1)) / 2 };
}

/** The same bits in fewer codes. */
function asFew(codes: Int32Array): Int32Array {
  const few: number[] = [];
  for (const code of codes) {
    const last = few.at(-1);
    if (last === undefined || !areJoinable(last, code)) few.push(code);
    else few[few.length - 1] = joined(last, code);
  }
  return Int32Array.from(few);
}
