import type { Bitmap } from '../../bitmap/bitmap.ts';
import { readSymbols } from '../../import/symbol-reader.ts';
import { dotsOfBitmap } from '../../link-os/dots.ts';

/** A symbol as a reader reads it. */
export interface ReadBarcode {
  /** The reader's name for it, such as `Code128`. */
  readonly symbology: string;
  readonly text: string;
}

/** The symbols that a reader finds in a label. */
export async function readBarcodesOf(bitmap: Bitmap): Promise<readonly ReadBarcode[]> {
  const found = await readSymbols(dotsOfBitmap(bitmap));
  return found.map(({ format, text }) => ({ symbology: format, text }));
}
