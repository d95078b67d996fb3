import { expect, it } from 'vitest';
import { returnPdfium, takePdfium } from '../../src/convert/pdfium.ts';
import { openPdf } from '../../src/convert/read-pdf.ts';
import { copied, type GreyPicture } from '../../src/raster/images/grey-picture.ts';
import { HALF_BLACK, plainPdf, REFUSED_PDFS } from '../labelary/hostile-pdfs.ts';

const MEMORY_BYTES = 64 * 2 ** 20;
/** PDFium's memory at its start. */
const START_BYTES = 284 * 2 ** 16;

const SECRET = 'nobody else may read that';
const secretPdf = plainPdf({
  content: Buffer.from('BT/F 12 Tf 9 40 Td(some text)Tj ET'),
  resources: `<</Secret(${SECRET})/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>`,
});

const drawing = (file: Buffer): GreyPicture => {
  using pdf = openPdf(file, MEMORY_BYTES);
  return pdf.page(0).draw(203, 101, copied);
};

it('nothing of a PDF is left for the next one: memory is as it was at the start', () => {
  expect(Math.min(...drawing(secretPdf).data)).toBeLessThan(128);
  const again = takePdfium(MEMORY_BYTES);
  const another = takePdfium(MEMORY_BYTES);
  const memory = Buffer.from(again.bytes(0, START_BYTES).buffer);
  expect(memory.includes(SECRET)).toBe(false);
  expect(memory.equals(another.bytes(0, START_BYTES))).toBe(true);
  // The text was there while the file was open.
  again.copied(secretPdf);
  expect(Buffer.from(again.bytes(0, START_BYTES).buffer).includes(SECRET)).toBe(true);
  returnPdfium(again);
  expect(takePdfium(MEMORY_BYTES)).toBe(again);
});

it('a page is drawn alike after each file that is damaged, hostile or takes too much memory', () => {
  const [half, secret] = [drawing(HALF_BLACK), drawing(secretPdf)];
  for (const [name, { pdf }] of Object.entries(REFUSED_PDFS)) {
    try {
      drawing(pdf());
    } catch {
      // Another test has the reason.
    }
    expect(drawing(HALF_BLACK), name).toEqual(half);
    expect(drawing(secretPdf), name).toEqual(secret);
  }
});

function drawLarge(width: number, height: number): void {
  using pdf = openPdf(secretPdf, MEMORY_BYTES);
  expect(pdf.page(0).draw(width, height, ({ data }) => data.length)).toBe(width * height);
}

it('a PDFium whose memory has grown a little is kept, and nothing of the PDF is left in it', () => {
  drawLarge(6000, 3000);
  const { buffer } = takePdfium(MEMORY_BYTES).bytes(0, START_BYTES);
  expect(buffer.byteLength).toBeGreaterThan(START_BYTES);
  const another = takePdfium(MEMORY_BYTES);
  expect(Buffer.from(buffer, 0, START_BYTES).equals(another.bytes(0, START_BYTES))).toBe(true);
  expect(new Uint8Array(buffer, START_BYTES).every((byte) => byte === 0)).toBe(true);
});

it('a PDFium whose memory has grown beyond 32 MB is let go', () => {
  drawLarge(6000, 6000);
  expect(takePdfium(MEMORY_BYTES).bytes(0, START_BYTES).buffer.byteLength).toBe(START_BYTES);
});
