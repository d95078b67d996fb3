import { describe, expect, test, vi } from 'vitest';
import { FairQueue } from '../../src/pool/fair-queue.ts';
import { LEAST_WEIGHT } from '../../src/pool/job.ts';
import { ALONE_MS, isLeft } from '../../src/pool/next-batch.ts';

interface Entry {
  readonly account: string;
  readonly weight: number;
  readonly ms: number | null;
}

const SENT = 1000;
const BOUNDS = { most: 4, expectedMs: ({ ms }: Entry) => ms };

/** Jobs that are expected to take this part of what a thread does alone; null where nothing is known. */
const jobs = (...parts: (number | null)[]): Entry[] =>
  parts.map((part) => ({ account: 'a', weight: LEAST_WEIGHT, ms: part === null ? null : part * ALONE_MS }));

const busy = (...parts: (number | null)[]) => ({ jobs: jobs(...parts), busySince: SENT });
const IDLE = { jobs: [], busySince: 0 };

function waiting(...parts: (number | null)[]): FairQueue<Entry> {
  const queue = new FairQueue<Entry>();
  for (const job of jobs(...parts)) queue.add(job);
  return queue;
}

describe('what waits is left', () => {
  test.each([
    ['to a thread that will soon be done with both', waiting(0.2, 0.2), [IDLE, busy(0.3, 0.3)], true],
    ['to one of several', waiting(0.5), [busy(0.9), busy(0.3), busy(0.8)], true],
    ['to nobody, where it is more than one thread does alone', waiting(0.3, 0.3), [IDLE, busy(0.5)], false],
    ['to no thread that sleeps', waiting(0.1), [IDLE, IDLE], false],
    ['to nobody, where nothing is known of it', waiting(0.1, null), [busy(0.1)], false],
    ['to no thread of whose jobs nothing is known', waiting(0.1), [busy(null)], false],
    ['to nobody, where it is more than a batch', waiting(0.1, 0.1, 0.1, 0.1, 0.1), [busy(0.1)], false],
  ])('%s', (_, queue, threads, left) => {
    expect(isLeft(queue, threads, BOUNDS, SENT)).toBe(left);
  });

  test('to no thread that has been at its jobs for longer than they should take', () => {
    const left = (after: number) => isLeft(waiting(0.5), [busy(0.1)], BOUNDS, SENT + after * ALONE_MS);
    expect([left(0.25), left(0.75)]).toEqual([true, false]);
  });

  test('to nobody, and is not added up, where each thread alone has too much to do', () => {
    const queue = waiting(0.1);
    const added = vi.spyOn(queue, 'jobs');
    expect(isLeft(queue, [busy(1.1), busy(0.6, 0.6), IDLE], BOUNDS, SENT)).toBe(false);
    expect(added).not.toHaveBeenCalled();
  });
});
