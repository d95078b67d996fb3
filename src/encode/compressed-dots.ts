import { Bitmap, type Rows } from '../bitmap/bitmap.ts';
import type { WorkMeter } from '../bitmap/work-meter.ts';
import { type Band, compressBand } from './band.ts';
import { BitJoiner, type Bits, codeOf } from './bits.ts';
import { blockHeader, END_OF_BLOCK } from './label-codes.ts';

/** A bitmap's rows as PNG and PDF both take them: a filter byte each, 0 for black, in one zlib stream. */
export interface CompressedDots {
  readonly width: number;
  readonly height: number;
  readonly stream: Uint8Array;
}

/**
 * Rows that are compressed together, from multiples of this number on. Where bands lie depends on nothing but the
 * image, so that its bytes depend on nothing but its dots, whichever of its bands were made for another image.
 */
export const BAND_ROWS = 16;

/** Deflate with a window of 32 KiB, no dictionary, "fast"; the number is a multiple of 31. */
const ZLIB_HEADER = codeOf(0x5e78, 16);
/** A block without anything that fills up a byte: its kind here, and then its length twice. */
const EMPTY_BLOCK = codeOf(0, 3);
const EMPTY_LENGTHS = [codeOf(0, 16), codeOf(0xffff, 16)];
/** An empty block with the mark of the last one. */
const LAST_BLOCK = codeOf(0b011, 10);
/** More than all that stands between two bands. Bits. */
const SEAM_BITS = 1024;

const ADLER_MODULUS = 65_521;

/** Units of a {@link WorkMeter} for a word of rows that may hold dots, and for a byte that they are compressed to; measured. */
const WORD_WORK = 2;
const BYTE_WORK = 20;

/**
 * @param drawn rows beside which there is no dot: those are not looked at.
 * @param meter counts the work, most of which is known only band by band.
 */
export function compressed(
  dots: Bitmap,
  { top, bottom }: Rows = { top: 0, bottom: dots.height },
  meter?: WorkMeter,
): CompressedDots {
  const { width, height, stride } = dots;
  const bands: Band[] = [];
  for (let first = 0; first < height; first += BAND_ROWS) {
    const last = Math.min(first + BAND_ROWS, height);
    if (last - first === BAND_ROWS && (last <= top || first > bottom)) {
      bands.push(blankBand(width, first === 0 ? 0 : 1));
      continue;
    }
    meter?.spend(WORD_WORK * stride * (last - first));
    const band = compressBand(dots, first, last, spare[bands.length]);
    meter?.spend(BYTE_WORK * (band.bits.length >> 3));
    if (bands.length < SPARE_BANDS && band.bits.words.length <= SPARE_WORDS) spare[bands.length] = band.bits;
    bands.push(band);
  }
  // Memory that is taken from a pool: of its own, it takes longer to come by than to copy.
  return { width, height, stream: Buffer.from(joinBands(width, height, bands).stream) };
}

/** Bits of the image before, whose memory is used again: small labels take a tenth less time. At most 256 KiB. */
const spare: Bits[] = [];
const SPARE_BANDS = 128;
const SPARE_WORDS = 512;

let blank: { readonly width: number; readonly bands: readonly [Band, Band] } | undefined;

/** A band without a dot, as the first of an image and as any other; both are made once for many images. */
function blankBand(width: number, place: 0 | 1): Band {
  if (blank?.width !== width) {
    const dots = Bitmap.create(width, 2 * BAND_ROWS);
    const bands = [compressBand(dots, 0, BAND_ROWS), compressBand(dots, BAND_ROWS, 2 * BAND_ROWS)] as const;
    blank = { width, bands };
  }
  return blank.bands[place];
}

/** All bands of an image, {@link BAND_ROWS} each. The stream is good until the next one is joined. */
export function joinBands(width: number, height: number, bands: readonly Band[]): CompressedDots {
  const header = blockHeader(((width + 7) >> 3) + 1);
  let most = SEAM_BITS;
  for (const { kind, bits } of bands) most += bits.length + (kind === 'blocks' ? SEAM_BITS : 0);
  const joiner = new BitJoiner(most);
  joiner.put(ZLIB_HEADER);
  // Below 2^53 all the time: an image has two million bytes and a thousand bands.
  let a = 1;
  let b = 0;
  let inBlock = false;
  for (const { kind, bits, sum, sumOfSums, length } of bands) {
    if (inBlock && kind === 'blocks') {
      joiner.put(END_OF_BLOCK);
      joiner.put(EMPTY_BLOCK);
      joiner.fillByte();
      for (const code of EMPTY_LENGTHS) joiner.put(code);
    }
    if (!inBlock && kind === 'codes') joiner.add(header);
    inBlock = kind === 'codes';
    joiner.add(bits);
    // Every byte of a band adds what came before it once more to b.
    b += length * a + sumOfSums;
    a += sum;
  }
  if (inBlock) joiner.put(END_OF_BLOCK);
  joiner.put(LAST_BLOCK);
  joiner.fillByte();
  b %= ADLER_MODULUS;
  a %= ADLER_MODULUS;
  // Highest byte first.
  for (const byte of [b >> 8, b & 0xff, a >> 8, a & 0xff]) joiner.put(codeOf(byte, 8));
  return { width, height, stream: joiner.bytes() };
}
