import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** A symbol that a scanner reads off a label; control characters are spelled `<GS>`. */
export interface ScannedBarcode {
  readonly format: string;
  readonly text: string;
}

// From the package's own file: left to itself the reader would fetch it from the network.
const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

/** Everything that can be scanned, by format and text. */
export async function scan(png: Buffer): Promise<ScannedBarcode[]> {
  const found = await readBarcodes(png, { tryHarder: true, tryInvert: false, textMode: 'Escaped' });
  return found
    .filter(({ isValid }) => isValid)
    .map(({ format, text }) => ({ format, text }))
    .sort((a, b) => (a.format + a.text < b.format + b.text ? -1 : 1));
}
