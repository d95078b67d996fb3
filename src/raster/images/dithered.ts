import type { Picture } from '../../zpl/printer.ts';
import type { GreyPicture } from './grey-picture.ts';

/** Ways to make grey of black and white dots. */
export type Dither = 'none' | 'floyd-steinberg' | 'atkinson';

/** The part of a pixel's error that a neighbour gets: columns to the right, rows down. */
interface Share {
  readonly right: number;
  readonly down: number;
  readonly part: number;
}

/** The first share is that of the next pixel. */
const DIFFUSION: Readonly<Record<Dither, readonly Share[]>> = {
  none: [],
  'floyd-steinberg': [
    { right: 1, down: 0, part: 7 / 16 },
    { right: -1, down: 1, part: 3 / 16 },
    { right: 0, down: 1, part: 5 / 16 },
    { right: 1, down: 1, part: 1 / 16 },
  ],
  // An eighth each, and a quarter is lost, which keeps light and dark places clean.
  atkinson: [
    { right: 1, down: 0, part: 1 / 8 },
    { right: 2, down: 0, part: 1 / 8 },
    { right: -1, down: 1, part: 1 / 8 },
    { right: 0, down: 1, part: 1 / 8 },
    { right: 1, down: 1, part: 1 / 8 },
    { right: 0, down: 2, part: 1 / 8 },
  ],
};

/** Rows that errors reach, the running one included. */
const ROWS = 3;
/** Columns that errors reach to either side: rows of them have a margin, which nothing reads. */
const MARGIN = 2;

/**
 * The dots of a grey picture: black where a pixel, with the errors of its neighbours, is darker than the threshold.
 *
 * @param threshold from 0, where nothing is black, to 255
 */
export function dithered(picture: GreyPicture, dither: Dither, threshold: number): Picture {
  const { width, height } = picture;
  const bytesPerRow = (width + 7) >> 3;
  const dots = new Uint8Array(bytesPerRow * height);
  const spread = DIFFUSION[dither];
  if (spread.length === 0) blacken(dots, picture, bytesPerRow, threshold);
  else diffuse(dots, picture, bytesPerRow, threshold, spread);
  return { bytesPerRow, rows: height, data: dots };
}

/** Four white pixels as a word. */
const WHITE = -1;

/** Without errors, a byte of dots at a time: most pages are white for the most part. */
function blacken(
  dots: Uint8Array,
  { width, height, data }: GreyPicture,
  bytesPerRow: number,
  threshold: number,
): void {
  const words = new DataView(data.buffer, data.byteOffset, data.length);
  for (let y = 0; y < height; y++) {
    const end = (y + 1) * width;
    for (let at = y * width, to = y * bytesPerRow; at < end; to++) {
      if (at + 8 <= end && words.getInt32(at) === WHITE && words.getInt32(at + 4) === WHITE) {
        at += 8;
        continue;
      }
      let byte = 0;
      for (let bit = 0x80; bit > 0 && at < end; bit >>= 1, at++) {
        if ((data[at] as number) < threshold) byte |= bit;
      }
      dots[to] = byte;
    }
  }
}

function diffuse(
  dots: Uint8Array,
  { width, height, data }: GreyPicture,
  bytesPerRow: number,
  threshold: number,
  spread: readonly Share[],
): void {
  const stride = width + 2 * MARGIN;
  const errors = new Float32Array(ROWS * stride);
  // Shares as plain numbers. The error of the next pixel is in none of the arrays, since each pixel waits for the one
  // before it.
  const [toNext = 0, ...parts] = spread.map(({ part }) => part);
  const others = Float64Array.from(parts);
  const places = new Int32Array(others.length);
  for (let y = 0; y < height; y++) {
    // Places of the errors of the neighbours of the first pixel.
    for (const [index, { right, down }] of spread.slice(1).entries()) {
      places[index] = ((y + down) % ROWS) * stride + MARGIN + right;
    }
    const own = (y % ROWS) * stride + MARGIN;
    let mine = errors[own] as number;
    for (let x = 0; x < width; x++) {
      const grey = (data[y * width + x] as number) + mine;
      const isBlack = grey < threshold;
      if (isBlack) dots[y * bytesPerRow + (x >> 3)]! |= 0x80 >> (x & 7);
      const error = grey - (isBlack ? 0 : 255);
      mine = errors[own + x + 1] as number;
      if (error === 0) continue;
      mine = Math.fround(mine + error * toNext);
      for (let index = 0; index < others.length; index++) {
        errors[(places[index] as number) + x]! += error * (others[index] as number);
      }
    }
    errors.fill(0, own - MARGIN, own - MARGIN + stride);
  }
}
