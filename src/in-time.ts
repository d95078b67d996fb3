/**
 * What `work` comes to, or a rejection that says `late` after `limitMs`. While the event loop stands still (a long
 * collection, a starved machine) an answer may lie in its socket unread, and timers come before sockets: so the sockets are
 * looked at once more before it is judged. The work itself goes on; what comes of it later is lost.
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
