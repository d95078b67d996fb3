import { type FairQueue, LARGE_WEIGHT } from './fair-queue.ts';
import type { Job } from './job.ts';
import type { RenderThread } from './render-thread.ts';

/** The time that a batch should take, since its first task is answered together with its last. */
const BATCH_MS = 2;
/**
 * Work that one thread does alone, together with jobs that arrive meanwhile: waking another thread for a part of it
 * takes as long. With half as much, and no jobs left to a busy thread, PNGs of 50 connections take 1.03 to 1.08 times
 * the processor time (bench request).
 */
export const ALONE_MS = 1;
/** The time after which jobs that were left to a thread are looked at again. Long, since it wakes the event loop. */
export const LEFT_MS = 5;
/** The heaviest job of the last free thread: one surface of the most pixels, and its ZPL. */
const SURFACE_WEIGHT = 2 ** 25;

/** Bounds of any batch. */
export interface BatchBounds<J> {
  /** Threads of the pool, at most. */
  readonly threads: number;
  /** Jobs of a batch, at most. */
  readonly most: number;
  /** Milliseconds that a thread will take for a job; null while unknown, which is then worth a thread. */
  readonly expectedMs: (job: J) => number | null;
}

/** A thread, with its jobs and the time of `performance.now()` when it got them. */
type AtWork<J> = Pick<RenderThread<unknown, never>, 'busySince'> & { readonly jobs: readonly J[] };

/**
 * Whether the waiting jobs are left to a busy thread, which will soon have done its own and these, so that no other has
 * to wake. A thread that has taken longer for its jobs than expected gets none, since it may take longer still.
 *
 * @param now `performance.now()`
 */
export function isLeft<J extends Pick<Job<unknown, never>, 'account' | 'weight'>>(
  queue: FairQueue<J>,
  threads: Iterable<AtWork<J>>,
  { most, expectedMs }: Pick<BatchBounds<J>, 'most' | 'expectedMs'>,
  now: number,
): boolean {
  if (queue.size > most) return false;
  const msOf = (jobs: readonly J[]): number =>
    jobs.reduce((ms, job) => ms + (expectedMs(job) ?? Infinity), 0);
  // The times in the queue are added up last: under a load that fills it, each thread already has too much to do.
  for (const { jobs, busySince } of threads) {
    if (jobs.length === 0) continue;
    const ownMs = Math.max(msOf(jobs), now - busySince);
    if (ownMs <= ALONE_MS && ownMs + msOf(queue.jobs()) <= ALONE_MS) return true;
  }
  return false;
}

/**
 * Takes the jobs of the next free thread from the queue: one job, or several consecutive small ones. Empty if no
 * waiting job is for this thread.
 *
 * @param takesAny whether the thread may take a job of any size; one that is kept for small jobs takes at most one
 *   surface, and only while no small job waits
 */
export function nextBatch<J extends Job<unknown, never>>(
  queue: FairQueue<J>,
  takesAny: boolean,
  { threads, most, expectedMs }: BatchBounds<J>,
): readonly J[] {
  const first = takesAny ? queue.take(Infinity) : (queue.take(LARGE_WEIGHT) ?? queue.take(SURFACE_WEIGHT));
  if (first === undefined) return [];
  const jobs = [first];
  // Jobs are left for other threads too.
  const share = Math.ceil((queue.size + 1) / threads);
  let ms = expectedMs(first) ?? ALONE_MS;
  while (jobs.length < most && ms < (jobs.length < share ? BATCH_MS : ALONE_MS)) {
    const next = queue.take(LARGE_WEIGHT);
    if (next === undefined) break;
    jobs.push(next);
    ms += expectedMs(next) ?? ALONE_MS;
  }
  return jobs;
}
