import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RefusalReason } from '../../src/pool/options.ts';
import { Refusals } from '../../src/pool/refusals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Refuses so many. */
function refuse(refusals: Refusals, count: number, reason: RefusalReason = 'jobs') {
  const told = vi.fn();
  // Each is a function of its own, as each task's is.
  for (let i = 0; i < count; i++) refusals.tell(reason, 100, () => told());
  return told;
}

test('are told at once, when there are few', () => {
  expect(refuse(new Refusals(), 512)).toHaveBeenCalledTimes(512);
});

test('are told at once, when others have nothing to do with them', () => {
  const refusals = new Refusals();
  refuse(refusals, 600);
  for (const reason of ['closed', 'memory', 'breaker', 'deadline'] as const) {
    expect(refuse(refusals, 2, reason)).toHaveBeenCalledTimes(2);
  }
});

test('are told a second to two later, when there are more', () => {
  const refusals = new Refusals();
  const told = refuse(refusals, 612);
  vi.advanceTimersByTime(999);
  expect(told).toHaveBeenCalledTimes(512);
  expect(refusals.waiting).toBe(100);
  vi.advanceTimersByTime(500);
  expect(told.mock.calls.length).toBeGreaterThan(512);
  expect(told.mock.calls.length).toBeLessThan(612);
  vi.advanceTimersByTime(501);
  expect(told).toHaveBeenCalledTimes(612);
  expect(refusals.waiting).toBe(0);
});

test('are told at once 600 times a second, and no more after a pause', () => {
  const refusals = new Refusals();
  refuse(refusals, 512);
  vi.advanceTimersByTime(10);
  expect(refuse(refusals, 8)).toHaveBeenCalledTimes(6);
  vi.advanceTimersByTime(10_000);
  expect(refuse(refusals, 600)).toHaveBeenCalledTimes(512);
});

test('are told at once where a thousand wait already', () => {
  const told = refuse(new Refusals(), 512 + 1024 + 10);
  expect(told).toHaveBeenCalledTimes(512 + 10);
});

test('are told at once where the labels of others take the memory that there is for those that wait', () => {
  const refusals = new Refusals();
  refuse(refusals, 512);
  const [late, large, small] = [vi.fn(), vi.fn(), vi.fn()];
  refusals.tell('jobs', 31 * 2 ** 20, late);
  refusals.tell('units', 2 * 2 ** 20, large);
  refusals.tell('jobs', 2 ** 19, small);
  expect([late, large, small].map((told) => told.mock.calls.length)).toEqual([0, 1, 0]);
});

test('are told once, and leave their place, when the client that waits has gone', () => {
  const refusals = new Refusals();
  refuse(refusals, 512);
  const told = vi.fn();
  const tellNow = refusals.tell('jobs', 32 * 2 ** 20, told);
  tellNow?.();
  expect(told).toHaveBeenCalledTimes(1);
  expect(refusals.tell('jobs', 32 * 2 ** 20, vi.fn())).toBeDefined();
  vi.runAllTimers();
  expect(told).toHaveBeenCalledTimes(1);
});

test('are told at once in the end', () => {
  const refusals = new Refusals();
  const told = refuse(refusals, 600);
  refusals.tellAll();
  expect(told).toHaveBeenCalledTimes(600);
  vi.runAllTimers();
  expect(told).toHaveBeenCalledTimes(600);
});
