import { codeOf, DeflateBits } from '../../encode/bits.ts';
import { lengthExtraBits, lengthGroup, MATCH_MAX, MATCH_MIN } from '../../encode/label-codes.ts';
import { type BlockCodes, blockCodes, groupOf, type Steps, writeBlock } from './block.ts';
import { findMatches, type Matches } from './matches.ts';

/** Deflate with a window of 32 KiB, no dictionary, "slowest"; the number is a multiple of 31. */
const ZLIB_HEADER = codeOf(0xda78, 16);
const ADLER_MODULUS = 65_521;

/** Ways through all bytes, each by the prices of the codes that suit the one before. */
const WAYS = 2;
/** Longer matches are taken as a whole. */
const LONG = 32;
/** Places at which a block is tried to be cut, evenly apart, then closer to the best of them. */
const CUTS = 10;
/** Steps of a block that is not cut. */
const BLOCK_STEPS_MIN = 400;

/**
 * Dots as a zlib stream of 0.95 (labels) to 0.98 (dithered photos) of the bytes of zlib's level 9, in ten to twenty
 * times its time: earlier bytes are repeated in the way whose codes take the fewest bits, and a block is cut where
 * other codes are better. A few streams of less than 200 bytes are longer than those of zlib. One byte at least.
 *
 * @param bytesPerRow the distance at which most bytes are alike
 */
export function smallestZlib(data: Uint8Array, bytesPerRow: number): Uint8Array {
  const matches = findMatches(data, bytesPerRow);
  let steps: Steps = new Int32Array(0);
  let prices = FIRST_PRICES;
  for (let way = 0; way < WAYS; way++) {
    steps = cheapestSteps(data, matches, 0, data.length, prices);
    prices = pricesOf(blockCodes(steps));
  }
  const writer = new DeflateBits();
  writer.put(ZLIB_HEADER);
  let from = 0;
  const blocks = cutBlocks(steps, blockCodes(steps));
  for (const [index, block] of blocks.entries()) {
    const to = from + lengthOf(block.steps);
    const again = cheapestSteps(data, matches, from, to, pricesOf(block.codes));
    const codes = blockCodes(again);
    const isLast = index === blocks.length - 1;
    if (codes.bits < block.codes.bits) writeBlock(writer, again, codes, isLast);
    else writeBlock(writer, block.steps, block.codes, isLast);
    from = to;
  }
  writer.fillByte();
  // Highest byte first.
  for (const sum of adler(data)) {
    writer.put(codeOf(sum >> 8, 8));
    writer.put(codeOf(sum & 0xff, 8));
  }
  return writer.bytes();
}

/** Bits that each byte, each length of a match and each group of distances takes, extra bits included. */
interface Prices {
  readonly bytes: Float64Array;
  readonly lengths: Float64Array;
  readonly distances: Float64Array;
}

const FIRST_PRICES = pricesOf({
  literals: new Uint8Array(286).fill(6),
  distances: new Uint8Array(30).fill(4),
});

/** Bits of a code that is not among those of a block. */
const UNUSED_BITS = 13;

function pricesOf({ literals, distances }: Pick<BlockCodes, 'literals' | 'distances'>): Prices {
  const bits = (lengths: Uint8Array, symbol: number): number => lengths[symbol] || UNUSED_BITS;
  return {
    bytes: Float64Array.from({ length: 256 }, (_, byte) => bits(literals, byte)),
    lengths: Float64Array.from({ length: MATCH_MAX + 1 }, (_, length) =>
      length < MATCH_MIN ? 0 : bits(literals, 257 + lengthGroup(length)) + lengthExtraBits(length),
    ),
    distances: Float64Array.from(
      { length: 30 },
      (_, group) => bits(distances, group) + Math.max(0, (group >> 1) - 1),
    ),
  };
}

/** The steps from one place to another that take the fewest bits. */
function cheapestSteps(
  data: Uint8Array,
  { found, ends }: Matches,
  from: number,
  to: number,
  { bytes, lengths, distances }: Prices,
): Steps {
  const bits = new Float64Array(to - from + 1).fill(Number.POSITIVE_INFINITY);
  const last = new Int32Array(to - from + 1);
  bits[0] = 0;
  for (let at = from; at < to; at++) {
    const here = bits[at - from] as number;
    const byte = data[at] as number;
    const next = here + (bytes[byte] as number);
    if (next < (bits[at - from + 1] as number)) {
      bits[at - from + 1] = next;
      last[at - from + 1] = byte;
    }
    for (let index = at === 0 ? 0 : (ends[at - 1] as number); index < (ends[at] as number); index++) {
      const match = found[index] as number;
      const distance = match & 0xffff;
      const most = Math.min(match >> 16, to - at);
      const start = here + (distances[groupOf(distance)] as number);
      for (let length = MATCH_MIN; length <= most; length += length < LONG ? 1 : Math.max(1, most - length)) {
        const end = at - from + length;
        const sum = start + (lengths[length] as number);
        if (sum < (bits[end] as number)) {
          bits[end] = sum;
          last[end] = (length << 16) | distance;
        }
      }
    }
  }
  const steps: number[] = [];
  for (let at = to - from; at > 0; at -= Math.max(1, (last[at] as number) >> 16))
    steps.push(last[at] as number);
  return Int32Array.from(steps.toReversed());
}

function lengthOf(steps: Steps): number {
  let sum = 0;
  for (let at = 0; at < steps.length; at++) sum += Math.max(1, (steps[at] as number) >> 16);
  return sum;
}

interface Block {
  readonly steps: Steps;
  readonly codes: BlockCodes;
}

/** Cuts a block where two of their own codes take fewer bits, and those again. */
function cutBlocks(steps: Steps, codes: BlockCodes): readonly Block[] {
  const whole = [{ steps, codes }];
  if (steps.length < 2 * BLOCK_STEPS_MIN) return whole;
  let [low, high] = [BLOCK_STEPS_MIN, steps.length - BLOCK_STEPS_MIN];
  let best: readonly [Block, Block] | null = null;
  let bits = codes.bits;
  while (high - low >= 1) {
    const apart = Math.max(1, (high - low) / CUTS);
    let bestCut = -1;
    for (let place = low; place <= high; place += apart) {
      const cut = Math.round(place);
      const first = blockOf(steps.subarray(0, cut));
      const second = blockOf(steps.subarray(cut));
      const sum = first.codes.bits + second.codes.bits;
      if (sum < bits) {
        bits = sum;
        best = [first, second];
        bestCut = cut;
      }
    }
    if (bestCut < 0 || apart < BLOCK_STEPS_MIN / 4) break;
    [low, high] = [Math.max(low, bestCut - apart), Math.min(high, bestCut + apart)];
  }
  return best === null ? whole : best.flatMap((block) => cutBlocks(block.steps, block.codes));
}

function blockOf(steps: Steps): Block {
  return { steps, codes: blockCodes(steps) };
}

/** Adler-32: the sum of sums, and the sum. */
function adler(data: Uint8Array): readonly [number, number] {
  let [a, b] = [1, 0];
  for (let at = 0; at < data.length; at++) {
    a = (a + (data[at] as number)) % ADLER_MODULUS;
    b = (b + a) % ADLER_MODULUS;
  }
  return [b, a];
}
