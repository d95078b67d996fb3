import cluster from 'node:cluster';
import { CommandFailure } from './failure.ts';

/**
 * Resolves at the first SIGTERM or SIGINT; the second ends the process at once, whatever is in flight. A listener
 * can get one stop twice, from its supervisor and from the terminal: there only the supervisor's end is the end.
 */
export function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (asked && cluster.isPrimary) process.exit(1);
        asked = true;
        resolve();
      });
    }
  });
}

/**
 * Does work with a signal that is aborted at the first SIGTERM or SIGINT; the second ends the process at once. The reason
 * says which it was.
 */
export async function untilStopped<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const heard = (name: NodeJS.Signals): void => {
    if (stop.signal.aborted) process.exit(1);
    stop.abort(new CommandFailure(`stopped by ${name}`));
  };
  process.on('SIGTERM', heard).on('SIGINT', heard);
  try {
    return await work(stop.signal);
  } finally {
    process.off('SIGTERM', heard).off('SIGINT', heard);
  }
}
