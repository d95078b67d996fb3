import { constants, deflateSync } from 'node:zlib';
import { ADLER_MODULUS, codeOf, DeflateBits } from '../../encode/bits.ts';
import { type BlockCodes, blockCodes, type DeflateSteps, writeBlock } from './block.ts';
import { cheapestSteps } from './cheapest-steps.ts';
import { cutBlocks } from './cut-blocks.ts';

/** Deflate with a window of 32 KiB, no dictionary, "slowest"; the number is a multiple of 31. */
const ZLIB_HEADER = codeOf(0xda78, 16);
/** Bytes that {@link adler} sums up before its sums would be too large for 32 bits. */
const ADLER_BYTES = 3800;
/** Bytes of a short stream: zlib's own may be shorter. */
const SHORT_BYTES = 1024;
/** Bytes of a small dithered picture, for which zlib's slowest level is affordable. */
const SMALL_BYTES = 32_768;
/** A stream that is longer by no more than 2 % is as good as the usual one. */
const HARDLY = 1.02;
/** The part of the bytes that differ from those before and above, from which on a picture may be dithered. */
const DITHERED = 0.6;

/**
 * Dots as a zlib stream, which for labels has 0.95 of the bytes of zlib's level 9, in the same time: repeats of earlier
 * bytes are chosen so that their codes take the fewest bits, and a block ends where other codes are better. Dithered
 * pictures, in which hardly anything is repeated, are left to zlib. At least one byte is needed. Good until the next
 * call.
 *
 * @param bytesPerRow the distance at which most bytes are alike
 */
export function smallestZlib(data: Uint8Array, bytesPerRow: number): Uint8Array {
  if (mayBeDithered(data, bytesPerRow)) {
    const usual = deflateSync(data, { level: data.length < SMALL_BYTES ? 9 : 6 });
    // Repeats of the byte before alone, in a fifth of the time. If zlib's other repeats hardly gain, the cheapest do
    // not either.
    const runs = deflateSync(data, { strategy: constants.Z_RLE, memLevel: 9 });
    if (runs.length <= HARDLY * usual.length) return shorter(usual, runs);
    return shorter(usual, cheapestZlib(data, bytesPerRow));
  }
  const own = cheapestZlib(data, bytesPerRow);
  return own.length > SHORT_BYTES ? own : shorter(own, deflateSync(data, { level: 9 }));
}

function shorter(first: Uint8Array, second: Uint8Array): Uint8Array {
  return first.length <= second.length ? first : second;
}

function mayBeDithered(data: Uint8Array, bytesPerRow: number): boolean {
  const least = DITHERED * data.length;
  let others = 0;
  // Most pictures prove early that they are not dithered.
  for (let at = bytesPerRow; at < data.length && others + data.length - at > least; at++) {
    const byte = data[at];
    if (byte !== data[at - 1] && byte !== data[at - bytesPerRow]) others++;
  }
  return others > least;
}

const writer = new DeflateBits();

function cheapestZlib(data: Uint8Array, bytesPerRow: number): Uint8Array {
  const steps = cheapestSteps(data, bytesPerRow);
  writer.cutBack(0);
  writer.put(ZLIB_HEADER);
  const blocks = blocksOf(steps);
  for (const [index, block] of blocks.entries()) {
    writeBlock(writer, block.steps, block.codes, index === blocks.length - 1);
  }
  return writer.endZlib(...adler(data));
}

interface Block {
  readonly steps: DeflateSteps;
  readonly codes: BlockCodes;
}

/** Cuts steps into blocks where that takes fewer bits. */
function blocksOf(steps: DeflateSteps): readonly Block[] {
  const ends = cutBlocks(steps);
  return ends.map((end, index) => {
    const part = steps.subarray(ends[index - 1] ?? 0, end);
    return { steps: part, codes: blockCodes(part) };
  });
}

/** The two sums of Adler-32. */
function adler(data: Uint8Array): readonly [sum: number, sumOfSums: number] {
  let [sum, sumOfSums] = [1, 0];
  for (let at = 0; at < data.length; ) {
    for (const end = Math.min(at + ADLER_BYTES, data.length); at < end; at++) {
      sum += data[at] as number;
      sumOfSums += sum;
    }
    sum %= ADLER_MODULUS;
    sumOfSums %= ADLER_MODULUS;
  }
  return [sum, sumOfSums];
}
