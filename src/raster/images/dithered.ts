import type { Picture } from '../../zpl/printer.ts';
import { FOUR_WHITE, type GreyPicture, HIGHEST_BITS } from './grey-picture.ts';

/** Ways to make grey of black and white dots. */
export type Dither = 'none' | 'floyd-steinberg' | 'atkinson';

/** The parts of a pixel's error that its neighbours get. */
interface Shares {
  /** The next pixel of the row, and the one after it. */
  readonly next: number;
  readonly second: number;
  /** The pixels below: to the left, in the middle, and to the right. */
  readonly left: number;
  readonly below: number;
  readonly right: number;
  /** The pixel two rows below. */
  readonly lowest: number;
}

const SHARES: Readonly<Record<Exclude<Dither, 'none'>, Shares>> = {
  'floyd-steinberg': { next: 7 / 16, second: 0, left: 3 / 16, below: 5 / 16, right: 1 / 16, lowest: 0 },
  // A quarter is lost, which keeps light and dark places clean.
  atkinson: { next: 1 / 8, second: 1 / 8, left: 1 / 8, below: 1 / 8, right: 1 / 8, lowest: 1 / 8 },
};

/**
 * The dots of a grey picture: black where a pixel, with the errors of its neighbours, is darker than the threshold.
 *
 * @param threshold from 0, where nothing is black, to 255
 */
export function dithered(picture: GreyPicture, dither: Dither, threshold: number): Picture {
  const { width, height } = picture;
  const bytesPerRow = (width + 7) >> 3;
  const dots = new Uint8Array(bytesPerRow * height);
  if (dither === 'none') blacken(dots, picture, bytesPerRow, threshold);
  else diffuse(dots, picture, bytesPerRow, threshold, SHARES[dither]);
  return { bytesPerRow, rows: height, data: dots };
}

/** Without errors, eight pixels at a time: most pages are white for the most part. */
function blacken(
  dots: Uint8Array,
  { width, height, data }: GreyPicture,
  bytesPerRow: number,
  threshold: number,
): void {
  const words = new DataView(data.buffer, data.byteOffset, data.length);
  const lowBits = Math.imul(threshold & 0x7f, 0x01010101);
  const isBright = threshold > 0x7f;
  /** The dots of four pixels, in the lowest bits. */
  const nibble = (four: number): number => {
    // The highest bits of pixels whose other bits are no less than those of the threshold.
    const rest = (four | HIGHEST_BITS) - lowBits;
    const white = isBright ? four & rest : four | rest;
    // Each summand of the factor moves one of the four bits to its place.
    return Math.imul((~white & HIGHEST_BITS) >>> 7, 0x10204080) >>> 28;
  };
  for (let y = 0; y < height; y++) {
    const end = (y + 1) * width;
    let at = y * width;
    let to = y * bytesPerRow;
    for (; at + 8 <= end; at += 8, to++) {
      const [first, second] = [words.getInt32(at), words.getInt32(at + 4)];
      if ((first & second) !== FOUR_WHITE) dots[to] = (nibble(first) << 4) | nibble(second);
    }
    for (let bit = 0x80; at < end; bit >>= 1, at++) {
      if ((data[at] as number) < threshold) dots[to]! |= bit;
    }
  }
}

/**
 * With errors, which are numbers of single precision, rounded after each sum. Variables hold those of the last pixels
 * and of the three below, since arrays take twice the time.
 */
function diffuse(
  dots: Uint8Array,
  { width, height, data }: GreyPicture,
  bytesPerRow: number,
  threshold: number,
  { next, second, left, below, right, lowest }: Shares,
): void {
  const { fround } = Math;
  // Errors of this row and of the two below; a row has a margin of a pixel before it and of two after it.
  let [own, lower, last] = [0, 1, 2].map(() => new Float32Array(width + 3)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let y = 0; y < height; y++) {
    let from = y * width;
    let to = y * bytesPerRow;
    let byte = 0;
    let bit = 0x80;
    let mine = own[1] as number;
    let fromLast = 0;
    let lowerLeft = 0;
    let lowerOwn = lower[1] as number;
    for (let x = 1; x <= width; x++) {
      const grey = (data[from++] as number) + mine;
      let error = grey;
      if (grey < threshold) byte |= bit;
      else error -= 255;
      mine = fround(fround((own[x + 1] as number) + fromLast) + error * next);
      fromLast = error * second;
      lower[x - 1] = lowerLeft + error * left;
      lowerLeft = fround(lowerOwn + error * below);
      lowerOwn = fround((lower[x + 1] as number) + error * right);
      last[x] = error * lowest;
      bit >>= 1;
      if (bit === 0) {
        dots[to++] = byte;
        byte = 0;
        bit = 0x80;
      }
    }
    if (bit !== 0x80) dots[to] = byte;
    lower[width] = lowerLeft;
    [own, lower, last] = [lower, last, own];
  }
}
