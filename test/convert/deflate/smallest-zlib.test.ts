import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallestZlib } from '../../../src/convert/deflate/smallest-zlib.ts';
import { type PictureEncoding, pictureZpl } from '../../../src/convert/picture-zpl.ts';
import { renderImages } from '../../../src/engine/render-images.ts';
import { dithered } from '../../../src/raster/images/dithered.ts';
import type { GreyPicture } from '../../../src/raster/images/grey-picture.ts';
import type { ByteString } from '../../../src/zpl/byte-string.ts';
import type { Picture } from '../../../src/zpl/printer.ts';
import { runs } from '../../support/runs.ts';

/** Bytes in runs, in parts that come again, and at random. */
const bytes = fc
  .array(
    fc.oneof(
      fc
        .tuple(fc.integer({ min: 1, max: 700 }), fc.constantFrom(0, 0xff, 0x18))
        .map(([count, byte]) => Array(count).fill(byte)),
      fc.uint8Array({ minLength: 1, maxLength: 40 }).map((part) => Array.from(part)),
      fc
        .tuple(fc.uint8Array({ minLength: 1, maxLength: 30 }), fc.integer({ min: 2, max: 40 }))
        .map(([part, times]) => Array.from({ length: times }, () => [...part]).flat()),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => Uint8Array.from(parts.flat() as number[]));

it('unpacks to the same bytes, whatever they are', () => {
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 300 }), (data, bytesPerRow) => {
      expect(inflateSync(smallestZlib(data, bytesPerRow)).equals(data)).toBe(true);
    }),
    { numRuns: runs(400) },
  );
});

it('unpacks to the same bytes where there are more than a match reaches back', () => {
  const data = Uint8Array.from(
    { length: 90_000 },
    (_, at) => ((at * at) >> 7) & ((at >> 9) % 3 === 0 ? 0xff : 0x11),
  );
  expect(inflateSync(smallestZlib(data, 102)).equals(data)).toBe(true);
  expect(inflateSync(smallestZlib(data, 40_000)).equals(data)).toBe(true);
});

/** A label of text, codes and lines, 4 by 3 inches. */
function label(): Picture {
  const zpl =
    '^XA^FO20,20^A0N,50^FDExample Carrier^FS^FO20,100^A0N,30^FDShip to: 12 Long Street, Springfield^FS' +
    '^FO20,160^BY2^BCN,120^FD1234567890^FS^FO500,160^BQN,2,6^FDQA,https://example.com/parcel/1234567890^FS' +
    '^FO10,420^GB780,3,3^FS^FO20,450^A0N,24^FB760,4^FDPlease leave the parcel with a neighbour if nobody is there.^FS^XZ';
  const size = { widthMm: 101.6, heightMm: 76.2, dpi: 203 };
  const [bitmap] = renderImages(zpl as ByteString, size, 'first', { now: new Date(0) }).bitmaps;
  const { width = 0, height = 0 } = bitmap ?? {};
  const data = Uint8Array.from({ length: width * height }, (_, at) =>
    bitmap?.has(at % width, Math.floor(at / width)) ? 0 : 255,
  );
  return dithered({ width, height, data }, 'none', 128);
}

/** Waves of grey. */
function waves(width: number, height: number): GreyPicture {
  const data = Uint8Array.from({ length: width * height }, (_, at) =>
    Math.round(127 + 100 * Math.sin((at % width) / 23) * Math.cos(at / width / 31)),
  );
  return { width, height, data };
}

/** Rings about every corner: as few bytes are like their neighbours as in a dithered photo, but many come again. */
function moire(width: number, height: number): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, at) =>
    Math.sin(((at % width) * Math.floor(at / width)) / 50) > 0.3 ? 0 : 255,
  );
}

const PICTURES: Readonly<Record<string, () => Picture>> = {
  'a label': label,
  'a dithered photo': () => dithered(waves(400, 300), 'floyd-steinberg', 128),
  'white dots': () => dithered(waves(300, 200), 'none', 0),
  'a thin diagonal': () => {
    const rows = 400;
    const data = Uint8Array.from({ length: 100 * rows }, (_, at) =>
      (at % 100) * 8 <= at / 100 && (at % 100) * 8 + 8 > at / 100 ? 0x80 >> (Math.floor(at / 100) & 7) : 0,
    );
    return { bytesPerRow: 100, rows, data };
  },
  bars: () => ({
    bytesPerRow: 60,
    rows: 300,
    data: Uint8Array.from({ length: 60 * 300 }, (_, at) => ((at % 60) ** 2 * 2_654_435_761) >>> 19),
  }),
  'shapes that come again': () => dithered({ ...waves(240, 200), data: moire(240, 200) }, 'none', 128),
  'a black dot': () => ({ bytesPerRow: 1, rows: 1, data: Uint8Array.of(0x80) }),
  noise: () => ({
    bytesPerRow: 40,
    rows: 60,
    data: Uint8Array.from({ length: 2400 }, (_, at) => (at * at * 2_654_435_761) >>> 13),
  }),
};

describe.each(Object.entries(PICTURES))('the ZPL of %s', (name, make) => {
  const picture = make();
  const zplOf = (encoding: PictureEncoding | null): string =>
    pictureZpl(picture, 8 * picture.bytesPerRow, { encoding, name: null, isLabel: false });

  it('is no longer than in any encoding, nor than zlib makes it', () => {
    const { length } = zplOf(null);
    for (const encoding of ['z64', 'b64', 'hex', 'ascii'] as const) {
      expect(length).toBeLessThanOrEqual(zplOf(encoding).length);
    }
    const rest = zplOf('b64').length - zplOf('b64').split(':')[2]!.length;
    for (const level of [6, 9]) {
      const base64 = deflateSync(picture.data, { level }).toString('base64');
      expect(length, `${name}, level ${level}`).toBeLessThanOrEqual(rest + base64.length);
    }
  });
});

it('a label has at least a twentieth less than by zlib', () => {
  const { data, bytesPerRow } = label();
  expect(smallestZlib(data, bytesPerRow).length).toBeLessThan(0.95 * deflateSync(data, { level: 9 }).length);
});
