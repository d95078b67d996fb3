import { parentPort, workerData } from 'node:worker_threads';
import { fontsIn } from '../../src/raster/font/held/font-folder.ts';
import { HeldFonts } from '../../src/raster/font/held/held-fonts.ts';
import { ARABIC, HAN } from './noto-folder.ts';

/**
 * Milliseconds that a thread that has just started takes: to read the folder, and to draw a first glyph of two fonts.
 */
export interface FirstUse {
  readonly folder: number;
  readonly first: number;
  readonly second: number;
}

function timed<T>(work: () => T): readonly [ms: number, result: T] {
  const began = performance.now();
  const result = work();
  return [performance.now() - began, result];
}

const [folder, found] = timed(() => fontsIn(workerData as string));
const held = new HeldFonts(found);
const [first] = timed(() => held.typeface(HAN, 28, 28)?.draw('中'));
const [second] = timed(() => held.typeface(ARABIC, 28, 28)?.draw('ب'));
parentPort?.postMessage({ folder, first, second } satisfies FirstUse);
