import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random } from '../../bench/harness/random.ts';
import { packedBytes } from '../../src/bitmap/packed-bits.ts';
import { convertPicture, type PictureOptions } from '../../src/convert/convert-picture.ts';
import { pictureZpl } from '../../src/convert/picture-zpl.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { type PictureHeader, pictureHeader } from '../../src/raster/images/picture-header.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { encodeRunLengths, inBase64 } from '../../src/zpl/graphic-encode.ts';
import type { Picture } from '../../src/zpl/printer.ts';
import { expectEqual } from '../support/expect-equal.ts';
import { pictureFile } from '../support/pictures.ts';
import { PLAIN_PICTURE } from '../support/plain-picture.ts';
import { runs } from '../support/runs.ts';

/** Black dots, from one to before another across and down. */
type Block = readonly [left: number, top: number, right: number, bottom: number];

function pictureOf(width: number, rows: number, blocks: readonly Block[]): Picture {
  const bytesPerRow = Math.ceil(width / 8);
  const data = new Uint8Array(bytesPerRow * rows);
  for (const [left, top, right, bottom] of blocks) {
    for (let y = top; y < Math.min(bottom, rows); y++)
      for (let x = left; x < Math.min(right, width); x++)
        data[y * bytesPerRow + (x >> 3)]! |= 0x80 >> (x & 7);
  }
  return { bytesPerRow, rows, data };
}

const labelOf = (picture: Picture, width: number, options: Partial<PictureOptions> = {}): string =>
  pictureZpl(picture, width, { ...PLAIN_PICTURE, isLabel: true, ...options });

/** The dots of the first label of a stream, on a label of so many dots. */
function drawn(zpl: string, width: number, rows: number, dpi = 203): Picture {
  const size = { widthMm: (width / dpi) * 25.4, heightMm: (rows / dpi) * 25.4, dpi };
  const [bitmap] = renderImages(zpl as ByteString, size, 'first', { now: new Date(0) }).bitmaps;
  if (bitmap === undefined) throw new Error('nothing is drawn');
  expect([bitmap.width, bitmap.height]).toEqual([width, rows]);
  return { bytesPerRow: Math.ceil(width / 8), rows, data: packedBytes(bitmap) };
}

const fieldsOf = (zpl: string): readonly string[] => zpl.match(/\^FO\d+,\d+\^GFA,\d+,\d+,\d+/g) ?? [];

/** Bytes of a label with all dots in one field, as zebrafy 2.0.0 writes it in its best format. */
function wholeLabel({ data, bytesPerRow, rows }: Picture, width: number): number {
  const base64 = [inBase64('Z64', deflateSync(data)), inBase64('B64', data)];
  const fields = [
    ...base64.map((text) => `^GFA,${text.length},${data.length},${bytesPerRow},${text}`),
    `^GFA,${data.length},${data.length},${bytesPerRow},${encodeRunLengths(data, bytesPerRow)}`,
  ];
  const labels = fields.map((field) => `^XA\n^PW${width}\n^LL${rows}\n^FO0,0${field}^FS\n^XZ\n`);
  return Math.min(...labels.map(({ length }) => length));
}

const sizes = fc.record({
  width: fc.integer({ min: 1, max: 900 }),
  rows: fc.integer({ min: 1, max: 1300 }),
  // Parts of the sides, and how many dots reach from there.
  blocks: fc.array(
    fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(900)),
      fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(1300)),
    ),
    { maxLength: 9 },
  ),
});

it('a label has the same dots, no field of more than printers take, and no more bytes than one of all dots', () => {
  fc.assert(
    fc.property(sizes, fc.constantFrom(null, 'ascii', 'z64'), ({ width, rows, blocks }, encoding) => {
      const picture = pictureOf(
        width,
        rows,
        blocks.map(([across, down, wide, high]) => {
          const [left, top] = [Math.floor(across * (width - 1)), Math.floor(down * (rows - 1))];
          return [left, top, left + wide, top + high];
        }),
      );
      const label = labelOf(picture, width, { encoding });
      expectEqual(drawn(label, width, rows).data, picture.data);
      const bytes = fieldsOf(label).map((field) => Number(field.split(',')[3]));
      expect(bytes.length).toBeGreaterThan(0);
      expect(Math.max(...bytes)).toBeLessThanOrEqual(99_999);
      // Printers take no more in one field.
      if (encoding !== null || picture.data.length > 99_999) return;
      expect(label.length).toBeLessThanOrEqual(wholeLabel(picture, width));
    }),
    { numRuns: runs(60) },
  );
});

