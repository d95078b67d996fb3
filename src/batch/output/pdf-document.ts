import { open } from 'node:fs/promises';
import {
  FAN_OUT,
  fileHead,
  imageStart,
  PLACE_BYTES,
  pageText,
  pageTree,
  tableEnd,
  tableEntry,
  tableStart,
} from '../../pdf/growing-pdf.ts';
import { STREAM_END } from '../../pdf/pdf-file.ts';
import type { LabelSize } from '../../units.ts';
import { BatchStopped } from '../batch-failure.ts';
import { AppendedFile } from './appended-file.ts';
import type { Document } from './document.ts';
import type { GrowingFile } from './named-file.ts';
import { writing } from './write-failure.ts';

/** Bytes of a page in the side file: the place of its beginning, and that of its image, 0 for an earlier page's. */
const PAGE_BYTES = 2 * PLACE_BYTES;
/** Pages whose places are read at once. */
const PAGES_AT_ONCE = 4096;

/**
 * A PDF of any number of pages, in memory that does not grow with them: pages are appended as they come, and their
 * places to a side file, from which the end of the PDF is made. Its bytes depend only on the pages.
 *
 * @param sidePath of the side file
 * @param onto pages that the file already has
 */
export async function pdfDocument(
  file: GrowingFile,
  sidePath: string,
  size: LabelSize,
  onto: number,
): Promise<Document> {
  const places = await AppendedFile.open(sidePath, onto * PAGE_BYTES);
  let pages = onto;
  const place = Buffer.alloc(PAGE_BYTES);
  const text = (latin1: string): Promise<void> => file.append(Buffer.from(latin1, 'latin1'));

  return {
    get bytes() {
      return file.length;
    },
    async add(piece) {
      if (piece.pages.length === 0 && piece.bytes.length > 0) {
        throw new BatchStopped(
          'the PDF of a row cannot be joined with other PDFs; make a file for each row (--split 1 or --name-template)',
        );
      }
      if (file.length === 0 && piece.pages.length > 0) await text(fileHead(size).text);
      const first = pages;
      for (let copy = 0; copy < piece.copies; copy++) {
        for (const [i, page] of piece.pages.entries()) {
          place.fill(0).writeUIntBE(file.length, 0, PLACE_BYTES);
          await text(pageText(pages, first + i));
          if (copy === 0) {
            place.writeUIntBE(file.length, PLACE_BYTES, PLACE_BYTES);
            await text(imageStart(pages, page));
            await file.append(page.stream);
            await text(STREAM_END);
          }
          await places.append(place);
          pages++;
        }
      }
    },
    async sync() {
      await file.sync();
      await places.sync();
      return { length: file.length, pages };
    },
    async end() {
      if (pages === 0) return;
      await places.flush();
      // Only one number for every 64 pages is kept in memory.
      const nodes: number[] = [];
      for (const node of pageTree(pages, size)) {
        nodes.push(file.length);
        await text(node);
      }
      const start = file.length;
      const head = fileHead(size);
      const fixed = [0, head.catalogue, nodes.pop() as number, head.content];
      const entry = (at: number): Promise<void> => file.append(tableEntry(at));
      await text(tableStart(fixed.length + nodes.length + 2 * pages));
      for (const at of fixed) await entry(at);
      let node = 0;
      let page = 0;
      for await (const [at, image] of placesIn(sidePath)) {
        if (page++ % FAN_OUT === 0) await entry(nodes[node++] as number);
        await entry(at);
        await entry(image);
      }
      for (const at of nodes.slice(node)) await entry(at);
      await entry(start);
      await text(tableEnd(start));
      await file.flush();
    },
    async close() {
      await file.close();
      await places.close();
    },
  };
}

/** Places of the pages, in their order. */
async function* placesIn(path: string): AsyncGenerator<readonly [page: number, image: number]> {
  const handle = await writing(path, () => open(path, 'r'));
  try {
    const buffer = Buffer.allocUnsafe(PAGES_AT_ONCE * PAGE_BYTES);
    for (let from = 0; ; ) {
      const { bytesRead } = await writing(path, () => handle.read(buffer, 0, buffer.length, from));
      for (let at = 0; at + PAGE_BYTES <= bytesRead; at += PAGE_BYTES) {
        yield [buffer.readUIntBE(at, PLACE_BYTES), buffer.readUIntBE(at + PLACE_BYTES, PLACE_BYTES)];
      }
      if (bytesRead < PAGE_BYTES) return;
      from += bytesRead - (bytesRead % PAGE_BYTES);
    }
  } finally {
    await handle.close();
  }
}
