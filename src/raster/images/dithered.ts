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

/**
 * The dots of a grey picture: black where a pixel, with the errors of its neighbours, is darker than the threshold.
 *
 * @param threshold from 0, where nothing is black, to 255
 */
export function dithered({ width, height, data }: GreyPicture, dither: Dither, threshold: number): Picture {
  const bytesPerRow = (width + 7) >> 3;
  const dots = new Uint8Array(bytesPerRow * height);
  const spread = DIFFUSION[dither];
  const errors = Array.from({ length: ROWS }, () => new Float32Array(width));
  for (let y = 0; y < height; y++) {
    const own = errors[y % ROWS] as Float32Array;
    for (let x = 0; x < width; x++) {
      const grey = (data[y * width + x] as number) + (own[x] as number);
      const isBlack = grey < threshold;
      if (isBlack) dots[y * bytesPerRow + (x >> 3)]! |= 0x80 >> (x & 7);
      const error = grey - (isBlack ? 0 : 255);
      for (let index = 0; index < spread.length; index++) {
        const { right, down, part } = spread[index] as Share;
        const row = errors[(y + down) % ROWS] as Float32Array;
        if (x + right >= 0 && x + right < width) row[x + right]! += error * part;
      }
    }
    own.fill(0);
  }
  return { bytesPerRow, rows: height, data: dots };
}
