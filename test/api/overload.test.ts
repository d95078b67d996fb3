import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LabelMeta } from '../../src/store/store.ts';
import { eventually } from '../support/eventually.ts';
import { type Reply, type TestAccount, useDatabase, useService } from '../support/service.ts';
import { expectCleanLog } from './expectations.ts';

const api = useService({ POOL_THREADS: '1' }, useDatabase());
/** Each of which asks again with its answer: more than are done in the longest wait. */
const CLIENTS = 160;

let flood: Promise<void>[] = [];
const end = new AbortController();
const replies: Reply[] = [];
let label: LabelMeta;
let shop: TestAccount;

/** A job that keeps the thread for some milliseconds, so that the queue stands on any machine. */
const JOB = { records: Array.from({ length: 25 }, (_, i) => ({ v: `value ${i}` })) };

beforeAll(async () => {
  shop = await api.account();
  const fields = Array.from({ length: 200 }, (_, i) => `^FO9,${i}^A0N,30^FD${i} {v}^FS`).join('');
  label = await shop.label({ zpl: `^XA${fields}^XZ` });
  const ask = async (): Promise<void> => {
    while (!end.signal.aborted) replies.push(await shop.post(`/labels/${label.id}/print`, JOB));
  };
  flood = Array.from({ length: CLIENTS }, ask);
  const refused = (): void => expect(replies.some(({ status }) => status === 503)).toBe(true);
  await eventually(refused);
});

afterAll(async () => {
  end.abort();
  await Promise.all(flood);
});

test('a queue that stands is kept short: others are refused, and asked to come back', () => {
  const refused = replies.filter(({ status }) => status === 503);
  for (const { headers, text } of refused) {
    expect(headers).toMatchObject({ 'x-svc-error-code': 'busy', ratelimit: expect.any(String) });
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(text).toBe('{"error":"The service is busy, try again later."}');
  }
  const lines = api.logs
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'the pool refused a task');
  expect(lines.length).toBeGreaterThan(0);
  for (const { reason } of lines) expect(reason).toBe('wait');
});

test('what a request fails at before the pool is asked is the answer', async () => {
  const [badKey, read] = await Promise.all([
    shop.post(`/labels/${label.id}/render`, {}, `svc_${'0'.repeat(48)}`),
    shop.get(`/labels/${label.id}`),
  ]);
  expect([badKey.status, read.status]).toEqual([401, 200]);
});

test('another account is served', async () => {
  const other = await api.account();
  const own = await other.label();
  expect((await other.post(`/labels/${own.id}/render`, {})).status).toBe(200);
});

test('nothing but that is wrong, and all are served when they are fewer', async () => {
  end.abort();
  await Promise.all(flood);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect((await shop.post(`/labels/${label.id}/print`, JOB)).status).toBe(200);
  expectCleanLog(api);
});