describe('at 600 dpi', () => {
  const [width, rows] = [2400, 3600];
  it.each<[string, readonly Block[], readonly string[]]>([
    ['one dot', [[1203, 777, 1204, 778]], ['^FO1200,777^GFA,1,1,1']],
    ['the last dot', [[2399, 3599, 2400, 3600]], ['^FO2392,3599^GFA,1,1,1']],
    ['nothing', [], ['^FO0,0^GFA,1,1,1']],
    [
      'blocks far from each other in both directions',
      [
        [80, 100, 160, 150],
        [80, 3500, 160, 3510],
        [2300, 100, 2310, 1500],
      ],
      ['^FO80,100^GFA,500,500,10', '^FO80,3500^GFA,100,100,10', '^FO2296,100^GFA,2800,2800,2'],
    ],
    [
      'blocks near each other',
      [
        [800, 1000, 880, 1010],
        [960, 1020, 1040, 1030],
      ],
      ['^FO800,1000^GFA,900,900,30'],
    ],
    [
      'a frame along the edges',
      [
        [0, 0, 2400, 8],
        [0, 0, 8, 3600],
        [2392, 0, 2400, 3600],
        [0, 3592, 2400, 3600],
      ],
      [
        '^FO0,0^GFA,2400,2400,300',
        '^FO0,8^GFA,3584,3584,1',
        '^FO2392,8^GFA,3584,3584,1',
        '^FO0,3592^GFA,2400,2400,300',
      ],
    ],
  ])('%s is drawn by fields around it', (_name, blocks, fields) => {
    const picture = pictureOf(width, rows, blocks);
    const label = labelOf(picture, width);
    expect(fieldsOf(label)).toEqual(fields);
    expectEqual(drawn(label, width, rows, 600).data, picture.data);
    expect(label.length).toBeLessThan(0.1 * wholeLabel(picture, width));
  });
});

it('shapes that come again stay in one field if that is shorter', () => {
  const width = 1600;
  const below = random(1);
  const noise = Array.from({ length: 240 * 200 }, () => below(3) === 0);
  const noiseFrom = (left: number): Block[] =>
    noise.flatMap((isBlack, at) => {
      const [x, y] = [left + (at % 240), Math.floor(at / 240)];
      return isBlack ? [[x, y, x + 1, y + 1] as const] : [];
    });
  const twice = pictureOf(width, 200, [...noiseFrom(0), ...noiseFrom(1344)]);
  expect(fieldsOf(labelOf(twice, width))).toHaveLength(1);
  const once = pictureOf(width, 200, [...noiseFrom(0), [1344, 0, 1584, 200]]);
  expect(fieldsOf(labelOf(once, width))).toHaveLength(2);
});

const TEXT = Array.from({ length: 90 }, (_, y) =>
  Array.from({ length: 133 }, (_, x) =>
    (x > 70 && y > 50) || (x < 30 && x % 5 < 2 && y > 9) ? '#' : '.',
  ).join(''),
);

it.each<Partial<PictureOptions>>([
  {},
  { turn: 90 },
  { turn: 180 },
  { turn: 270 },
  { crop: { x: 3, y: 5, width: 101, height: 77 } },
  { crop: 'ink' },
  { crop: { x: 40, y: 0, width: 20, height: 20 }, turn: 90 },
  { widthMm: 40, dpi: 600, dither: 'floyd-steinberg' },
])('a label has the dots of the single field with %j', (options) => {
  const file = pictureFile(TEXT);
  const converted = (more: Partial<PictureOptions>): string =>
    convertPicture(file, pictureHeader(file) as PictureHeader, { ...PLAIN_PICTURE, ...options, ...more });
  const [, bytesPerRow = '', hex = ''] =
    /^\^GFA,\d+,\d+,(\d+),([^^]*)/.exec(converted({ encoding: 'hex' })) ?? [];
  const data = Buffer.from(hex, 'hex');
  const label = converted({ isLabel: true });
  const width = Number(/\^PW(\d+)/.exec(label)?.[1]);
  const rows = data.length / Number(bytesPerRow);
  expectEqual(drawn(label, width, rows, options.dpi).data, new Uint8Array(data));
});
