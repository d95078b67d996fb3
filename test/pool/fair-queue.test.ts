import { describe, expect, test } from 'vitest';
import { FairQueue, LARGE_WEIGHT } from '../../src/pool/fair-queue.ts';
import { LEAST_WEIGHT } from '../../src/pool/job.ts';

interface Entry {
  readonly name: string;
  readonly account: string;
  readonly weight: number;
}

/** `a1` is the first job of account a. */
const job = (name: string, weight = LEAST_WEIGHT): Entry => ({ name, account: name.slice(0, 1), weight });

function filled(...jobs: Entry[]) {
  const queue = new FairQueue<Entry>();
  for (const one of jobs) queue.add(one);
  return queue;
}

function drain(queue: FairQueue<Entry>, maxWeight = Infinity): string[] {
  const names: string[] = [];
  for (let next = queue.take(maxWeight); next !== undefined; next = queue.take(maxWeight))
    names.push(next.name);
  return names;
}

test('accounts take turns, each with its jobs in order', () => {
  const queue = filled(job('a1'), job('a2'), job('a3'), job('b1'), job('c1'), job('c2'));
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  expect(queue.size).toBe(0);
});

test('accounts get the same share of the work, not of the jobs', () => {
  const heavy = Array.from({ length: 3 }, (_, i) => job(`a${i}`, 10 * LEAST_WEIGHT));
  const light = Array.from({ length: 30 }, (_, i) => job(`b${i}`));
  const order = drain(filled(...heavy, ...light));
  for (const [nth, { name }] of heavy.entries()) {
    const lightBefore = order.slice(0, order.indexOf(name)).filter((other) => other.startsWith('b')).length;
    expect(Math.abs(lightBefore - 10 * (nth + 1))).toBeLessThanOrEqual(1);
  }
});

test('one that comes late waits for one turn only, and gets no credit for having been away', () => {
  const queue = filled(...Array.from({ length: 20 }, (_, i) => job(`a${i}`)));
  for (let i = 0; i < 10; i++) queue.take(Infinity);
  queue.add(job('b1'));
  queue.add(job('b2'));
  expect(drain(queue).slice(0, 5)).toEqual(['a10', 'b1', 'a11', 'b2', 'a12']);
});

describe('a limit on the weight', () => {
  test('passes over what is heavier', () => {
    const queue = filled(job('a1', 5 * LEAST_WEIGHT), job('a2'), job('b1'), job('c1', 9 * LEAST_WEIGHT));
    expect(drain(queue, 2 * LEAST_WEIGHT)).toEqual(['b1']);
    expect(queue.size).toBe(3);
  });

  test('lets small jobs of an account pass its own large ones', () => {
    const queue = filled(job('a1', LARGE_WEIGHT + 1), job('a2'));
    expect(drain(queue, LARGE_WEIGHT)).toEqual(['a2']);
    expect(drain(queue)).toEqual(['a1']);
  });
});

test('a job can leave from anywhere, once', () => {
  const [a1, a2, b1] = [job('a1'), job('a2'), job('b1')];
  const queue = filled(a1, a2, b1);
  queue.remove(a1);
  queue.remove(a1);
  expect(queue.size).toBe(2);
  queue.remove(b1);
  expect(drain(queue)).toEqual(['a2']);
});

describe('the job to give up for a newcomer', () => {
  const queue = filled(job('a1'), job('a2'), job('a3'), job('b1'));

  test("is the last of the account's that has most", () => {
    expect(queue.lastOfHeaviest(job('b2'))?.name).toBe('a3');
    expect(queue.lastOfHeaviest(job('c1'))?.name).toBe('a3');
  });

  test('is never the only one, however heavy', () => {
    const heavy = filled(job('a1', 100 * LEAST_WEIGHT), job('b1'), job('b2'));
    expect(heavy.lastOfHeaviest(job('c1'))?.name).toBe('b2');
  });

  test('is none when the newcomer would have as much', () => {
    expect(queue.lastOfHeaviest(job('a4'))).toBeUndefined();
    expect(queue.lastOfHeaviest(job('b2', 2 * LEAST_WEIGHT))).toBeUndefined();
    expect(queue.lastOfHeaviest(job('c1', 3 * LEAST_WEIGHT))).toBeUndefined();
  });
});
