import { MATCH_MAX, MATCH_MIN } from '../../encode/label-codes.ts';
import {
  countSteps,
  type DeflateSteps,
  DISTANCE_BITS,
  DISTANCES,
  FIRST_DISTANCE,
  groupOf,
  LENGTH_BITS,
  LENGTH_SYMBOLS,
  SYMBOLS,
} from './block.ts';

/** The price of a bit; prices are whole numbers. */
const BIT = 16;

/**
 * Bits of the codes of bytes, the end of a block and lengths, as they are over 540 labels at 152 to 600 dpi; in
 * hexadecimal.
 */
const USUAL_BITS = Array.from(
  '56a6aca6bcccac96acccccccabcc9c96acccbcbdccbdccddabbaccbc9bdb9c97accdbccdcbbcbccdcdbdb9bddcbcdcddabcbbcacdcbcbbcc9bdbdccb9bdb9b97' +
    '79c9ccb9cccdbcaaccbccbcdbbcbbcbacdcdcbcddb9bcbcdcccbcbbcccccccba69c9cdb9cbccabbacddcdbcccbcbbcba69d9cdbacddcccba6adacdca6aca7a7' +
    '4e66777788788888997888799879981',
  (digit) => Number.parseInt(digit, 16),
);
/** Bits of the codes of distances, except for that of the row above. */
const USUAL_DISTANCE_BITS = 6;
const USUAL_RUN_BITS = 2;
const USUAL_ROW_BITS = 1.7;
/** The weight of the usual bits, in steps. */
const USUAL_STEPS = 100;
/** The usual count of each symbol in this many steps. */
const USUAL_COUNTS = Float64Array.from({ length: SYMBOLS }, (_, symbol) =>
  usualCount(USUAL_BITS[symbol] ?? USUAL_DISTANCE_BITS),
);
/** Steps from one change of the prices to the next. */
export const PRICED_STEPS = 300;
/** The part of earlier counts that is kept at each change. */
const KEPT = 0.8;

function usualCount(bits: number): number {
  return USUAL_STEPS * 2 ** -bits;
}

/** Prices of steps: the bits that they take, by how often their symbols occurred so far. */
export class Prices {
  /** Prices by the byte, by the length of a match, and by the group of its distance. */
  readonly bytes: Int32Array = new Int32Array(256);
  readonly lengths: Int32Array = new Int32Array(MATCH_MAX + 1);
  readonly distances: Int32Array = new Int32Array(DISTANCES);
  readonly #usual = new Float64Array(SYMBOLS);
  readonly #counts = new Float64Array(SYMBOLS);
  /** By the symbol: the price of its code. */
  readonly #symbols = new Int32Array(SYMBOLS);

  /** Starts again with the usual prices for rows of `rowDistance` bytes. */
  reset(rowDistance: number): void {
    this.#usual.set(USUAL_COUNTS);
    this.#usual[FIRST_DISTANCE] = usualCount(USUAL_RUN_BITS);
    this.#usual[FIRST_DISTANCE + groupOf(rowDistance)] = usualCount(USUAL_ROW_BITS);
    this.#counts.set(this.#usual);
    this.#set();
  }

  /** Changes the prices by further steps. */
  follow(steps: DeflateSteps, from: number, to: number): void {
    const counts = this.#counts;
    countSteps(steps, from, to, counts);
    this.#set();
    for (let symbol = 0; symbol < SYMBOLS; symbol++) {
      counts[symbol] = KEPT * (counts[symbol] as number) + (1 - KEPT) * (this.#usual[symbol] as number);
    }
  }

  #set(): void {
    const { bytes, lengths, distances } = this;
    this.#setSymbols(0, FIRST_DISTANCE);
    this.#setSymbols(FIRST_DISTANCE, SYMBOLS);
    const symbols = this.#symbols;
    bytes.set(symbols.subarray(0, bytes.length));
    for (let length = MATCH_MIN; length <= MATCH_MAX; length++) {
      lengths[length] =
        (symbols[LENGTH_SYMBOLS[length] as number] as number) + BIT * (LENGTH_BITS[length] as number);
    }
    for (let group = 0; group < DISTANCES; group++) {
      distances[group] = (symbols[FIRST_DISTANCE + group] as number) + BIT * (DISTANCE_BITS[group] as number);
    }
  }

  /** Sets the prices of the symbols of one alphabet. A code has a bit at least. */
  #setSymbols(from: number, to: number): void {
    const counts = this.#counts;
    let sum = 0;
    for (let symbol = from; symbol < to; symbol++) sum += counts[symbol] as number;
    const all = Math.log2(sum);
    for (let symbol = from; symbol < to; symbol++) {
      const bits = all - Math.log2(counts[symbol] as number);
      this.#symbols[symbol] = Math.max(BIT, Math.round(BIT * bits));
    }
  }
}
