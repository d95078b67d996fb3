import { getEnvironmentData, setEnvironmentData, threadId } from 'node:worker_threads';
import { onFirstUse } from './on-first-use.ts';

/** Threads get what is under this from the thread that starts them. */
const KEY = 'platen: fonts of threads';

/** Many more than labels bring at a time; what finds no place is not noted. */
const PLACES = 1024;

/** Owners of a place; any other is a thread's id and one. */
const NOBODY = 0;
const ENDED_THREAD = -1;

/**
 * The fonts of labels that threads have registered with the canvas. That keeps them for the whole process, also once their
 * thread has been ended in the midst of a label. Pairs of an owner and a font, shared by all threads.
 */
const places = onFirstUse((): Int32Array => {
  const given = getEnvironmentData(KEY);
  if (given instanceof Int32Array) return given;
  const made = new Int32Array(new SharedArrayBuffer(PLACES * 2 * Int32Array.BYTES_PER_ELEMENT));
  setEnvironmentData(KEY, made);
  return made;
});

/** From now on the fonts of threads that this one starts are {@link leftFonts} when they have ended. Once is enough. */
export const watchThreadFonts = onFirstUse(() => {
  const all = places();
  process.on('worker', (worker) => {
    const owner = worker.threadId + 1;
    worker.once('exit', () => {
      for (let at = 0; at < all.length; at += 2) Atomics.compareExchange(all, at, owner, ENDED_THREAD);
    });
  });
});

/** Takes note of a font of this thread. Returns what forgets it, which is for when the canvas has it no more. */
export function noteFont(id: number): () => void {
  const all = places();
  for (let at = 0; at < all.length; at += 2) {
    if (Atomics.compareExchange(all, at, NOBODY, threadId + 1) !== NOBODY) continue;
    Atomics.store(all, at + 1, id);
    return () => void Atomics.store(all, at, NOBODY);
  }
  return () => {};
}

/** The fonts that threads have left behind, each for one caller: who asks for the next one has taken the last one away. */
export function* leftFonts(): Generator<number> {
  const all = places();
  for (let at = 0; at < all.length; at += 2) {
    // Until then it is this thread's, and left again should that end too.
    if (Atomics.compareExchange(all, at, ENDED_THREAD, threadId + 1) !== ENDED_THREAD) continue;
    yield Atomics.load(all, at + 1) >>> 0;
    Atomics.store(all, at, NOBODY);
  }
}
