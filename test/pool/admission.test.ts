import { describe, expect, test } from 'vitest';
import { Admission } from '../../src/pool/admission.ts';
import { LARGE_WEIGHT } from '../../src/pool/fair-queue.ts';
import type { Cost } from '../../src/pool/job.ts';

const BOUNDS = { jobs: 100, pixels: 10_000, units: 10_000 };
const job = (cost: Partial<Cost> = {}, weight = 1000) => ({ cost: { pixels: 0, units: 0, ...cost }, weight });
const LARGE = job({ pixels: 1 }, 2 * LARGE_WEIGHT);

/** An admission and its queue, of which the test says what waits. */
function admission(threads = 1, bounds = BOUNDS) {
  const small = { jobs: 0, weight: 0 };
  const large = { jobs: 0, weight: 0 };
  return { load: new Admission(bounds, threads, small, large), small, large };
}

describe('Retry-After', () => {
  test('is one second before anything was measured', () => {
    const { load } = admission();
    load.enter(job({ units: 9000 }));
    expect(load.retryAfterSeconds()).toBe(1);
  });

  test('is the time that the work held will take, small and large, in whole seconds up to 30', () => {
    const { load } = admission(2);
    load.measured(job(), 500);
    load.measured(LARGE, 10_000);
    for (let i = 0; i < 8; i++) load.enter(job());
    expect(load.retryAfterSeconds()).toBe(2);
    load.enter(LARGE);
    expect(load.retryAfterSeconds()).toBe(7);
    load.leave(LARGE);
    expect(load.retryAfterSeconds()).toBe(2);
    for (let i = 0; i < 200; i++) load.enter(LARGE);
    expect(load.retryAfterSeconds()).toBe(30);
  });

  test('follows the work of late, not a single slow task', () => {
    const { load } = admission();
    for (let i = 0; i < 10; i++) load.enter(job());
    for (let i = 0; i < 500; i++) load.measured(job(), 100);
    load.measured(job(), 1000);
    expect(load.retryAfterSeconds()).toBe(2);
    for (let i = 0; i < 500; i++) load.measured(job(), 1000);
    expect(load.retryAfterSeconds()).toBe(10);
  });
});

describe('bounds', () => {
  test('hold for jobs, pixels and bytes of ZPL together, and a displaced job counts as gone', () => {
    const { load } = admission(1, { ...BOUNDS, jobs: 3 });
    load.enter(job({ pixels: 6000 }));
    load.enter(job({ pixels: 4000, units: 9000 }));
    expect(load.exceeded(job({ pixels: 1 }), 0)).toBe('pixels');
    expect(load.exceeded(job({ units: 1001 }), 0)).toBe('units');
    expect(load.exceeded(job({ units: 1000 }), 0)).toBeUndefined();
    expect(load.exceeded(job({ pixels: 6000 }), 0, job({ pixels: 6000 }))).toBeUndefined();
    expect(load.exceeded(job({ pixels: 6001 }), 0, job({ pixels: 6000 }))).toBe('pixels');
    expect(load.full(0)).toBeUndefined();
    load.enter(job());
    expect(load.exceeded(job(), 0)).toBe('jobs');
    expect(load.full(0)).toBe('jobs');
  });

  test('let in a job larger than a whole bound where there is nothing else of its kind', () => {
    const { load } = admission();
    load.enter(job({ units: 100 }));
    expect(load.exceeded(job({ pixels: 50_000 }), 0)).toBeUndefined();
  });

  test('of pixels are what the threads draw in 100 ms, where that is more', () => {
    const { load } = admission(2);
    load.measured(job({ pixels: 1000 }), 5);
    load.enter(job({ pixels: 10_000 }));
    expect(load.exceeded(job({ pixels: 30_000 }), 0)).toBeUndefined();
    expect(load.exceeded(job({ pixels: 30_001 }), 0)).toBe('pixels');
  });
});

describe('a queue that is too long', () => {
  /** Two threads, jobs of a millisecond or more, and so many of them that wait. */
  const waiting = (jobs: number, ms = 0.5) => {
    const made = admission(2);
    for (let i = 0; i < 500; i++) made.load.measured(job(), ms);
    const wait = (count: number): void =>
      void Object.assign(made.small, { jobs: count, weight: 1000 * count });
    wait(jobs);
    return { ...made, wait };
  };

  test('is a burst for 100 ms, and then takes no more until it is short', () => {
    const { load, wait } = waiting(101);
    for (const now of [1000, 1050, 1100]) expect(load.full(now)).toBeUndefined();
    expect(load.full(1101)).toBe('wait');
    expect(load.exceeded(job(), 1101)).toBe('wait');
    wait(99);
    expect(load.full(1102)).toBeUndefined();
    expect(load.exceeded(job(), 1102)).toBeUndefined();
  });

  test('is never one of 32 jobs a thread, however long they take', () => {
    const { load, wait } = waiting(63, 500);
    for (const now of [1000, 1090, 1180]) expect(load.full(now)).toBeUndefined();
    wait(64);
    for (const now of [1200, 1290]) expect(load.full(now)).toBeUndefined();
    expect(load.full(1380)).toBe('wait');
  });

  test('is the same queue while it is short for moments only, and another burst after 100 ms', () => {
    const { load, wait } = waiting(101);
    for (const now of [1000, 1090, 1180]) load.full(now);
    wait(10);
    expect(load.full(1200)).toBeUndefined();
    wait(101);
    expect(load.full(1280)).toBe('wait');
    for (const now of [1381, 1470]) expect(load.full(now)).toBeUndefined();
    expect(load.full(1482)).toBe('wait');
  });

  test('is one that large jobs wait in, for large jobs alone', () => {
    const { load, large } = waiting(0);
    load.measured(LARGE, 1000);
    Object.assign(large, { jobs: 2, weight: 2 * LARGE.weight });
    for (const now of [1000, 1090]) load.exceeded(LARGE, now);
    expect(load.exceeded(LARGE, 1180)).toBe('wait');
    expect(load.exceeded(job(), 1180)).toBeUndefined();
    expect(load.full(1180)).toBeUndefined();
    // One for each thread may follow the one that it is at.
    Object.assign(large, { jobs: 1, weight: LARGE.weight });
    expect(load.exceeded(LARGE, 1181)).toBeUndefined();
  });

  test('does not keep a job from the place of another one', () => {
    const { load } = waiting(101);
    for (const now of [1000, 1090]) load.full(now);
    expect(load.exceeded(job(), 1180)).toBe('wait');
    expect(load.exceeded(job(), 1180, job())).toBeUndefined();
  });
});

test('a job is expected to take what others of its kind took of late', () => {
  const { load } = admission();
  expect(load.expectedMs(job())).toBeNull();
  load.measured(job(), 5);
  expect(load.expectedMs(job({}, 100))).toBe(0.5);
  expect(load.expectedMs(LARGE)).toBeNull();
});
