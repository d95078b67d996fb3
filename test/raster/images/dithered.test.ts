import { expect, it } from 'vitest';
import { random } from '../../../bench/harness/random.ts';
import { dithered } from '../../../src/raster/images/dithered.ts';

it.each([0, 1, 64, 127, 128, 129, 200, 254, 255])(
  'pixels below %d are black, whatever the width',
  (threshold) => {
    const below = random(threshold);
    const [near, height] = [[threshold - 1, threshold, 0, 255].map((grey) => Math.max(0, grey)), 5];
    for (let width = 1; width <= 40; width++) {
      const data = Uint8Array.from({ length: width * height }, (_, at) =>
        at % 3 === 0 ? below(256) : (near[below(4)] as number),
      );
      const { data: dots, bytesPerRow } = dithered({ width, height, data }, 'none', threshold);
      const isBlack = (x: number, y: number): boolean =>
        ((dots[y * bytesPerRow + (x >> 3)] as number) & (0x80 >> (x & 7))) > 0;
      const black = Array.from(data, (_, at) => isBlack(at % width, Math.floor(at / width)));
      expect(black).toEqual(Array.from(data, (grey) => grey < threshold));
      for (let y = 0; y < height; y++)
        for (let x = width; x < 8 * bytesPerRow; x++) expect(isBlack(x, y)).toBe(false);
    }
  },
);
