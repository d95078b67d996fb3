import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isAnimated } from '../../src/convert/animated.ts';
import { convertPicture, type PictureOptions } from '../../src/convert/convert-picture.ts';
import { graphicField } from '../../src/labelary/graphic-field.ts';
import { type PictureHeader, pictureHeader } from '../../src/raster/images/picture-header.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { decodeGraphic } from '../../src/zpl/graphic-field.ts';
import { animatedGif, inBase64, pictureFile, type Rows, withOrientation } from '../support/pictures.ts';
import { PLAIN_PICTURE } from '../support/plain-picture.ts';
import { run } from '../template/run.ts';

const stored = (name: string): Buffer => readFileSync(new URL(`pictures/${name}`, import.meta.url));

function dotsOf(zpl: string): Rows {
  const [, bytes, perRow, payload] = /\^GFA,\d+,(\d+),(\d+),([^^]*)\^FS/.exec(zpl) ?? [];
  const bytesPerRow = Number(perRow);
  const { data } = decodeGraphic('A', payload as ByteString, Number(bytes), bytesPerRow);
  return Array.from({ length: Number(bytes) / bytesPerRow }, (_, y) =>
    Array.from(data.subarray(y * bytesPerRow, (y + 1) * bytesPerRow), (byte) =>
      byte.toString(2).padStart(8, '0').replaceAll('0', '.').replaceAll('1', '#'),
    ).join(''),
  );
}

const converted = (file: Buffer, options: Partial<PictureOptions> = {}): Rows =>
  dotsOf(convertPicture(file, pictureHeader(file) as PictureHeader, { ...PLAIN_PICTURE, ...options }));

/** Each letter eight times across and down. */
const eightfold = (...rows: Rows): Rows =>
  rows.flatMap((row) => Array.from({ length: 8 }, () => row.replaceAll(/./g, (letter) => letter.repeat(8))));

describe('a JPEG with an orientation in its EXIF', () => {
  // Three black squares, in the order of which turns and mirrors differ.
  const jpeg = pictureFile(['##..', '#...'], 'image/jpeg', 8);
  const wide: readonly (readonly [number, Rows])[] = [
    [1, ['##..', '#...']],
    [2, ['..##', '...#']],
    [3, ['...#', '..##']],
    [4, ['#...', '##..']],
  ];
  const tall: readonly (readonly [number, Rows])[] = [
    [5, ['##', '#.', '..', '..']],
    [6, ['##', '.#', '..', '..']],
    [7, ['..', '..', '.#', '##']],
    [8, ['..', '..', '#.', '##']],
  ];

  it.each([...wide, ...tall])('of %i is converted upright', (orientation, rows) => {
    for (const order of ['II', 'MM'] as const) {
      expect(converted(withOrientation(jpeg, orientation, order))).toEqual(eightfold(...rows));
    }
  });

  it.each([...wide, ...tall])('of %i is drawn upright as a value', (orientation, rows) => {
    const photo = inBase64(withOrientation(jpeg, orientation));
    const [bytesPerRow, height] = [rows[0]?.length ?? 0, 8 * rows.length];
    const box = `${bytesPerRow * height},${bytesPerRow * height},${bytesPerRow}`;
    const zpl = `^XA^FXsvc-barcode:1;symbology=image;template=%7Bphoto%7D^FS^FO9,9^GFA,${box},^FS^XZ`;
    expect(dotsOf(run(zpl, { photo }))).toEqual(eightfold(...rows));
  });

  it.each([...wide, ...tall])('of %i is upright as a graphic field', (orientation, rows) => {
    const field = graphicField({ file: withOrientation(jpeg, orientation), format: 'zpl' });
    expect(dotsOf(field.toString())).toEqual(eightfold(...rows));
  });

  it('is cropped and turned as it is seen', () => {
    const file = withOrientation(jpeg, 6);
    const crop = { x: 0, y: 8, width: 16, height: 8 };
    expect(converted(file, { crop })).toEqual(eightfold('.#'));
    expect(converted(file, { crop, turn: 90 })).toEqual(eightfold('.', '#'));
  });

  it('stays as it is where the EXIF is damaged', () => {
    const file = withOrientation(jpeg, 6);
    // The entry is behind the end of the segment.
    file.writeUInt32BE(999, file.indexOf('MM') + 4);
    expect(converted(file)).toEqual(eightfold('##..', '#...'));
  });
});

it('a WebP is turned as its EXIF says', () => {
  expect(converted(stored('turned.webp'))).toEqual(eightfold('.#', '.#', '..', '..'));
});

