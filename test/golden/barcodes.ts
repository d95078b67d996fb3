import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { encodePng } from '../../src/encode/png.ts';
import { Bitmap, type PackedBits } from '../../src/raster/bitmap.ts';

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
  const png = encodePng(doubled(picture), 406);
  const found = await readBarcodes(png, { tryHarder: true, tryInvert: false, textMode: 'Escaped' });
  return found
    .filter(({ isValid }) => isValid)
    .map(({ format, text }) => ({ format, text }))
    .toSorted((a, b) => (a.format + a.text < b.format + b.text ? -1 : 1));
}

/** Every dot as four: the reader misses some symbols of one pixel a module or of low rows. */
function doubled({ height, stride, data }: PackedBits): Bitmap {
  const twice = Bitmap.create(stride * 16, height * 2);
  for (let y = 0, at = 0; y < height; y++) {
    const row = y * 2 * twice.stride;
    for (let i = 0; i < stride; i++) {
      const bits = spread(data[at++] as number);
      twice.data[row + i * 2] = bits >> 8;
      twice.data[row + i * 2 + 1] = bits & 0xff;
    }
    twice.data.copyWithin(row + twice.stride, row, row + twice.stride);
  }
  return twice;
}

/** Each bit of a byte twice. */
function spread(byte: number): number {
  let bits = byte;
  bits = (bits | (bits << 4)) & 0x0f0f;
  bits = (bits | (bits << 2)) & 0x3333;
  bits = (bits | (bits << 1)) & 0x5555;
  return bits | (bits << 1);
}
