import { countSteps, type DeflateSteps, FIRST_DISTANCE, SYMBOLS } from './block.ts';

/** A block has this number of steps, or a multiple. */
const PART_STEPS = 512;
/** Bits of a block's header, about: by itself, and for each code. */
const HEADER_BITS = 100;
const HEADER_CODE_BITS = 6;

/** Steps up to `end`, the count of each symbol, and the approximate bits of a block of them. */
interface Part {
  readonly end: number;
  readonly counts: Uint32Array;
  readonly bits: number;
}

/**
 * Cuts steps into blocks, each with codes of its own. Small parts are joined while that saves bits, those that save
 * most first.
 *
 * @returns the end of each block, as an index of steps
 */
export function cutBlocks(steps: DeflateSteps): readonly number[] {
  const parts: Part[] = [];
  for (let from = 0; from < steps.length; ) {
    const end = steps.length - from < 2 * PART_STEPS ? steps.length : from + PART_STEPS;
    const counts = new Uint32Array(SYMBOLS);
    countSteps(steps, from, end, counts);
    parts.push({ end, counts, bits: bitsOf(counts) });
    from = end;
  }
  const gain = (index: number): number => {
    const [first, second] = [parts[index] as Part, parts[index + 1] as Part];
    return first.bits + second.bits - bitsOf(first.counts, second.counts);
  };
  const gains = parts.slice(1).map((_, index) => gain(index));
  while (gains.length > 0) {
    const most = Math.max(...gains);
    if (most <= 0) break;
    const index = gains.indexOf(most);
    const [first, second] = parts.slice(index, index + 2) as [Part, Part];
    const counts = first.counts.map((count, symbol) => count + (second.counts[symbol] as number));
    parts.splice(index, 2, { end: second.end, counts, bits: first.bits + second.bits - most });
    gains.splice(index, 1);
    if (index > 0) gains[index - 1] = gain(index - 1);
    if (index < gains.length) gains[index] = gain(index);
  }
  return parts.map(({ end }) => end);
}

/** Products of numbers and their logarithms; most numbers are small. */
const WEIGHTS = Float64Array.from({ length: 4096 }, (_, count) =>
  count === 0 ? 0 : count * Math.log2(count),
);

function weightOf(count: number): number {
  return count < WEIGHTS.length ? (WEIGHTS[count] as number) : count * Math.log2(count);
}

const NONE = new Uint32Array(SYMBOLS);

/** Estimates the bits of a block of these symbols, without those that distinguish lengths and distances of a group. */
function bitsOf(counts: Uint32Array, more: Uint32Array = NONE): number {
  let bits = HEADER_BITS;
  for (const [from, to] of [
    [0, FIRST_DISTANCE],
    [FIRST_DISTANCE, SYMBOLS],
  ] as const) {
    let sum = 0;
    for (let symbol = from; symbol < to; symbol++) {
      const count = (counts[symbol] as number) + (more[symbol] as number);
      if (count === 0) continue;
      sum += count;
      bits += HEADER_CODE_BITS - weightOf(count);
    }
    bits += weightOf(sum);
  }
  return bits;
}
