import { expect, it } from 'vitest';
import { drawnScale } from '../../../src/raster/images/decoding-memory.ts';

import { type PictureHeader, pictureHeader } from '../../../src/raster/images/picture-header.ts';
import { flatJpeg } from '../../support/flat-jpeg.ts';
import { claimedPng } from '../../support/pictures.ts';

const drawn = (file: Buffer) => drawnScale(file, pictureHeader(file) as PictureHeader);

/** A PNG that claims to be interlaced, of 16 bits a sample in four channels. */
function interlaced(width: number, height: number): Buffer {
  const file = claimedPng(width, height);
  file.set([16, 6, 0, 0, 1], 24);
  return file;
}

it.each<[string, Buffer, Buffer]>([
  ['JPEG', flatJpeg(8192, 8192), flatJpeg(8193, 8192)],
  ['JPEG of four inks', flatJpeg(5900, 5900, { components: 4 }), flatJpeg(6000, 6000, { components: 4 })],
  [
    'progressive JPEG',
    flatJpeg(4000, 4000, { isProgressive: true }),
    flatJpeg(4100, 4100, { isProgressive: true }),
  ],
  ['JPEG of several scans', flatJpeg(4000, 4000, { scans: 3 }), flatJpeg(4100, 4100, { scans: 3 })],
  [
    'progressive JPEG of four inks',
    flatJpeg(3700, 3700, { components: 4, isProgressive: true }),
    flatJpeg(3750, 3750, { components: 4, isProgressive: true }),
  ],
  ['PNG', claimedPng(5900, 5900), claimedPng(6000, 6000)],
  ['interlaced PNG of 16 bits', interlaced(3700, 3700), interlaced(3750, 3750)],
])('a %s has as many pixels as there is memory to decode', (_, taken, refused) => {
  expect(drawn(taken)).toHaveProperty('scale');
  expect(drawn(refused)).toEqual({ pixelsMax: expect.any(Number) });
});

it('a JPEG is decoded by rows where there is no memory for all of its pixels', () => {
  expect(drawn(flatJpeg(5900, 5900))).toMatchObject({ isByRows: false });
  for (const components of [1, 3] as const) {
    const { scale, isByRows } = drawn(flatJpeg(8000, 6000, { components })) as {
      scale: number;
      isByRows: boolean;
    };
    expect([isByRows, scale * 8000 * scale * 6000]).toEqual([true, expect.closeTo(6_000_000)]);
  }
});

it('a JPEG that ends within its frame is not decoded by rows', () => {
  const jpeg = flatJpeg(8000, 6000);
  const sizes = jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 9;
  expect(drawn(jpeg.subarray(0, sizes))).toEqual({ pixelsMax: expect.any(Number) });
});

it('a picture of 20 million pixels is drawn as it is, and larger ones the smaller the more they have', () => {
  expect(drawn(claimedPng(5000, 4000))).toEqual({ scale: 1, isByRows: false });
  const scales = [5001, 6500, 8000, 8700].map((width) => {
    const { scale } = drawn(claimedPng(width, 4000)) as { readonly scale: number };
    return scale;
  });
  expect(scales).toEqual(scales.toSorted((a, b) => b - a));
  expect(scales[0]).toBeGreaterThan(0.999);
  // The canvas makes smaller copies first below a half.
  expect(scales[3]).toBeGreaterThan(0.53);
});

it('what the file itself takes is left out of the memory for its pixels', () => {
  const file = claimedPng(5900, 5900);
  const padded = Buffer.concat([file, Buffer.alloc(2 ** 24)]);
  expect(drawn(padded)).toEqual({ pixelsMax: expect.any(Number) });
});
