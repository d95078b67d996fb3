import { setMaxListeners } from 'node:events';
import { type BorrowedRows, outputBytes } from '../stages.ts';

/** The most bytes of results ahead of their turn; calls under way count as the largest result so far. */
const AHEAD_BYTES = 67_108_864;

/**
 * Makes rows of each item, several items at a time, and yields the rows in the order of the items. A failure of `items`
 * or `make` is thrown after the rows of all items before it; calls under way are aborted then.
 *
 * @param ahead returns how many items may be under way, or wait for their turn, at the moment
 */
export async function* inOrder<T>(
  items: AsyncIterable<T>,
  make: (item: T, signal: AbortSignal) => Promise<BorrowedRows>,
  ahead: () => number,
  signal: AbortSignal,
): AsyncGenerator<BorrowedRows, void, undefined> {
  // Each request listens to this signal, which takes several times as long with one of `AbortSignal.any`.
  const leaving = new AbortController();
  const leave = (): void => leaving.abort(signal.reason);
  signal.addEventListener('abort', leave);
  setMaxListeners(0, leaving.signal);
  const iterator = items[Symbol.asyncIterator]();
  const queue: Promise<BorrowedRows>[] = [];
  let largest = 0;
  let failure: { readonly error: unknown } | null = null;
  /** Begins the next item; false if there is none. */
  const begin = async (): Promise<boolean> => {
    try {
      const { done, value } = await iterator.next();
      if (done === true) return false;
      queue.push(made(value));
      return true;
    } catch (error) {
      failure = { error };
      return false;
    }
  };
  const made = (item: T): Promise<BorrowedRows> => {
    const promise = make(item, leaving.signal).then((result) => {
      largest = Math.max(largest, outputBytes(result));
      return result;
    });
    // The promise is awaited in its turn.
    promise.catch(() => {});
    return promise;
  };
  const hasRoom = (): boolean =>
    queue.length === 0 || (queue.length < ahead() && (queue.length + 1) * largest <= AHEAD_BYTES);
  try {
    for (let hasMore = true; ; ) {
      while (hasMore && hasRoom()) {
        signal.throwIfAborted();
        hasMore = await begin();
      }
      const [first] = queue;
      if (first === undefined) break;
      const result = await first;
      void queue.shift();
      yield result;
    }
    if (failure !== null) throw (failure as { readonly error: unknown }).error;
  } finally {
    signal.removeEventListener('abort', leave);
    leaving.abort();
    await Promise.allSettled(queue);
    await iterator.return?.();
  }
}
