import { describe, expect, it } from 'vitest';
import { encodePdf } from '../../src/pdf/encode-pdf.ts';
import { readPages } from '../../src/pdf/read-pages.ts';
import { pageOf } from '../batch/output/made-rows.ts';

const SIZES = [
  [101.6, 152.4],
  [50, 25],
  [33.333, 0.5],
  [57.15, 31.75],
] as const;

describe('pages of a PDF', () => {
  it.each(SIZES)('of our own are read as they were written, at %f x %f mm', (widthMm, heightMm) => {
    const pages = Array.from({ length: 12 }, (_, i) => pageOf(i));
    const pdf = encodePdf(pages.map((bitmap) => ({ bitmap, widthMm, heightMm })));
    expect(readPages(pdf)?.map((page) => ({ ...page, stream: new Uint8Array(page.stream) }))).toEqual(pages);
  });

  it('are not read of anything that differs by a byte', () => {
    const pdf = encodePdf([{ bitmap: pageOf(1), widthMm: 50, heightMm: 25 }]);
    const start = pdf.indexOf('stream\n', pdf.indexOf('/Predictor')) + 7;
    const end = pdf.lastIndexOf('\nendstream');
    for (let at = 0; at < pdf.length; at++) {
      if (at >= start && at < end) continue;
      const changed = Buffer.from(pdf);
      changed[at] = (changed[at] as number) ^ 0x10;
      expect(readPages(changed), `byte ${at}`).toBeNull();
    }
    for (let length = 0; length < pdf.length; length++) expect(readPages(pdf.subarray(0, length))).toBeNull();
  });
});
