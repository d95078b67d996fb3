import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodePng } from '../../../src/raster/images/png.ts';
import { dotsOf } from './dots-of.ts';

interface Drawn {
  readonly depth?: number;
  readonly colour?: number;
  readonly interlace?: number;
  readonly width?: number;
  readonly height?: number;
  readonly palette?: readonly number[];
  readonly transparency?: readonly number[];
}

function chunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4);
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}

/** A PNG of these scan lines, filter bytes included. */
function png(lines: readonly number[], more: Drawn): Buffer {
  const { width = 4, height = 1, depth = 8, colour = 0, interlace = 0, palette, transparency } = more;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', Buffer.from(palette))] : []),
    ...(transparency ? [chunk('tRNS', Buffer.from(transparency))] : []),
    chunk('IDAT', deflateSync(Buffer.from(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Rows of dots, or null. */
const dots = (file: Buffer, maxBytes = 1000): string[] | null => dotsOf(decodePng(file, maxBytes));

const FOUR_LEVELS = [0, 127, 128, 255];
const wide = (levels: readonly number[]): number[] => levels.flatMap((level) => [level, 0]);
const grey3 = (levels: readonly number[]): number[] => levels.flatMap((level) => [level, level, level]);

describe('decodePng', () => {
  it.each<[string, readonly number[], Drawn]>([
    ['1-bit grey', [0b00110000], { depth: 1 }],
    ['2-bit grey', [0b00011011], { depth: 2 }],
    ['4-bit grey', [0x07, 0x8f], { depth: 4 }],
    ['8-bit grey', FOUR_LEVELS, {}],
    ['16-bit grey', wide(FOUR_LEVELS), { depth: 16 }],
    ['8-bit RGB', grey3(FOUR_LEVELS), { colour: 2 }],
    ['16-bit RGB', wide(grey3(FOUR_LEVELS)), { colour: 2, depth: 16 }],
    ['2-bit palette', [0b00011011], { colour: 3, depth: 2, palette: grey3(FOUR_LEVELS) }],
    ['grey and alpha', [0, 255, 0, 200, 0, 100, 0, 0], { colour: 4 }],
    ['16-bit grey and alpha', wide([0, 255, 0, 200, 0, 100, 0, 0]), { colour: 4, depth: 16 }],
    ['RGB and alpha', [0, 0, 0, 255, 99, 0, 0, 255, 0, 0, 0, 99, 0, 0, 0, 0], { colour: 6 }],
    ['a transparent grey', [0, 1, 2, 255], { transparency: [0, 2] }],
    ['a transparent colour', grey3([0, 1, 2, 255]), { colour: 2, transparency: [0, 2, 0, 2, 0, 2] }],
    [
      'a palette with transparency',
      [0, 0, 1, 1],
      { colour: 3, palette: [0, 0, 0, 0, 0, 0], transparency: [255, 0] },
    ],
  ])('reads %s, the darker half as ink on white', (_, line, form) => {
    expect(dots(png([0, ...line], form))).toEqual(['11000000']);
  });

  it('weighs colours by how bright they look', () => {
    const line = [0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0];
    expect(dots(png(line, { colour: 2 }))).toEqual(['10100000']);
  });

  it.each([
    ['none', 0, [0, 0, 255, 255]],
    ['left', 1, [0, 0, 255, 0]],
    ['up', 2, [10, 20, 245, 235]],
    ['average', 3, [133, 138, 250, 118]],
    ['Paeth', 4, [10, 0, 255, 0]],
  ])('undoes the filter %s', (_, filter, line) => {
    const above = filter < 2 ? [255, 255, 255, 255] : [246, 236, 10, 20];
    const rows = dots(png([0, ...above, filter, ...line], { height: 2 }));
    expect(rows?.[1]).toBe('11000000');
  });

  it.each<[string, Buffer]>([
    ['an interlacing that there is none of', png([0, ...FOUR_LEVELS], { interlace: 2 })],
    ['interlaced pictures that end early', png([0, 0], { interlace: 1 })],
    ['a depth that its colours do not have', png([0, ...FOUR_LEVELS], { colour: 2, depth: 4 })],
    ['a filter that there is none of', png([5, ...FOUR_LEVELS], {})],
    ['too few scan lines', png([0, ...FOUR_LEVELS], { height: 2 })],
    ['more scan lines than declared', png([0, ...FOUR_LEVELS, 0], {})],
    ['no width', png([0], { width: 0 })],
    ['data that does not unpack', png([0, ...FOUR_LEVELS], {}).fill(0xff, 45)],
    ['other files', Buffer.from('GIF89a')],
    ['half a header', png([0, ...FOUR_LEVELS], {}).subarray(0, 20)],
  ])('refuses %s', (_, file) => {
    expect(dots(file)).toBeNull();
  });

  it('refuses before unpacking what would take more memory than allowed', () => {
    const file = png([], { width: 60_000, height: 60_000, colour: 6, depth: 16 });
    expect(decodePng(file, 16 << 20)).toBeNull();
    const small = png([0, ...FOUR_LEVELS], {});
    expect(dots(small, 5)).not.toBeNull();
    expect(dots(small, 4)).toBeNull();
  });

  it.each([
    [1, 1],
    [1, 9],
    [9, 1],
    [3, 2],
    [8, 8],
    [13, 21],
  ])('reads interlaced pictures of %i by %i dots', (width, height) => {
    const level = (x: number, y: number): number => ((7 * x + 5 * y + x * y) % 11 < 5 ? 0 : 255);
    // The pixel of each place in the squares of eight comes with this pass.
    const PASSES = [
      '16462646',
      '77777777',
      '56565656',
      '77777777',
      '36463646',
      '77777777',
      '56565656',
      '77777777',
    ];
    const lines: number[] = [];
    for (let pass = 1; pass <= 7; pass++) {
      for (let y = 0; y < height; y++) {
        const line = Array.from({ length: width }, (_, x) => x)
          .filter((x) => PASSES[y % 8]?.[x % 8] === String(pass))
          .map((x) => level(x, y));
        if (line.length > 0) lines.push(0, ...line);
      }
    }
    const expected = Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) => (level(x, y) === 0 ? '1' : '0'))
        .join('')
        .padEnd(8 * Math.ceil(width / 8), '0'),
    );
    expect(dots(png(lines, { width, height, interlace: 1 }))).toEqual(expected);
  });

  it('reads the colours of interlaced pictures below a byte too', () => {
    // 4 x 2 pixels of two bits: passes 1, 4, 6 (two pixels) and 7 (four).
    const lines = [0, 0b00_000000, 0, 0b11_000000, 0, 0b01_10_0000, 0, 0b11_00_10_01];
    expect(dots(png(lines, { width: 4, height: 2, depth: 2, interlace: 1 }))).toEqual([
      '11000000',
      '01010000',
    ]);
  });
});
