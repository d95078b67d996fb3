import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { useDatabase, useService } from '../../support/service.ts';
import { chunksOf, keep } from '../local/making.ts';
import { useFront } from './front.ts';
import { makerFor, never } from './making.ts';

const api = useService({ RATE_UNITS_PER_MINUTE: '60' }, useDatabase());
const front = useFront(api);

const MINUTE = 60_000;

// The clock of the service and of the batch, which are both in this process, goes a minute in a moment.
beforeEach(() => {
  const { eventLoopUtilization } = performance;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  Object.assign(performance, { eventLoopUtilization });
});
afterEach(() => void vi.useRealTimers());

/** Turns of the event loop in which answers arrive, if there are any. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Time passes, whenever nothing is under way, until the work is done. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const state = { isDone: false };
  const settled = work.finally(() => {
    state.isDone = true;
  });
  settled.catch(() => {});
  while (!state.isDone) {
    await turns();
    if (front.underWay === 0) await vi.advanceTimersByTimeAsync(250);
  }
  return await settled;
}

test('a batch keeps below the budget of its key, without a single refusal, and says what it waits for', async () => {
  const shop = await api.account();
  const { id } = await shop.label();
  const way = { url: front.url, key: shop.key, told: [] as (string | null)[] };
  const began = performance.now();
  const maker = await inTime(makerFor(way, id));
  const rows = Array.from({ length: 100 }, (_, i) => ({ name: `row ${i}` }));
  const made = await inTime(keep(maker.make(chunksOf(rows, 100), 1, never)));
  expect(made.map((each) => each.rows)).toEqual([24, 24, 24, 24, 4]);
  expect(front.asked.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  // 126 units: each minute has two jobs, of 29, and keeps one for a confirmation.
  expect(performance.now() - began).toBeGreaterThan(MINUTE);
  expect(performance.now() - began).toBeLessThan(2.5 * MINUTE);
  expect(way.told).toContain('budget of 60 units a minute');
  expect(way.told.at(-1)).toBeNull();
});

test('what was made is confirmed while the next job waits: a unit is kept for that', async () => {
  const shop = await api.account();
  const { id } = await shop.label();
  const maker = await inTime(makerFor({ url: front.url, key: shop.key, concurrency: 1 }, id));
  const rows = Array.from({ length: 50 }, (_, i) => ({ name: `row ${i}` }));
  const all = maker.make(chunksOf(rows, 100), 1, never)[Symbol.asyncIterator]();
  await inTime(all.next());
  await inTime(all.next());
  const began = performance.now();
  const next = all.next();
  await inTime(maker.confirm(never));
  expect(performance.now() - began).toBeLessThan(MINUTE / 4);
  await inTime(next);
  expect(performance.now() - began).toBeGreaterThan(MINUTE / 2);
});

test('a job that costs more than the whole budget, which is less than it was, is sent in parts', async () => {
  const shop = await api.account();
  const { id } = await shop.label();
  const maker = await inTime(makerFor({ url: front.url, key: shop.key }, id));
  // The rate is lowered after the maker has read it.
  await api.service.store.setRate(shop.id, 20);
  // The service hears of it.
  await eventually(async () =>
    expect((await shop.get('/labels')).headers['ratelimit-policy']).toContain('"account";q=20;'),
  );
  const rows = Array.from({ length: 25 }, (_, i) => ({ name: `row ${i}` }));
  const [made] = await inTime(keep(maker.make(chunksOf(rows, 100), 1, never)));
  expect(made?.pieces.map((piece) => piece.rows)).toEqual([12, 12]);
});
