import type { Bitmap } from '../../bitmap/bitmap.ts';
import { readSymbols } from '../../import/symbol-reader.ts';

/** A symbol as a reader reads it. */
export interface ReadBarcode {
  /** As the reader calls it: `Code128`. */
  readonly symbology: string;
  readonly text: string;
}

/** The symbols that a reader finds in a label. */
export async function readBarcodesOf(bitmap: Bitmap): Promise<readonly ReadBarcode[]> {
  const found = await readSymbols(pictureOf(bitmap));
  return found.map(({ format, text }) => ({ symbology: format, text }));
}

/** The same dots in rows of bytes. */
function pictureOf({ width, height, stride, words }: Bitmap): Parameters<typeof readSymbols>[0] {
  const rows = Buffer.alloc(stride * 4 * height);
  for (const [at, word] of words.entries()) rows.writeInt32BE(word, at * 4);
  const bytesPerRow = (width + 7) >> 3;
  const data = new Uint8Array(bytesPerRow * height);
  for (let y = 0; y < height; y++) {
    data.set(rows.subarray(y * stride * 4, y * stride * 4 + bytesPerRow), y * bytesPerRow);
  }
  return { bytesPerRow, rows: height, data };
}
