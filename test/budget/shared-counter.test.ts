import { expect, test } from 'vitest';
import { SharedCounter } from '../../src/budget/shared-counter.ts';

test('asks once for the requests of one turn, and admits the first ones', async () => {
  const asked: number[] = [];
  const counter = new SharedCounter(async (requests) => {
    asked.push(requests);
    return [2, 7];
  });
  expect(await Promise.all([counter.count(), counter.count(), counter.count()])).toEqual([
    { allowed: true },
    { allowed: true },
    { allowed: false, retryAfterSeconds: 7 },
  ]);
  expect(await counter.count()).toEqual({ allowed: true });
  expect(asked).toEqual([3, 1]);
});

test('fails all of a turn together, and asks again for the next', async () => {
  let calls = 0;
  const counter = new SharedCounter(async (requests) => {
    if (calls++ === 0) throw new Error('gone');
    return [requests, 0];
  });
  const outcomes = await Promise.allSettled([counter.count(), counter.count()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await counter.count()).toEqual({ allowed: true });
});
