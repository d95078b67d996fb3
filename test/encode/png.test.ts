import { crc32, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodePng } from '../../src/encode/png.ts';
import { Bitmap } from '../../src/raster/bitmap.ts';
import { picture } from '../raster/ink.ts';

/** The chunks of a PNG by type, their checksums verified. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 8, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)));
    chunks.set(png.toString('latin1', at + 4, at + 8), body);
    at += 12 + length;
  }
  return chunks;
}

function decoded(png: Buffer): string[] {
  const chunks = chunksOf(png);
  const header = chunks.get('IHDR') as Buffer;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  // 1 bit, greyscale, deflate, filter method 0, not interlaced.
  expect([...header.subarray(8)]).toEqual([1, 0, 0, 0, 0]);
  const stride = (width + 7) >> 3;
  const lines = inflateSync(chunks.get('IDAT') as Buffer);
  expect(lines.length).toBe((stride + 1) * height);
  return Array.from({ length: height }, (_, y) => {
    const row = lines.subarray(y * (stride + 1), (y + 1) * (stride + 1));
    expect(row[0]).toBe(0);
    return Array.from({ length: width }, (__, x) =>
      ((row[1 + (x >> 3)] as number) & (0x80 >> (x & 7))) === 0 ? '#' : '.',
    ).join('');
  });
}

describe('encodePng', () => {
  it('keeps every dot, black on white', () => {
    const side = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(side, side, fc.array(fc.tuple(side, side), { maxLength: 30 }), (width, height, dots) => {
        const bitmap = Bitmap.create(width, height);
        for (const [x, y] of dots) bitmap.fillRect(x - 1, y - 1, 1, 1, 'ink');
        expect(decoded(encodePng(bitmap, 203))).toEqual(picture(bitmap));
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [203, 7992],
    [300, 11811],
    [203.2, 8000],
  ])('states %f dpi as dots per metre', (dpi, perMetre) => {
    const physical = chunksOf(encodePng(Bitmap.create(8, 8), dpi)).get('pHYs') as Buffer;
    expect([physical.readUInt32BE(0), physical.readUInt32BE(4), physical[8]]).toEqual([
      perMetre,
      perMetre,
      1,
    ]);
  });

  it('is small for a blank label', () => {
    expect(encodePng(Bitmap.create(812, 1218), 203).length).toBeLessThan(2000);
  });
});
