import { describe, expect, it } from 'vitest';
import { bmpPixels, decodeBmp } from '../../../src/raster/images/bmp.ts';
import { dotsOf } from './dots-of.ts';

interface Form {
  readonly width?: number;
  /** Negative for rows that come from the top. */
  readonly height?: number;
  readonly depth: number;
  readonly compression?: number;
  /** Blue, green, red, nothing. */
  readonly palette?: readonly number[];
}

/** A bitmap of these rows, each padded to four bytes, in the order of the file. */
function bmp(rows: readonly (readonly number[])[], form: Form): Buffer {
  const { width = 4, height = rows.length, depth, compression = 0, palette = [] } = form;
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(54 + palette.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(depth, 28);
  header.writeUInt32LE(compression, 30);
  const padded = rows.map((row) => Buffer.concat([Buffer.from(row)], Math.ceil(row.length / 4) * 4));
  return Buffer.concat([header, Buffer.from(palette), ...padded]);
}

/** The same with the header of OS/2 1.x: shorter, and three bytes a colour. */
function oldBmp(row: readonly number[], width: number, palette: readonly number[]): Buffer {
  const header = Buffer.alloc(26);
  header.write('BM');
  header.writeUInt32LE(26 + palette.length, 10);
  header.writeUInt32LE(12, 14);
  header.writeUInt16LE(width, 18);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt16LE(1, 24);
  return Buffer.concat([header, Buffer.from(palette), Buffer.from(row)]);
}

const dots = (file: Buffer, maxBytes = 1000): string[] | null => dotsOf(decodeBmp(file, maxBytes));
const BLACK_WHITE = [0, 0, 0, 0, 255, 255, 255, 0];
const WHITE_BLACK = [255, 255, 255, 0, 0, 0, 0, 0];
const grey = (...levels: readonly number[]): number[] => levels.flatMap((level) => [level, level, level, 0]);

/** Grey levels of the pixels of the first rows; each pixel is opaque. */
const levels = (file: Buffer, width = 4, height = 1): (number | undefined)[] | null => {
  const pixels = bmpPixels(file, { width, height });
  if (pixels === null) return null;
  expect(pixels.length).toBe(4 * width * height);
  return Array.from({ length: width * height }, (_, at) => {
    const [red, green, blue, alpha] = pixels.subarray(4 * at, 4 * at + 4);
    expect([green, blue, alpha]).toEqual([red, red, 255]);
    return red;
  });
};

/** A row of 32 bits a pixel with the header of version 4, whose last mask is that of alpha. */
function bmpWithAlpha(row: readonly number[], alphaMask = 0xff000000): Buffer {
  const header = Buffer.alloc(14 + 108);
  header.write('BM');
  header.writeUInt32LE(header.length, 10);
  header.writeUInt32LE(108, 14);
  header.writeInt32LE(row.length / 4, 18);
  header.writeInt32LE(1, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(32, 28);
  header.writeUInt32LE(3, 30);
  for (const [at, mask] of [0xff0000, 0xff00, 0xff, alphaMask].entries())
    header.writeUInt32LE(mask, 54 + 4 * at);
  return Buffer.concat([header, Buffer.from(row)]);
}

describe('bmpPixels', () => {
  it.each<[string, Buffer, number[]]>([
    ['1 bit', bmp([[0b01010000]], { depth: 1, palette: BLACK_WHITE }), [0, 255, 0, 255]],
    ['4 bits', bmp([[0x01, 0x23]], { depth: 4, palette: grey(0, 127, 128, 255) }), [0, 127, 128, 255]],
    [
      'a colour that the palette lacks',
      bmp([[0, 1, 2, 9]], { depth: 8, palette: grey(7, 8) }),
      [7, 8, 255, 255],
    ],
    ['24 bits', bmp([[0, 0, 0, 9, 9, 9, 255, 255, 255, 3, 3, 3]], { depth: 24 }), [0, 9, 255, 3]],
    ['32 bits', bmp([grey(0, 127, 128, 255)], { depth: 32 }), [0, 127, 128, 255]],
    [
      '32 bits by the usual masks',
      bmp([grey(5, 6, 7, 8)], {
        depth: 32,
        compression: 3,
        palette: [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0],
      }),
      [5, 6, 7, 8],
    ],
    ['the old header', oldBmp([0b00110000, 0, 0, 0], 4, [0, 0, 0, 255, 255, 255]), [0, 0, 255, 255]],
  ])('reads %s', (_, file, expected) => {
    expect(levels(file)).toEqual(expected);
  });

  it('takes colours in the order blue, green, red, and rows from the bottom or the top', () => {
    const rows = [
      [1, 2, 3],
      [4, 5, 6],
    ];
    const size = { width: 1, height: 2 };
    const [bottomUp, topDown] = [2, -2].map((height) =>
      bmpPixels(bmp(rows, { depth: 24, width: 1, height }), size),
    );
    expect([...(bottomUp ?? [])]).toEqual([6, 5, 4, 255, 3, 2, 1, 255]);
    expect([...(topDown ?? [])]).toEqual([3, 2, 1, 255, 6, 5, 4, 255]);
  });

  it.each<[string, Buffer]>([
    ['that ends early', bmp([[0, 0, 0]], { depth: 24 })],
    ['of another size', bmp([[0, 0, 0]], { depth: 24, width: 1 })],
    ['that is compressed', bmp([[0, 0, 0, 0]], { depth: 8, compression: 1 })],
    [
      'of other masks',
      bmp([[0, 0, 0, 0]], { depth: 32, width: 1, compression: 3, palette: Array(12).fill(1) as number[] }),
    ],
    ['of 16 bits', bmp([[0, 0]], { depth: 16 })],
  ])('refuses one %s', (_, file) => {
    expect(levels(file)).toBeNull();
  });
});

describe('decodeBmp', () => {
  it.each<[string, Buffer]>([
    ['1 bit, 0 is black', bmp([[0b00110000]], { depth: 1, palette: BLACK_WHITE })],
    ['1 bit, 1 is black', bmp([[0b11000000]], { depth: 1, palette: WHITE_BLACK })],
    ['4 bits', bmp([[0x01, 0x23]], { depth: 4, palette: grey(0, 127, 128, 255) })],
    ['8 bits', bmp([[0, 1, 2, 3]], { depth: 8, palette: grey(0, 127, 128, 255) })],
    ['24 bits', bmp([[0, 0, 0, 9, 9, 9, 255, 255, 255, 200, 200, 200]], { depth: 24 })],
    ['32 bits', bmp([grey(0, 127, 128, 255)], { depth: 32 })],
    ['the old header', oldBmp([0b00110000, 0, 0, 0], 4, [0, 0, 0, 255, 255, 255])],
  ])('reads %s', (_, file) => {
    expect(dots(file)).toEqual(['11000000']);
  });

  it('takes colours in the order blue, green, red', () => {
    const blueGreenRed = [255, 0, 0, 0, 255, 0, 0, 0, 255];
    expect(dots(bmp([blueGreenRed], { depth: 24, width: 3 }))).toEqual(['10100000']);
  });

  it('begins at the bottom, unless the height is negative', () => {
    const rows = [[0b01111111], [0b11111110]];
    const form = { width: 8, depth: 1, palette: BLACK_WHITE };
    expect(dots(bmp(rows, form))).toEqual(['00000001', '10000000']);
    expect(dots(bmp(rows, { ...form, height: -2 }))).toEqual(['10000000', '00000001']);
  });

  it.each<[string, Buffer]>([
    ['compressed bitmaps', bmp([[4, 0, 0, 1]], { depth: 8, compression: 1, palette: BLACK_WHITE })],
    ['16 bits', bmp([[0, 0, 0, 0]], { depth: 16 })],
    ['no width', bmp([[0]], { depth: 1, width: 0, palette: BLACK_WHITE })],
    ['a negative width', bmp([[0]], { depth: 1, width: -4, palette: BLACK_WHITE })],
    ['too few rows', bmp([[0]], { depth: 1, height: 2, palette: BLACK_WHITE })],
    ['half a header', bmp([[0]], { depth: 1, palette: BLACK_WHITE }).subarray(0, 30)],
    ['other files', Buffer.alloc(100, 'GIF89a')],
  ])('refuses %s', (_, file) => {
    expect(dots(file)).toBeNull();
  });

  it('refuses what would take more memory than allowed', () => {
    const file = bmp([[0], [0]], { depth: 1, palette: BLACK_WHITE });
    expect(dots(file, 8)).not.toBeNull();
    expect(dots(file, 7)).toBeNull();
    expect(dots(bmp([], { depth: 32, width: 2 ** 31 - 1, height: 2 ** 31 - 1 }))).toBeNull();
  });
});

describe('the alpha of a BMP', () => {
  const ROW = [0, 0, 0, 0, 1, 1, 1, 128, 2, 2, 2, 255, 3, 3, 3, 7];
  const alphas = (file: Buffer): number[] =>
    [...(bmpPixels(file, { width: 4, height: 1 }) ?? [])].filter((_, at) => at % 4 === 3);

  it('is that of its pixels if a mask names it', () => {
    expect(alphas(bmpWithAlpha(ROW))).toEqual([0, 128, 255, 7]);
  });

  it.each([
    ['without a mask of alpha', bmpWithAlpha(ROW, 0)],
    ['without masks', bmp([ROW], { depth: 32 })],
    ['whose pixels all have none', bmpWithAlpha(ROW.map((byte, at) => (at % 4 === 3 ? 0 : byte)))],
  ])('is 255 in a file %s', (_, file) => {
    expect(alphas(file)).toEqual([255, 255, 255, 255]);
  });
});
