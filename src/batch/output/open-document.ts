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
