import type { LabelSize } from '../../units.ts';
import type { BatchFormat } from '../stages.ts';
import { AppendedFile } from './appended-file.ts';
import type { Document, DocumentState } from './document.ts';
import { openPdfDocument } from './pdf-document.ts';

/** Facts that all documents of a batch share. */
export interface DocumentKind {
  readonly format: BatchFormat;
  /** ZPL between two pieces. */
  readonly stateReset: Uint8Array;
  /** The size of a PDF's pages. */
  readonly size: LabelSize;
}

/** Opens a document as it was: what was written behind is cut off. */
export async function openDocument(
  path: string,
  { format, stateReset, size }: DocumentKind,
  onto: DocumentState,
): Promise<Document> {
  return format === 'pdf'
    ? await openPdfDocument(path, size, onto)
    : await openZplDocument(path, stateReset, onto);
}

/**
 * Opens a file of ZPL. `stateReset` goes between pieces: who sends the file to a printer begins with the printer as it
 * is.
 */
async function openZplDocument(path: string, stateReset: Uint8Array, onto: DocumentState): Promise<Document> {
  const file = await AppendedFile.open(path, onto.length);
  return {
    get bytes() {
      return file.length;
    },
    inode: file.inode,
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
