import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_TIMER_MS, pause } from '../../src/api-client/pause.ts';

const DAY = 86_400_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it('makes a wait that no timer holds of several', async () => {
  const waited = pause(60 * DAY, new AbortController().signal);
  const delays: number[] = [];
  for (let from = performance.now(); vi.getTimerCount() > 0; from = performance.now()) {
    await vi.advanceTimersToNextTimerAsync();
    delays.push(performance.now() - from);
  }
  await waited;
  expect(delays).toEqual([MAX_TIMER_MS, MAX_TIMER_MS, 60 * DAY - 2 * MAX_TIMER_MS]);
});

it('ends with the reason of its signal, in whichever timer', async () => {
  const controller = new AbortController();
  const ended = pause(60 * DAY, controller.signal).catch((reason: unknown) => reason);
  await vi.advanceTimersByTimeAsync(30 * DAY);
  controller.abort('enough');
  expect(await ended).toBe('enough');
  await expect(pause(1, controller.signal)).rejects.toBe('enough');
});