it('a BMP is converted, and drawn as a graphic field', () => {
  // 32 x 8 pixels of a bit each, from the top; the first colour is black.
  const file = Buffer.alloc(62 + 4 * 8, 0b0000_1111);
  file.fill(0, 0, 62);
  file.write('BM');
  for (const [number, at] of [
    [62, 10],
    [40, 14],
    [32, 18],
    [-8, 22],
  ] as const)
    file.writeInt32LE(number, at);
  for (const [number, at] of [
    [1, 26],
    [1, 28],
    [0xffff, 58],
    [0xff, 60],
  ] as const)
    file.writeUInt16LE(number, at);
  const rows = Array.from({ length: 8 }, () => '####....'.repeat(4));
  expect(converted(file)).toEqual(rows);
  expect(dotsOf(graphicField({ file, format: 'zpl' }).toString())).toEqual(rows);
  expect(() => converted(file.subarray(0, -1))).toThrow(
    'the BMP picture is damaged, compressed or of 16 bits a pixel',
  );
});

it('a JPEG in CMYK has the dots of its colours', () => {
  expect(converted(stored('cmyk.jpg'))).toEqual(eightfold('##..', '....'));
});

it('levels are those of the ICC profile: 100 of 255 is light where the profile counts light', () => {
  const file = stored('linear-light.png');
  expect(converted(file, { threshold: 160 })).toEqual(eightfold('..'));
  expect(converted(file, { threshold: 176 })).toEqual(eightfold('##'));
});

it('transparent pixels lie on white', () => {
  expect(converted(pictureFile(['# #.'], 'image/png', 8))).toEqual(eightfold('#.#.'));
  // Black pixels of a BMP with the masks of version 4, every other one transparent.
  const file = Buffer.alloc(122 + 4 * 32);
  file.write('BM');
  for (const [number, at] of [
    [122, 10],
    [108, 14],
    [32, 18],
    [1, 22],
    [3, 30],
    [0xff0000, 54],
    [0xff00, 58],
    [0xff, 62],
    [-0x1000000, 66],
  ] as const)
    file.writeInt32LE(number, at);
  file.writeUInt16LE(32, 28);
  for (let at = 122 + 3; at < file.length; at += 8) file[at] = 255;
  expect(converted(file)).toEqual(['#.'.repeat(16)]);
});

describe('an animated picture', () => {
  it('is its first picture', () => {
    expect(converted(animatedGif('black', 'white'))).toEqual(eightfold('#'));
    expect(converted(animatedGif('white', 'black'))).toEqual(eightfold('.'));
  });

  it('is distinguished from one that stands', () => {
    const moves = (file: Buffer): boolean => isAnimated(file, pictureHeader(file) as PictureHeader);
    expect([moves(animatedGif('black', 'white')), moves(animatedGif('black'))]).toEqual([true, false]);
    expect(moves(animatedGif('black', 'white').subarray(0, 60))).toBe(false);
    const png = pictureFile(['#'], 'image/png', 8);
    const animation = (count: number): Buffer =>
      Buffer.concat([
        png.subarray(0, 33),
        Buffer.from([0, 0, 0, 8]),
        Buffer.from('acTL'),
        Buffer.from([0, 0, 0, count, 0, 0, 0, 0, 0, 0, 0, 0]),
        png.subarray(33),
      ]);
    expect([moves(png), moves(animation(1)), moves(animation(2))]).toEqual([false, false, true]);
    const webp = stored('turned.webp');
    expect(moves(webp)).toBe(false);
    webp[20] = (webp[20] as number) | 2;
    expect(moves(webp)).toBe(true);
  });
});

it('an SVG fetches nothing, whatever it refers to', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, answer) => {
    asked.push(url);
    answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const svg = (content: string): Buffer =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="8" height="8">${content}</svg>`,
    );
  for (const element of [`<image href="${url}/1" width="8" height="8"/>`, `<use xlink:href="${url}/2#a"/>`]) {
    expect(pictureHeader(svg(element))).toBeNull();
  }
  const drawn = converted(
    svg(
      `<style>@import url(${url}/3); circle { fill: url(${url}/4) }</style>` +
        `<circle r="9"/><rect width="8" height="8" fill="url(${url}/5#a)"/><rect width="8" height="8"/>`,
    ),
  );
  expect(drawn).toEqual(eightfold('#'));
  // A request would come through the event loop.
  await new Promise((resolve) => setTimeout(resolve, 50));
  server.close();
  expect(asked).toEqual([]);
});
