import { type FairQueue, LARGE_WEIGHT } from './fair-queue.ts';
import type { Job } from './job.ts';

/** How long a thread should be at a batch: its first task is answered with its last. */
const BATCH_MS = 2;
/** What one thread does alone: to wake another one for a part of it takes as long. */
const ALONE_MS = 0.5;
/** The most that the last free thread takes on: one surface of the most pixels, and its ZPL. */
const SURFACE_WEIGHT = 2 ** 25;

/** What the pool knows when a thread is free. */
export interface BatchBounds<J> {
  /** That there may be. */
  readonly threads: number;
  /** Whether this one may take a job of any size, and need not be left to what is small. */
  readonly takesAny: boolean;
  /** Jobs of a batch. */
  readonly most: number;
  /** How long a thread will be at a job; null where nothing is known, which is then worth a thread. */
  readonly expectedMs: (job: J) => number | null;
}

/**
 * Takes what the next free thread is to do from the queue: one job, or several small ones that come after each other.
 * Empty where nothing waits that it may have: a thread that is left to what is small takes no more than a
 * single surface, and that only while nothing small waits.
 */
export function nextBatch<J extends Job<unknown, never>>(
  queue: FairQueue<J>,
  { threads, takesAny, most, expectedMs }: BatchBounds<J>,
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
