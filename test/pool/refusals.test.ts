import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RefusalReason } from '../../src/pool/options.ts';
import { Refusals } from '../../src/pool/refusals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Refuses so many. */
function refuse(refusals: Refusals, count: number, reason: RefusalReason = 'jobs') {
  const told = vi.fn();
  // Each is a function of its own, as each task's is.
  for (let i = 0; i < count; i++) refusals.tell(reason, () => told());
  return told;
}

test('are told at once, when there are few', () => {
  expect(refuse(new Refusals(), 64)).toHaveBeenCalledTimes(64);
});

test('are told at once, when others have nothing to do with them', () => {
  const refusals = new Refusals();
  refuse(refusals, 100);
  for (const reason of ['closed', 'memory', 'breaker', 'deadline'] as const) {
    expect(refuse(refusals, 2, reason)).toHaveBeenCalledTimes(2);
  }
});

test('are told half a second to a second later, when there are more', () => {
  const told = refuse(new Refusals(), 164);
  vi.advanceTimersByTime(499);
  expect(told).toHaveBeenCalledTimes(64);
  vi.advanceTimersByTime(250);
  expect(told.mock.calls.length).toBeGreaterThan(64);
  expect(told.mock.calls.length).toBeLessThan(164);
  vi.advanceTimersByTime(251);
  expect(told).toHaveBeenCalledTimes(164);
});

test('are told at once for every fourth task that is done', () => {
  const refusals = new Refusals();
  refuse(refusals, 64);
  refusals.done(7);
  const told = refuse(refusals, 3);
  expect(told).toHaveBeenCalledTimes(1);
  refusals.done(1);
  expect(refuse(refusals, 2)).toHaveBeenCalledTimes(1);
});

test('do not save up what was not needed', () => {
  const refusals = new Refusals();
  refusals.done(100_000);
  expect(refuse(refusals, 100)).toHaveBeenCalledTimes(64);
});

test('are told at once where a thousand wait already', () => {
  const told = refuse(new Refusals(), 64 + 1024 + 10);
  expect(told).toHaveBeenCalledTimes(64 + 10);
});

test('are told at once in the end', () => {
  const refusals = new Refusals();
  const told = refuse(refusals, 100);
  refusals.tellAll();
  expect(told).toHaveBeenCalledTimes(100);
  vi.runAllTimers();
  expect(told).toHaveBeenCalledTimes(100);
});
