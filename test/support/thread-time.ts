import { readFileSync } from 'node:fs';

/** Milliseconds of processor that this thread has had; of the clock where the system does not tell. */
export function threadMs(): number {
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'latin1'), 10) / 1e6;
  } catch {
    return performance.now();
  }
}
