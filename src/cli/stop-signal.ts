import cluster from 'node:cluster';

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
