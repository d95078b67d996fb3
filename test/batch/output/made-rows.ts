import type { Made, PageImage, Piece } from '../../../src/batch/stages.ts';
import { Bitmap } from '../../../src/bitmap/bitmap.ts';
import { compressed } from '../../../src/encode/compressed-dots.ts';

/** A page with a line as long as its number says. */
export function pageOf(number: number): PageImage {
  const bitmap = Bitmap.create(64, 32);
  bitmap.fillRect(0, 0, 1 + (number % 64), 1 + (number % 32), 'black');
  const page = compressed(bitmap);
  // As it is read again: neither a Buffer nor a part of one's memory.
  return { ...page, stream: new Uint8Array(page.stream) };
}

const NOTHING = { labels: 1, bytes: new Uint8Array(), pages: [], copies: 1, name: null, row: null };

export function zplPiece(index: number, text: string, rows = 1): Piece {
  return { ...NOTHING, index, rows, bytes: Buffer.from(text) };
}

export function pagesPiece(index: number, pages: readonly PageImage[], copies = 1): Piece {
  return { ...NOTHING, index, rows: 1, labels: pages.length * copies, pages, copies };
}

export function namedPiece(index: number, name: string, text: string): Piece {
  return { ...zplPiece(index, text), name, row: { cells: [name], others: '' } };
}

/** Rows without a piece count as failed. */
export function madeOf(rows: number, pieces: readonly Piece[]): Made {
  return { rows, next: { offset: 0, skip: 0 }, pieces, failed: [], unresolved: 0, release() {} };
}
