import { describe, expect, it } from 'vitest';
import { carrierStreams } from '../../bench/labels/carriers.ts';
import type { Bitmap } from '../../src/bitmap/bitmap.ts';
import { scaledWithReport } from '../../src/convert/scaling-report.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { type ByteString, byteStringOf } from '../../src/zpl/byte-string.ts';
import { type ScannedBarcode, scan } from '../golden/barcodes.ts';
import { FULL_RUNS } from '../support/runs.ts';

const SIZE = { widthMm: 101.6, heightMm: 203.2 };
/** Labels of the unit tests: codes of one and two dimensions, turned and in a picture. All of them with FULL_RUNS=1. */
const FIRST = /data-matrix|porterbuddy/;
const isTried = ({ name }: { readonly name: string }): boolean => FULL_RUNS || FIRST.test(name);

async function codesOf(zpl: ByteString, dpi: number): Promise<ScannedBarcode[]> {
  const { bitmaps } = renderImages(zpl, { ...SIZE, dpi }, 'first', { now: new Date(0) });
  return scan(bitmaps[0] as Bitmap);
}

describe('labels of carriers at another resolution', () => {
  it.each(carrierStreams().filter(isTried))('have all codes, or say which shrank: $name', async ({ zpl }) => {
    const source = byteStringOf(zpl);
    const codes = await codesOf(source, 203);
    for (const dpi of [152, 300, 600]) {
      const { zpl: scaled, notes } = scaledWithReport(source, 203, dpi, SIZE);
      const found = await codesOf(scaled, dpi);
      const lost = codes.filter(
        ({ format, text }) => !found.some((other) => other.format === format && other.text === text),
      );
      const isSaid = dpi === 152 && notes.some((note) => /shrank by|fewer dots/.test(note));
      if (!isSaid) expect(lost, `${dpi} dpi`).toEqual([]);
    }
  });
});
