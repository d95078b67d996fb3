import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Ink in packed rows of ceil(width / 8) bytes, most significant bit leftmost. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** An independent reader's reading of a symbol. */
export interface Reading {
  readonly text: string;
  readonly level: string;
  /** AIM symbology identifier, such as `]Q0` for QR model 1. */
  readonly identifier: string;
}

const MARGIN = 24;

/** Loads the reader from its package, and not over the network. */
export async function prepareReader(): Promise<void> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const wasmBinary = new Uint8Array(readFileSync(path)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/**
 * Reads the only symbol of a picture, with white added around it; null if none can be read. `isPure` says that the
 * picture has nothing else: large symbols of QR model 1 are found only that way.
 */
export async function readSymbol(
  { width, height, data }: Picture,
  isPure: boolean = false,
): Promise<Reading | null> {
  const columns = width + 2 * MARGIN;
  const rows = height + 2 * MARGIN;
  const pixels = new Uint32Array(columns * rows).fill(0xffffffff);
  const stride = (width + 7) >> 3;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const ink = ((data[y * stride + (x >> 3)] as number) >> (7 - (x & 7))) & 1;
      if (ink === 1) pixels[(y + MARGIN) * columns + x + MARGIN] = 0xff000000;
    }
  }
  const image = {
    data: new Uint8ClampedArray(pixels.buffer),
    width: columns,
    height: rows,
    colorSpace: 'srgb',
  };
  const [found] = await readBarcodes(image as Parameters<typeof readBarcodes>[0], {
    tryHarder: true,
    isPure,
    textMode: 'Plain',
    maxNumberOfSymbols: 1,
  });
  if (found === undefined || !found.isValid) return null;
  return { text: found.text, level: found.ecLevel, identifier: found.symbologyIdentifier };
}
