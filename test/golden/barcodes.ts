import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { Bitmap } from '../../src/bitmap/bitmap.ts';
import type { PackedBits } from '../../src/bitmap/packed-bits.ts';
import { scaled2x } from '../../src/bitmap/scale.ts';
import { encodePng } from '../../src/encode/png.ts';

/** A symbol that a scanner reads off a label; control characters are spelled `<GS>`. */
export interface ScannedBarcode {
  readonly format: string;
  readonly text: string;
}

// From the package's own file: left to itself the reader would fetch it from the network.
const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

/** Everything that can be scanned, by format and text. */
export async function scan(picture: PackedBits): Promise<ScannedBarcode[]> {
  const png = encodePng(enlarged(picture), 406);
  const found = await readBarcodes(png, { tryHarder: true, tryInvert: false, textMode: 'Escaped' });
  return found
    .filter(({ isValid }) => isValid)
    .map(({ format, text }) => ({ format, text }))
    .toSorted((a, b) => (a.format + a.text < b.format + b.text ? -1 : 1));
}

/** Dots of the largest bitmap. */
const DOTS_MAX = 16_000_000;

/**
 * Every dot as four, as far as a bitmap may have them: the reader misses some symbols of one pixel a module or of low
 * rows.
 */
function enlarged(picture: PackedBits): Bitmap {
  const { width, height } = picture;
  const plain = Bitmap.create(width, height);
  plain.blit(picture, 0, 0, 'black');
  return 4 * width * height > DOTS_MAX ? plain : scaled2x(plain, width * 2, height * 2);
}
