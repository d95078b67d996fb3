import { setImmediate } from 'node:timers/promises';

/** Threads that node has for files are fewer; the rest keeps them at work. */
const AT_A_TIME = 8;
/** Milliseconds that the event loop waits for files, at most. */
const TURN_MS = 20;
/** Files of a turn, at least, where the file system is not slow. */
const FAST_FILES = 10;

/** What is done with one file of many: at once, or by a thread of node's. */
export interface FileAct<T> {
  now(item: T): void;
  later(item: T): Promise<void>;
}

/**
 * Does something with files in their order. A call that another thread makes costs some 20 µs of processor time, several
 * times what a local file system takes for it; one that is far away is rather waited for several times at once.
 */
export async function eachFile<T>(items: readonly T[], { now, later }: FileAct<T>): Promise<void> {
  for (let next = 0; next < items.length; ) {
    const first = next;
    const end = performance.now() + TURN_MS;
    while (next < items.length && performance.now() < end) now(items[next++] as T);
    if (next === items.length) return;
    if (next - first < FAST_FILES) return await severalAtATime(items.slice(next), later);
    await setImmediate();
  }
}

/** Begins with items in their order, and goes on with the next as soon as one is done. */
export async function severalAtATime<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const one = async (): Promise<void> => {
    for (const item of waiting) await act(item);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, one));
}
