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

/** Without errors, a byte at a time: 3.4 → 1.4 ms for 4 by 6 inches at 203 dpi. */
function blacken(
  dots: Uint8Array,
  { width, height, data }: GreyPicture,
  bytesPerRow: number,
  threshold: number,
): void {
  for (let y = 0; y < height; y++) {
    const end = (y + 1) * width;
    for (let at = y * width, to = y * bytesPerRow; at < end; to++) {
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
  for (let y = 0; y < height; y++) {
    // Places of the errors of the neighbours of the first pixel.
    const places = spread.map(({ right, down }) => ((y + down) % ROWS) * stride + MARGIN + right);
    const own = (y % ROWS) * stride + MARGIN;
    for (let x = 0; x < width; x++) {
      const grey = (data[y * width + x] as number) + (errors[own + x] as number);
      const isBlack = grey < threshold;
      if (isBlack) dots[y * bytesPerRow + (x >> 3)]! |= 0x80 >> (x & 7);
      const error = grey - (isBlack ? 0 : 255);
      if (error === 0) continue;
      for (let index = 0; index < places.length; index++) {
        errors[(places[index] as number) + x]! += error * (spread[index] as Share).part;
      }
    }
    errors.fill(0, own - MARGIN, own - MARGIN + stride);
  }
}
