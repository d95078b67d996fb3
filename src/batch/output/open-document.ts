import type { LabelSize } from '../../units.ts';
import type { BatchFormat } from '../stages.ts';
import type { Document, DocumentState } from './document.ts';
import { openPdfDocument } from './pdf-document.ts';
import { openZplDocument } from './zpl-document.ts';

/** What the documents of a batch have in common. */
export interface DocumentKind {
  readonly format: BatchFormat;
  /** ZPL between two pieces. */
  readonly stateReset: Uint8Array;
  /** Of a PDF's pages. */
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
