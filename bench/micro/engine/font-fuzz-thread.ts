import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { holdFonts } from '../../../src/engine/printer-fonts.ts';
import { fontsIn } from '../../../src/raster/font/held/font-folder.ts';
import { forgetWords } from '../../../src/raster/font/held/shaped-word.ts';
import { FONTS, tryDamagedFont, tryMadeFont, tryMixedText } from '../../../test/fuzz/font-cases.ts';
import { threadMs } from '../../../test/support/thread-time.ts';

/** The thread's cases: from 0 on, and then the second half of them again. */
export interface FontFuzzWork {
  readonly kind: 'fonts' | 'made fonts' | 'text';
  readonly cases: number;
  /** A case that takes longer is tried again, to tell its own time from that of whatever else the machine does. */
  readonly slowMs: number;
}

/** Reports of the thread: its progress and the memory that it keeps once all garbage is gone, and each finding. */
export type FontFuzzReport =
  | {
      readonly kind: 'done';
      readonly attempts: number;
      readonly slowestMs: number;
      /**
       * Objects of this thread, and what lies outside of its heap: HarfBuzz's memory, buffers, native objects. Bytes.
       */
      readonly heapBytes: number;
      readonly externalBytes: number;
    }
  | { readonly kind: 'finding'; readonly what: string };

const REPORT_EVERY = 250;

const { kind, cases, slowMs } = workerData as FontFuzzWork;
const say = (report: FontFuzzReport): void => parentPort?.postMessage(report);
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const TRIES = { fonts: tryDamagedFont, 'made fonts': tryMadeFont, text: tryMixedText };
const tryCase: (number: number) => unknown = TRIES[kind];

/** Processor time of a case, the least of up to four attempts; null after a finding. */
function tried(number: number): number | null {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 4 && least > slowMs; i++) {
    const began = threadMs();
    try {
      tryCase(number);
    } catch (error) {
      say({ kind: 'finding', what: `case ${number} of ${kind}: ${(error as Error).stack}` });
      return null;
    }
    least = Math.min(least, threadMs() - began);
  }
  return least;
}

holdFonts(fontsIn(FONTS));
// Loading and compiling at first do not count for the first case.
tryCase(0);
let slowestMs = 0;
const attempts = cases + (cases >> 1);
for (let attempt = 0; attempt < attempts; attempt++) {
  const number = attempt < cases ? attempt : attempt - (cases >> 1);
  const ms = tried(number) ?? 0;
  slowestMs = Math.max(slowestMs, ms);
  if (ms > slowMs) say({ kind: 'finding', what: `case ${number} of ${kind} takes ${Math.round(ms)} ms` });
  if ((attempt + 1) % REPORT_EVERY !== 0 && attempt + 1 < attempts) continue;
  // Words of faces that are gone are remembered up to a bound, which is no growth.
  forgetWords();
  // Memory of native objects is given back when the event loop turns.
  for (let i = 0; i < 2; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  const { heapUsed, external } = process.memoryUsage();
  say({ kind: 'done', attempts: attempt + 1, slowestMs, heapBytes: heapUsed, externalBytes: external });
}
