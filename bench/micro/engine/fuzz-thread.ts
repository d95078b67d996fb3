import { parentPort, workerData } from 'node:worker_threads';
import { attempt, reproducible } from '../../../test/fuzz/attempt.ts';
import { bombs } from '../../../test/fuzz/bombs.ts';
import { type FuzzCase, fuzzCase } from '../../../test/fuzz/cases.ts';
import { threadMs } from '../../../test/support/thread-time.ts';

/** The thread's cases: numbered ones, or the bombs. */
export interface FuzzWork {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly bombs: 'none' | 'repeating' | 'all';
  /** A case that takes longer is tried again, to tell its own time from that of whatever else the machine does. */
  readonly slowMs: number;
  readonly slowBombMs: number;
}

/** Reports of the thread: how many more cases are done, the slowest so far and its number, and each finding. */
export type FuzzReport =
  | {
      readonly kind: 'done';
      readonly cases: number;
      readonly slowest: { readonly ms: number; readonly case: number };
    }
  | { readonly kind: 'bomb'; readonly name: string; readonly repeatsOnly: boolean; readonly ms: number }
  | { readonly kind: 'finding'; readonly what: string; readonly input: string };

const REPORT_EVERY = 200;

const { from, to, step, bombs: onlyBombs, slowMs, slowBombMs } = workerData as FuzzWork;
const say = (report: FuzzReport): void => parentPort?.postMessage(report);

/** The slowest request of a case, the fastest of up to four attempts; null after a finding. */
function tried(fuzz: FuzzCase, enoughMs: number): number | null {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 4 && least > enoughMs; i++) {
    try {
      least = Math.min(least, attempt(fuzz, threadMs).slowestMs);
    } catch (error) {
      say({ kind: 'finding', what: String((error as Error).stack), input: reproducible(fuzz) });
      return null;
    }
  }
  return least;
}

if (onlyBombs !== 'none') {
  tried(fuzzCase(0), 0);
  for (const bomb of bombs()) {
    if (onlyBombs === 'repeating' && !bomb.repeatsOnly) continue;
    const ms = tried(bomb, bomb.repeatsOnly ? slowBombMs : slowMs);
    if (ms !== null) say({ kind: 'bomb', name: bomb.name, repeatsOnly: bomb.repeatsOnly, ms });
  }
} else {
  let slowest = { ms: 0, case: from };
  let cases = 0;
  for (let number = from; number < to; number += step) {
    const ms = tried(fuzzCase(number), slowMs);
    if (ms !== null && ms > slowest.ms) slowest = { ms, case: number };
    if (ms !== null && ms > slowMs) {
      const what = `case ${number} takes ${Math.round(ms)} ms`;
      say({ kind: 'finding', what, input: reproducible(fuzzCase(number)) });
    }
    cases++;
    if (cases % REPORT_EVERY === 0) {
      say({ kind: 'done', cases: REPORT_EVERY, slowest });
      // As a worker's event loop turns between tasks: only then is memory of native objects given back.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  say({ kind: 'done', cases: cases % REPORT_EVERY, slowest });
}
