import type { LabelSize } from '../../units.ts';
import type { BatchFormat } from '../stages.ts';
import { AppendedFile } from './appended-file.ts';
import { type Document, type DocumentState, sideFileOf } from './document.ts';
import type { GrowingFile } from './named-file.ts';
import { pdfDocument } from './pdf-document.ts';

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
  /** Tells its file from others of any name. */
  readonly inode: number;
}

/**
 * A document in a file that is open.
 *
 * @param sidePath the file beside it that a PDF needs until its end
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

/** `stateReset` goes between pieces: who sends the file to a printer begins with the printer as it is. */
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
