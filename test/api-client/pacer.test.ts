import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Pacer } from '../../src/api-client/pacer.ts';

const { signal } = new AbortController();

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** After how many milliseconds a call of this cost passes. */
async function waitOf(pacer: Pacer, units: number): Promise<number> {
  const from = performance.now();
  const passed = pacer.enter(units, 600_000, false, signal).then(() => performance.now() - from);
  await vi.runAllTimersAsync();
  return passed;
}

/** Makes the pacer of a client that has been charged one unit, with the state of a budget that others use too. */
async function charged(remaining: number, resetSeconds: number): Promise<Pacer> {
  const pacer = new Pacer();
  await pacer.enter(1, 0, false, signal);
  pacer.leave(1, true, { limit: 60, remaining, resetSeconds });
  return pacer;
}

it.each([
  [0, 1],
  [3, 4],
])(
  'lets a call pass when the service has one unit more, where %i are left and it costs %i',
  async (left, units) => {
    expect(await waitOf(await charged(left, 2), units)).toBe(2000);
  },
);

it('lets a call pass when units of this client are back, where that is sooner', async () => {
  const pacer = await charged(0, 90);
  expect(await waitOf(pacer, 1)).toBe(60_000);
});

it('waits no longer than a window of the budget, however late a gateway says that there is more', async () => {
  expect(await waitOf(await charged(0, 999_999), 1)).toBe(60_000);
  const fresh = new Pacer();
  await fresh.enter(1, 0, false, signal);
  fresh.leave(1, false, { limit: 60, remaining: 0, resetSeconds: 999_999 });
  expect(await waitOf(fresh, 1)).toBe(60_000);
});

it('lets no second call pass on the unit that the first one takes', async () => {
  const pacer = await charged(0, 1);
  expect(await waitOf(pacer, 1)).toBe(1000);
  expect(await waitOf(pacer, 1)).toBe(60_000);
});

it('waits for all that a dearer call costs', async () => {
  const pacer = new Pacer();
  await pacer.enter(2, 0, false, signal);
  pacer.leave(2, true, { limit: 60, remaining: 0, resetSeconds: 1 });
  expect(await waitOf(pacer, 2)).toBe(60_000);
});

it('takes units that were charged within a moment for one charge, made at the end of it', async () => {
  const pacer = new Pacer();
  for (const remaining of [1, 0]) {
    await pacer.enter(1, 0, false, signal);
    pacer.leave(1, true, { limit: 60, remaining, resetSeconds: 600 });
    vi.advanceTimersByTime(30);
  }
  // 30 ms have gone since the second one.
  expect(await waitOf(pacer, 1)).toBe(59_970);
});
