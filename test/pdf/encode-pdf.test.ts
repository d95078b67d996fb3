import { describe, expect, it } from 'vitest';
import { Bitmap } from '../../src/bitmap/bitmap.ts';
import { encodePdf, type PdfPage } from '../../src/pdf/encode-pdf.ts';
import { dotsOf } from '../encode/dots-of.ts';

function page(width: number, height: number, widthMm: number, heightMm: number): PdfPage {
  const bitmap = Bitmap.create(width, height);
  bitmap.fillRect(1, 1, 3, 2, 'black');
  return { bitmap, widthMm, heightMm };
}

/** The objects of a PDF, found through its cross-reference table as a reader does. */
function objectsOf(pdf: Buffer): string[] {
  const source = pdf.toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(source)?.[1]);
  expect(source.slice(start, start + 5)).toBe('xref\n');
  const [, count] = /^xref\n0 (\d+)\n/.exec(source.slice(start)) ?? [];
  const rows = source
    .slice(start)
    .split('\n')
    .slice(2, 2 + Number(count));
  expect(rows[0]).toBe('0000000000 65535 f ');
  return rows.slice(1).map((row, i) => {
    const at = Number(row.slice(0, 10));
    expect(row.slice(10)).toBe(' 00000 n ');
    expect(source.slice(at)).toMatch(new RegExp(`^${i + 1} 0 obj\n`));
    return source.slice(at, source.indexOf('\nendobj', at));
  });
}

describe('encodePdf', () => {
  it('has a page of the label’s physical size for each label', () => {
    const objects = objectsOf(encodePdf([page(812, 1218, 101.6, 152.4), page(400, 200, 50, 25)]));
    expect(objects).toHaveLength(2 + 2 * 3);
    expect(objects[1]).toContain('/Count 2/Kids[3 0 R 6 0 R]');
    expect(objects[2]).toContain('/MediaBox[0 0 288 432]');
    expect(objects[5]).toContain('/MediaBox[0 0 141.7323 70.8661]');
    expect(objects[3]).toContain('288 0 0 432 0 0 cm');
  });

  it('holds exactly the dots, 1 bit each, in rows as PNG has them', () => {
    const { bitmap, ...size } = page(30, 10, 20, 10);
    const image = objectsOf(encodePdf([{ bitmap, ...size }]))[4] ?? '';
    expect(image).toMatch(/\/Width 30\/Height 10\/ColorSpace\/DeviceGray\/BitsPerComponent 1\//);
    expect(image).toContain('/DecodeParms<</Predictor 15/Columns 30/Colors 1/BitsPerComponent 1>>');
    const length = Number(/\/Length (\d+)/.exec(image)?.[1]);
    const from = image.indexOf('stream\n') + 7;
    expect(dotsOf(Buffer.from(image.slice(from, from + length), 'latin1'), 30, 10)).toEqual(bitmap);
  });

  it('gives the same bytes for the same labels', () => {
    const labels = [page(80, 80, 10, 10)];
    expect(encodePdf(labels).equals(encodePdf(labels))).toBe(true);
  });

  it('names its root and counts its objects in the trailer', () => {
    expect(encodePdf([page(8, 8, 10, 10)]).toString('latin1')).toContain('trailer\n<</Size 6/Root 1 0 R>>');
  });
});
