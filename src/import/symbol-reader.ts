import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Box } from '../bitmap/box.ts';
import { onFirstUse } from '../on-first-use.ts';
import type { Picture } from '../zpl/printer.ts';

/** A symbol that a reader reads in a picture. */
export interface ReadSymbol {
  /** As the reader calls it. */
  readonly format: string;
  readonly text: string;
  /** GS1 elements as people write them, `(01)04006381333931(10)AB12`; null for data that is not GS1. */
  readonly elements: string | null;
  /** The level of a QR Code, `L` to `H`; empty if the reader does not report it. */
  readonly level: string;
  /** Modules each way of a matrix symbol; 0 for others. */
  readonly columns: number;
  readonly rows: number;
  /** The rotation of the symbol in degrees, clockwise. */
  readonly turnedBy: number;
  readonly box: Box;
}

/** White around the picture, in dots: readers need a quiet zone, and most pictures of symbols have none. */
const MARGIN = 24;

/** The most symbols read in one picture. */
const SYMBOLS_MAX = 16;

// The reader is large, and only pictures need it.
const reader = onFirstUse(async () => {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  // Without the file, the package would download it.
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const wasmBinary = new Uint8Array(readFileSync(file)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  return readBarcodes;
});

/** The symbols in a picture, wherever they are in it. */
export async function readSymbols(picture: Picture): Promise<readonly ReadSymbol[]> {
  const readBarcodes = await reader();
  const image = onWhite(picture);
  const options = { tryHarder: true, maxNumberOfSymbols: SYMBOLS_MAX };
  const found = await readBarcodes(image, { ...options, textMode: 'Plain' });
  const areGs1 = found.some(isGs1);
  const written = areGs1 ? await readBarcodes(image, { ...options, textMode: 'HRI' }) : [];
  return found.flatMap((result, index) => {
    const { isValid, format, text, ecLevel, symbol, orientation, position } = result;
    if (!isValid) return [];
    const corners = [position.topLeft, position.topRight, position.bottomLeft, position.bottomRight];
    const [xs, ys] = [corners.map(({ x }) => x - MARGIN), corners.map(({ y }) => y - MARGIN)];
    return {
      format,
      text,
      elements: isGs1(result) ? (written[index]?.text ?? null) : null,
      level: ecLevel,
      columns: symbol.width,
      rows: symbol.height,
      turnedBy: ((orientation % 360) + 360) % 360,
      box: { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) },
    };
  });
}

function isGs1({ symbologyIdentifier }: { readonly symbologyIdentifier: string }): boolean {
  return /^\](?:C1|Q3|d2|e0|J1)/.test(symbologyIdentifier);
}

function onWhite({ bytesPerRow, rows, data }: Picture): {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
  colorSpace: 'srgb';
} {
  const width = bytesPerRow * 8 + 2 * MARGIN;
  const height = rows + 2 * MARGIN;
  const pixels = new Uint32Array(width * height).fill(0xffffffff);
  for (let y = 0; y < rows; y++) {
    for (let at = 0; at < bytesPerRow; at++) {
      const byte = data[y * bytesPerRow + at] as number;
      for (let bit = 0; byte >> bit !== 0; bit++) {
        if (((byte >> bit) & 1) === 1) pixels[(y + MARGIN) * width + MARGIN + at * 8 + 7 - bit] = 0xff000000;
      }
    }
  }
  return { data: new Uint8ClampedArray(pixels.buffer), width, height, colorSpace: 'srgb' };
}
