import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Bitmap } from '../../bitmap/bitmap.ts';
import type { Box } from '../../engine/element-boxes.ts';

/** What a reader makes of a symbol. */
export interface ReadBarcode {
  /** As people call it: `Code 128`. */
  readonly symbology: string;
  readonly text: string;
  readonly box: Box;
}

/** White around the picture: readers want a quiet zone. Dots. */
const MARGIN = 24;

type Reader = typeof import('zxing-wasm/reader');

let reader: Promise<Reader> | undefined;

/** The symbols that a reader finds in a label. */
export async function readBarcodesOf(bitmap: Bitmap): Promise<readonly ReadBarcode[]> {
  reader ??= loadReader();
  const { readBarcodes } = await reader;
  const found = await readBarcodes(pictureOf(bitmap) as Parameters<typeof readBarcodes>[0], {
    tryHarder: true,
    textMode: 'Plain',
  });
  return found
    .filter(({ isValid }) => isValid)
    .map(({ format, text, position }) => ({ symbology: format, text, box: boxOf(position) }));
}

/** It takes a tenth of a second, which only who looks at a label with bar codes pays. */
async function loadReader(): Promise<Reader> {
  const module = await import('zxing-wasm/reader');
  // Without this it would be fetched from elsewhere.
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const wasmBinary = new Uint8Array(await readFile(path)).buffer;
  await module.prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  return module;
}

function pictureOf(bitmap: Bitmap): object {
  const width = bitmap.width + 2 * MARGIN;
  const height = bitmap.height + 2 * MARGIN;
  const pixels = new Uint32Array(width * height).fill(0xffffffff);
  for (let y = 0; y < bitmap.height; y++) {
    for (let x = 0; x < bitmap.width; x++) {
      if (bitmap.has(x, y)) pixels[(y + MARGIN) * width + x + MARGIN] = 0xff000000;
    }
  }
  return { data: new Uint8ClampedArray(pixels.buffer), width, height, colorSpace: 'srgb' };
}

type Corners = Readonly<
  Record<'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight', { readonly x: number; readonly y: number }>
>;

function boxOf({ topLeft, topRight, bottomLeft, bottomRight }: Corners): Box {
  const corners = [topLeft, topRight, bottomLeft, bottomRight];
  const x = Math.min(...corners.map((corner) => corner.x));
  const y = Math.min(...corners.map((corner) => corner.y));
  const width = Math.max(...corners.map((corner) => corner.x)) - x;
  const height = Math.max(...corners.map((corner) => corner.y)) - y;
  return { x: x - MARGIN, y: y - MARGIN, width, height };
}
