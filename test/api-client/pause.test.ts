import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_TIMER_MS, pause } from '../../src/api-client/pause.ts';

const DAY = 86_400_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it('makes a wait that no timer holds of several', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const from = performance.now();
  const waited = pause(60 * DAY, new AbortController().signal).then(() => performance.now() - from);
  await vi.runAllTimersAsync();
  expect(await waited).toBe(60 * DAY);
  const delays = timers.mock.calls.map(([, ms]) => ms ?? 0);
  expect(delays).toHaveLength(3);
  expect(Math.max(...delays)).toBe(MAX_TIMER_MS);
});

it('ends with the reason of its signal, in whichever timer', async () => {
  const controller = new AbortController();
  const ended = pause(60 * DAY, controller.signal).catch((reason: unknown) => reason);
  await vi.advanceTimersByTimeAsync(30 * DAY);
  controller.abort('enough');
  expect(await ended).toBe('enough');
  await expect(pause(1, controller.signal)).rejects.toBe('enough');
});
