import { readFileSync } from 'node:fs';

/** Milliseconds of processor time of this thread; of the clock if the system does not report it. */
export function threadMs(): number {
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'latin1'), 10) / 1e6;
  } catch {
    return performance.now();
  }
}
