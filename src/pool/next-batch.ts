import { type FairQueue, LARGE_WEIGHT } from './fair-queue.ts';
import type { Job } from './job.ts';
import type { RenderThread } from './render-thread.ts';

/** How long a thread should be at a batch: its first task is answered with its last. */
const BATCH_MS = 2;
/**
 * Work that one thread does alone, together with jobs that arrive meanwhile: waking another thread for a part of it
 * takes as long. With half as much, and nothing left to it, PNGs of 50 connections take 1.03 to 1.08 of the processor
 * time (bench request).
 */
export const ALONE_MS = 1;
/**
 * When what was left to a thread is looked at again, if nothing happens before: seldom, for it wakes the event loop.
 */
export const LEFT_MS = 5;
/** The most that the last free thread takes on: one surface of the most pixels, and its ZPL. */
const SURFACE_WEIGHT = 2 ** 25;

/** Bounds of any batch. */
export interface BatchBounds<J> {
  /** The most threads. */
  readonly threads: number;
  /** Jobs of a batch. */
  readonly most: number;
  /** How long a thread will be at a job; null where nothing is known, which is then worth a thread. */
  readonly expectedMs: (job: J) => number | null;
}

/** A thread and what it is at, since `performance.now()` was so much. */
type AtWork<J> = Pick<RenderThread<unknown, never>, 'busySince'> & { readonly jobs: readonly J[] };

/**
 * Whether what waits is left to a thread that is at work, which will soon be done with both: another stays asleep then.
 * Not to one that has been at its jobs for longer than they should take, and may be for longer still.
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
  // The queue is added up last: under a load that fills it, each thread alone has too much to do.
  for (const { jobs, busySince } of threads) {
    if (jobs.length === 0) continue;
    const ownMs = Math.max(msOf(jobs), now - busySince);
    if (ownMs <= ALONE_MS && ownMs + msOf(queue.jobs()) <= ALONE_MS) return true;
  }
  return false;
}

/**
 * Takes what the next free thread is to do from the queue: one job, or several small ones that come after each other.
 * Empty where nothing waits that it may have: a thread that is left to what is small takes no more than a
 * single surface, and that only while nothing small waits.
 *
 * @param takesAny whether the thread may take a job of any size, and need not be left to what is small.
 */
export function nextBatch<J extends Job<unknown, never>>(
  queue: FairQueue<J>,
  takesAny: boolean,
  { threads, most, expectedMs }: BatchBounds<J>,
): readonly J[] {
  const first = takesAny ? queue.take(Infinity) : (queue.take(LARGE_WEIGHT) ?? queue.take(SURFACE_WEIGHT));
  if (first === undefined) return [];
  const jobs = [first];
  // Other threads should find something too.
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
