import type { OutputPiece, RenderedRows } from '../../../src/batch/stages.ts';
import { Bitmap } from '../../../src/bitmap/bitmap.ts';
import type { CompressedDots } from '../../../src/encode/compressed-dots.ts';
import { compressed } from '../../../src/encode/compressed-dots.ts';

/** A page with a line as long as its number says. */
export function pageOf(number: number): CompressedDots {
  const bitmap = Bitmap.create(64, 32);
  bitmap.fillRect(0, 0, 1 + (number % 64), 1 + (number % 32), 'black');
  const page = compressed(bitmap);
  // As it is read again: neither a Buffer nor a part of one's memory.
  return { ...page, stream: new Uint8Array(page.stream) };
}

const NOTHING = { labels: 1, bytes: new Uint8Array(), pages: [], copies: 1, name: null, source: null };

export function zplPiece(firstRow: number, text: string, rows = 1): OutputPiece {
  return { ...NOTHING, firstRow, rows, bytes: Buffer.from(text) };
}

export function pagesPiece(firstRow: number, pages: readonly CompressedDots[], copies = 1): OutputPiece {
  return { ...NOTHING, firstRow, rows: 1, labels: pages.length * copies, pages, copies };
}

export function namedPiece(firstRow: number, name: string, text: string): OutputPiece {
  return { ...zplPiece(firstRow, text), name, source: { cells: [name], others: '' } };
}

/** Rows without a piece count as failed. */
export function madeOf(firstRow: number, rows: number, pieces: readonly OutputPiece[]): RenderedRows {
  return { firstRow, rows, next: { offset: 0, skip: 0 }, pieces, failed: [], unresolved: 0 };
}
