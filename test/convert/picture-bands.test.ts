import { expect, it } from 'vitest';
import type { Bitmap } from '../../src/bitmap/bitmap.ts';
import { convertPicture, type PictureOptions } from '../../src/convert/convert-picture.ts';
import { pictureZpl } from '../../src/convert/picture-zpl.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { lint } from '../../src/lint/lint.ts';
import { type PictureHeader, pictureHeader } from '../../src/raster/images/picture-header.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { pictureFile } from '../support/pictures.ts';
import { PLAIN_PICTURE } from '../support/plain-picture.ts';

/** Dots of 4 × 6 inches at 203 dpi. */
const [WIDTH, HEIGHT] = [812, 1218];
const SIZE = { widthMm: 101.6, heightMm: 152.4, dpi: 203 };

/** Lines and squares above, and below a pattern that no encoding makes much shorter. */
const isBlack = (x: number, y: number): boolean =>
  y < 700 ? x % 100 < 3 || (x >> 5) % 3 === (y >> 5) % 5 : ((x * x + 7 * y * y + x * y * 3) >> 4) % 3 === 0;
const FILE = pictureFile(
  Array.from({ length: HEIGHT }, (_, y) =>
    Array.from({ length: WIDTH }, (_, x) => (isBlack(x, y) ? '#' : '.')).join(''),
  ),
);

const converted = (file: Buffer, options: Partial<PictureOptions> = {}): string =>
  convertPicture(file, pictureHeader(file) as PictureHeader, { ...PLAIN_PICTURE, ...options });

const drawn = (zpl: string): Bitmap =>
  renderImages(zpl as ByteString, SIZE, 'first', { now: new Date(0) }).bitmaps[0] as Bitmap;

/** The place, the two counts and the bytes of a row of each `^GF` with an origin. */
const fieldsOf = (zpl: string): readonly (readonly number[])[] =>
  [...zpl.matchAll(/\^FO(\d+),(\d+)\^GFA,(\d+),(\d+),(\d+),[^^]+\^FS/g)].map(([, ...counts]) =>
    counts.map(Number),
  );

const BANDS = [
  [0, 0, 99_960, 99_960, 102],
  [0, 980, 24_276, 24_276, 102],
];

it.each([null, 'z64', 'b64', 'hex', 'ascii'] as const)(
  'a picture too large for one field is drawn by bands of the same dots, encoded as %s',
  (encoding) => {
    const label = converted(FILE, { encoding, isLabel: true });
    expect(fieldsOf(label)).toEqual(BANDS);
    expect(lint(Buffer.from(label, 'latin1'), { size: SIZE })).toEqual([]);
    const fields = converted(FILE, { encoding });
    expect(label).toBe(`^XA^PW${WIDTH}^LL${HEIGHT}${fields.trimEnd()}^XZ\n`);
    const bitmap = drawn(label);
    expect([bitmap.width, bitmap.height]).toEqual([WIDTH, HEIGHT]);
    let others = 0;
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++) if (bitmap.has(x, y) !== isBlack(x, y)) others++;
    expect(others).toBe(0);
  },
);

it('each band has the shortest encoding', () => {
  const payloads = (encoding: PictureOptions['encoding']): readonly string[] =>
    [...converted(FILE, { encoding }).matchAll(/\^GFA,\d+,\d+,\d+,([^^]+)\^FS/g)].map(
      ([, data = '']) => data,
    );
  const each = (['z64', 'b64', 'ascii'] as const).map(payloads);
  const shortest = BANDS.map((_, band) => Math.min(...each.map((all) => all[band]?.length ?? 0)));
  expect(payloads(null).map(({ length }) => length)).toEqual(shortest);
});

it('a picture of as many bytes as a field may have is one, and a row more makes another', () => {
  // 369 rows of 271 bytes: 99,999.
  const ofRows = (rows: number): string => {
    const data = new Uint8Array(271 * rows).fill(0xaa);
    return pictureZpl({ data, bytesPerRow: 271, rows }, 8 * 271, PLAIN_PICTURE);
  };
  expect(ofRows(369)).toMatch(/^\^GFA,99999,99999,271,[^^]+\^FS\n$/);
  expect(fieldsOf(ofRows(370))).toEqual([
    [0, 0, 99_999, 99_999, 271],
    [0, 369, 271, 271, 271],
  ]);
});

it('a stored picture is whole: its count has no such bound', () => {
  const label = converted(FILE, { name: 'R:LOGO.GRF', isLabel: true });
  expect(label).toMatch(
    /^~DGR:LOGO\.GRF,124236,102,[^^]+\n\^XA\^PW812\^LL1218\^FO0,0\^XGR:LOGO\.GRF,1,1\^FS\^XZ\n$/,
  );
});

it('a picture with a side longer than a label may be is refused', () => {
  const tall = pictureFile(Array.from({ length: 2 }, () => '#'));
  expect(() => converted(tall, { heightMm: 2000, widthMm: 1, dpi: 600 })).toThrow(
    'the picture would have 24 x 47244 dots; 32000 dots are allowed on each side',
  );
});
