import { describe, expect, it } from 'vitest';
import { decodePcx } from '../../../src/raster/images/pcx.ts';
import { dotsOf } from './dots-of.ts';

interface Form {
  readonly width?: number;
  readonly height?: number;
  readonly depth: number;
  readonly planes?: number;
  readonly planeBytes?: number;
  /** Colours of the header, red, green and blue. */
  readonly colours?: readonly number[];
  /** After the data. */
  readonly largePalette?: readonly number[];
}

/** A picture of this packed data. */
function pcx(data: readonly number[], form: Form): Buffer {
  const { width = 4, height = 1, depth, planes = 1, planeBytes = 4, colours = [], largePalette } = form;
  const header = Buffer.alloc(128);
  header.set([10, 5, 1, depth]);
  // The window begins anywhere.
  header.writeUInt16LE(7, 4);
  header.writeUInt16LE(9, 6);
  header.writeUInt16LE(6 + width, 8);
  header.writeUInt16LE(8 + height, 10);
  header.set(colours, 16);
  header[65] = planes;
  header.writeUInt16LE(planeBytes, 66);
  const palette = Buffer.concat([Buffer.from([0x0c, ...(largePalette ?? [])])], 769);
  return Buffer.concat([header, Buffer.from(data), ...(largePalette ? [palette] : [])]);
}

const dots = (file: Buffer, maxBytes = 1000): string[] | null => dotsOf(decodePcx(file, maxBytes));
const grey = (...levels: readonly number[]): number[] => levels.flatMap((level) => [level, level, level]);
const run = (count: number, byte: number): number[] => [0xc0 + count, byte];

describe('decodePcx', () => {
  it.each<[string, Buffer]>([
    ['black and white', pcx([0b00110000, 0, 0, 0], { depth: 1 })],
    [
      '16 colours in planes',
      pcx([0b00010000, 0b00100000, 0b00010000, 0b00100000], {
        depth: 1,
        planes: 4,
        planeBytes: 1,
        colours: grey(0, 1, 2, 3, 4, 200, 6, 7, 8, 9, 250),
      }),
    ],
    [
      '16 colours in a plane',
      pcx([0x01, 0x23], { depth: 4, planeBytes: 2, colours: grey(0, 127, 128, 255) }),
    ],
    ['256 colours', pcx([0, 1, 2, 3], { depth: 8, largePalette: grey(0, 127, 128, 255) })],
    [
      '24 bits',
      pcx([...run(2, 0), 128, ...run(1, 255), 0, 9, 128, 128, 0, 0, 128, 128], { depth: 8, planes: 3 }),
    ],
  ])('reads %s', (_, file) => {
    expect(dots(file)).toEqual(['11000000']);
  });

  it('repeats, also across rows, and single bytes above 0xBF', () => {
    const file = pcx([...run(3, 0x0f), ...run(1, 0xff)], { depth: 1, width: 16, height: 2, planeBytes: 2 });
    expect(dots(file)).toEqual(['1111000011110000', '1111000000000000']);
  });

  it.each<[string, Buffer]>([
    ['other forms of samples', pcx([0, 0, 0, 0], { depth: 2, planes: 4 })],
    ['256 colours without a palette', pcx([0, 1, 2, 3], { depth: 8 })],
    ['rows shorter than the width', pcx([0], { depth: 8, planeBytes: 3, largePalette: [] })],
    ['no width', pcx([0], { depth: 1, width: 0 })],
    ['half a header', pcx([0], { depth: 1 }).subarray(0, 100)],
    ['other files', Buffer.alloc(200, 'GIF89a')],
  ])('refuses %s', (_, file) => {
    expect(dots(file)).toBeNull();
  });

  it('refuses before unpacking what would take more memory than allowed', () => {
    expect(dots(pcx([0], { depth: 1 }), 4)).not.toBeNull();
    expect(dots(pcx([0], { depth: 1 }), 3)).toBeNull();
    expect(
      dots(pcx([], { depth: 8, planes: 3, width: 65_000, height: 65_000, planeBytes: 65_000 })),
    ).toBeNull();
  });
});
