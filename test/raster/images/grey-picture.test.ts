import { expect, it } from 'vitest';
import { type GreyPicture, resized } from '../../../src/raster/images/grey-picture.ts';

/** A row of pixels, each of another grey than those beside it. */
const row = (width: number): GreyPicture => ({
  width,
  height: 1,
  data: Uint8Array.from({ length: width }, (_, x) => (x * 89 + 3) % 256),
});
const turned = ({ width, data }: GreyPicture): GreyPicture => ({ width: 1, height: width, data });

it('a whole multiple repeats each pixel', () => {
  for (let width = 1; width <= 60; width++) {
    for (const factor of [2, 3, 5, 7]) {
      const picture = row(width);
      const wanted = Array.from({ length: width * factor }, (_, x) => picture.data[Math.floor(x / factor)]);
      expect(Array.from(resized(picture, width * factor, 1).data)).toEqual(wanted);
      expect(Array.from(resized(turned(picture), 1, width * factor).data)).toEqual(wanted);
    }
  }
});

it('a whole part is the mean of each group of pixels', () => {
  for (let width = 1; width <= 60; width++) {
    for (const factor of [2, 3, 5, 7]) {
      const picture = row(width * factor);
      const wanted = Array.from({ length: width }, (_, x) => {
        const group = picture.data.subarray(x * factor, (x + 1) * factor);
        return Math.round(group.reduce((sum, grey) => sum + grey, 0) / factor);
      });
      for (const { data } of [resized(picture, width, 1), resized(turned(picture), 1, width)]) {
        // Half a grey may be rounded either way.
        expect(
          Math.max(...wanted.map((grey, x) => Math.abs(grey - (data[x] as number)))),
        ).toBeLessThanOrEqual(1);
      }
    }
  }
});

it('a part that is not whole weighs pixels by what it covers of them', () => {
  const picture: GreyPicture = {
    width: 3,
    height: 3,
    data: Uint8Array.from([0, 90, 240, 0, 90, 240, 60, 60, 60]),
  };
  // Two thirds of each pixel at the edges, a third of the one in the middle.
  expect(Array.from(resized(picture, 2, 1).data)).toEqual([40, 147]);
  expect(Array.from(resized(picture, 2, 2).data)).toEqual([30, 190, 50, 103]);
});
