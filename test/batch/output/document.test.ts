import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { BatchStopped } from '../../../src/batch/batch-failure.ts';
import { type Document, EMPTY, type FileDocument, openDocument } from '../../../src/batch/output/document.ts';
import { temporaryFolder } from './folders.ts';
import { pageOf, pagesPiece, zplPiece } from './made-rows.ts';
import { readStrictly } from './strict-pdf.ts';

const SIZE = { widthMm: 101.6, heightMm: 152.4, dpi: 203 };
const openPdf = (path: string, onto: typeof EMPTY): Promise<FileDocument> =>
  openDocument(path, { format: 'pdf', stateReset: new Uint8Array(0), size: SIZE }, onto);
/** Different ones, of which longer documents repeat. */
const IMAGES = Array.from({ length: 97 }, (_, i) => pageOf(i));

async function addPages(document: Document, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await document.add(pagesPiece(0, IMAGES.slice(i % 97, (i % 97) + 1)));
}

describe('a PDF of many pages', () => {
  it.each([1, 63, 64, 65, 5000])(
    'has its %i pages in order, and every number in it is true',
    async (count) => {
      const path = join(temporaryFolder(), 'out.pdf');
      const document = await openPdf(path, EMPTY);
      await addPages(document, count);
      await document.end();
      await document.close();
      const { mediaBox, pages } = readStrictly(path);
      expect(mediaBox).toBe('0 0 288 432');
      expect(pages).toHaveLength(count);
      expect(pages.findIndex(({ image }, i) => !isDeepStrictEqual(image, IMAGES[i % 97]))).toBe(-1);
    },
  );

  it('has copies of a piece as pages with the same image', async () => {
    const path = join(temporaryFolder(), 'out.pdf');
    const document = await openPdf(path, EMPTY);
    await document.add(pagesPiece(0, IMAGES.slice(0, 3), 30));
    await document.add(pagesPiece(0, IMAGES.slice(3, 4)));
    await document.end();
    await document.close();
    const { pages } = readStrictly(path);
    expect(pages).toHaveLength(91);
    for (const [i, { image }] of pages.slice(0, 90).entries()) expect(image).toEqual(IMAGES[i % 3]);
    expect(pages[90]?.image).toEqual(IMAGES[3]);
    expect(new Set(pages.map(({ imageNumber }) => imageNumber)).size).toBe(4);
  });

  it('has pages behind the first ten gigabytes', async () => {
    const path = join(temporaryFolder(), 'out.pdf');
    const first = await openPdf(path, EMPTY);
    await addPages(first, 70);
    const { pages } = await first.sync();
    await first.close();
    // A hole takes no place on the disk, and nothing in the file leads into it.
    const length = 12_345_678_901;
    truncateSync(path, length);
    const second = await openPdf(path, { length, pages });
    await addPages(second, 70);
    await second.end();
    await second.close();
    expect(readStrictly(path).pages.map(({ image }) => image)).toEqual([
      ...IMAGES.slice(0, 70),
      ...IMAGES.slice(0, 70),
    ]);
  });

  it('takes nothing but pages', async () => {
    const document = await openPdf(join(temporaryFolder(), 'out.pdf'), EMPTY);
    const added = document.add(zplPiece(0, '%PDF-1.7'));
    await expect(added).rejects.toThrow(BatchStopped);
    await expect(added).rejects.toThrow(/make a file for each row \(--split 1 or --name-template\)/);
    await document.close();
  });
});
