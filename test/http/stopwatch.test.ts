import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Stopwatch } from '../../src/http/stopwatch.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('adds up the stages, leaves out what lies between them, and names only those that were reached', () => {
  const watch = new Stopwatch();
  watch.enter('auth');
  vi.advanceTimersByTime(3);
  watch.enter('limit');
  vi.advanceTimersByTime(2);
  watch.enter(null);
  vi.advanceTimersByTime(100);
  watch.enter('limit');
  vi.advanceTimersByTime(5);
  expect(watch.header()).toBe('auth;dur=3, limit;dur=7');
  vi.advanceTimersByTime(90);
  expect(watch.header()).toBe('auth;dur=3, limit;dur=7');
  expect(watch.total()).toBe(200);
});

test('takes a worker’s own times out of the time that the task was away', () => {
  const watch = new Stopwatch();
  watch.enter('queue');
  vi.advanceTimersByTime(10);
  watch.worked({ renderMs: 4.256, encodeMs: 1.5 });
  expect(watch.header()).toBe('queue;dur=4.24, render;dur=4.26, encode;dur=1.50');
});

test('counts all of it as rendering when nobody measured', () => {
  const watch = new Stopwatch();
  watch.enter('queue');
  vi.advanceTimersByTime(10);
  watch.worked();
  expect(watch.header()).toBe('render;dur=10');
});

test('has no header before the first stage', () => {
  expect(new Stopwatch().header()).toBe('');
});
