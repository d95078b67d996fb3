import { open } from 'node:fs/promises';
import type { z } from 'zod';
import { onFirstUse, zod } from '../../on-first-use.ts';
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
import type { BatchFormat, OutputPiece, SinkState } from '../stages.ts';
import { AppendedFile, type GrowingFile } from './growing-file.ts';
import { writing } from './write-failure.ts';

/** A file of many labels while it grows. */
export interface Document {
  /** Bytes so far. */
  readonly bytes: number;
  add(piece: OutputPiece): Promise<void>;
  /** Resolves when all bytes are on the disk, with the state by which it can be reopened. */
  sync(): Promise<DocumentState>;
  /** Writes the end after the last label, which a further sync brings to the disk. */
  end(): Promise<void>;
  /** May be repeated. */
  close(): Promise<void>;
}

export const documentState = onFirstUse(() => {
  const z = zod();
  return z.object({
    /** Bytes. */
    length: z.int().nonnegative(),
    /** Pages of a PDF; 0 otherwise. */
    pages: z.int().nonnegative(),
  });
});
export type DocumentState = z.infer<ReturnType<typeof documentState>>;

/** Checks the state of a sink from the journal. Throws `BatchStopped` for the state of another kind of sink. */
export function readState<T>(schema: z.ZodType<T>, state: SinkState): T {
  const read = schema.safeParse(state);
  if (read.success) return read.data;
  throw new BatchStopped(
    "the journal's last record is of another kind of output; delete the journal to start again",
  );
}

export const EMPTY: DocumentState = { length: 0, pages: 0 };

/** Facts that all documents of a batch share. */
export interface DocumentKind {
  readonly format: BatchFormat;
  /** ZPL between two pieces. */
  readonly stateReset: Uint8Array;
  /** The size of a PDF's pages. */
  readonly size: LabelSize;
}

/** Opens a document in a state: bytes after it are cut off. Throws as {@link AppendedFile.open} does. */
export async function openDocument(
  path: string,
  kind: DocumentKind,
  onto: DocumentState,
): Promise<FileDocument> {
  const file = await AppendedFile.open(path, onto.length);
  try {
    const { inode } = file;
    // Not spread: its length changes.
    return Object.assign(await documentIn(file, sideFileOf(path), kind, onto), { inode });
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** A document in a file of its own. */
export interface FileDocument extends Document {
  /** The identity of its file under any name. */
  readonly inode: number;
}

/**
 * A document in a file that is open.
 *
 * @param sidePath of the file that a PDF needs until its end
 */
export async function documentIn(
  file: GrowingFile,
  sidePath: string,
  { format, stateReset, size }: DocumentKind,
  onto: DocumentState,
): Promise<Document> {
  return format === 'pdf'
    ? await pdfDocument(file, sidePath, size, onto.pages)
    : zplDocument(file, stateReset);
}

/** A document of ZPL, with `stateReset` between its pieces, but not before the first. */
function zplDocument(file: GrowingFile, stateReset: Uint8Array): Document {
  return {
    get bytes() {
      return file.length;
    },
    async add({ bytes }) {
      if (bytes.length === 0) return;
      if (file.length > 0) await file.append(stateReset);
      await file.append(bytes);
    },
    async sync() {
      await file.sync();
      return { length: file.length, pages: 0 };
    },
    async end() {
      await file.flush();
    },
    close: () => file.close(),
  };
}

/** The path of the side file of an unfinished PDF: see `pdfDocument`. */
export function sideFileOf(path: string): string {
  return path + SIDE_FILE;
}

/** Whether a path is that of a side file. */
export function isSideFile(path: string): boolean {
  return path.endsWith(SIDE_FILE);
}

const SIDE_FILE = '.offsets';

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
async function pdfDocument(
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
