import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** The kernel counts the time of processes in hundredths of a second. */
const TICK_MS = 10;

/**
 * Milliseconds of processor time so far: of this thread if test files share a process, else of the process with all its
 * threads and its ended children. Null if the kernel does not report them (only Linux does).
 */
export function processorMs(): number | null {
  try {
    if (!isMainThread)
      return Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'latin1'), 10) / 1e6;
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // Fields 14 to 17 of proc(5); the second one is the program's name in brackets, which may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  } catch {
    return null;
  }
}
