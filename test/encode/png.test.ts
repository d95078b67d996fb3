import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bitmap } from '../../src/bitmap/bitmap.ts';
import { encodePng } from '../../src/encode/png.ts';
import { picture } from '../bitmap/picture.ts';
import { runs } from '../support/runs.ts';
import { dotsOf } from './dots-of.ts';

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
  return picture(dotsOf(chunks.get('IDAT') as Buffer, width, height));
}

describe('encodePng', () => {
  it('keeps every dot, black on white', () => {
    const side = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(side, side, fc.array(fc.tuple(side, side), { maxLength: 30 }), (width, height, dots) => {
        const bitmap = Bitmap.create(width, height);
        for (const [x, y] of dots) bitmap.fillRect(x - 1, y - 1, 1, 1, 'black');
        expect(decoded(encodePng(bitmap, 203))).toEqual(picture(bitmap));
      }),
      { numRuns: runs(60) },
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
