/**
 * Resolves as `work` does, or rejects with the message `late` after `limitMs`. An answer may lie unread in its socket
 * while the event loop stands still (a long collection, a starved machine), and timers run before sockets: the
 * sockets are read once more before the rejection. The work itself goes on; its later result is lost.
 */
export function inTime<T>(work: Promise<T>, limitMs: number, late: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new Error(late))), limitMs);
    work.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** Tells whether a time has passed since this call, for work that looks at it between its steps. */
export function deadlineIn(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}
