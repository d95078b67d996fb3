import { expect, test } from 'vitest';
import { useDatabase, useService } from '../support/service.ts';
import { expectCleanLog } from './expectations.ts';

const env = { POOL_THREADS: '1', POOL_QUEUE: '1', RATE_UNITS_PER_MINUTE: '1000' };
const api = useService(env, useDatabase());

test('a full pool says in the log whose requests it refused, and charges a print job one unit for it', async () => {
  const shop = await api.account();
  const { id } = await shop.label({ size: { widthMm: 200, heightMm: 200, dpi: 300 } });
  const key = (await api.service.store.listKeys(shop.id)).find(({ type }) => type === 'full');
  const drawing = Array.from({ length: 8 }, () => shop.post(`/labels/${id}/render`, { format: 'png' }));
  const printing = Array.from({ length: 8 }, () => shop.post(`/labels/${id}/print`, {}));
  const replies = await Promise.all([...drawing, ...printing]);
  const refused = replies.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) {
    const lines = api.logs
      .map((line) => JSON.parse(line))
      .filter((line) => line.request_id === headers['x-request-id']);
    const ids = { account_id: shop.id, key_id: key?.id, label_id: id };
    expect(lines).toMatchObject([
      { msg: 'the pool refused a task', reason: expect.stringMatching(/^(jobs|pixels|units)$/), ...ids },
      { status: 503, code: 'busy', ...ids },
    ]);
  }
  const printed = (await Promise.all(printing)).filter(({ status }) => status === 200).length;
  const last = await shop.get('/labels');
  // One for each attempt, and five more for each job that was printed.
  expect(last.headers['ratelimit']).toContain(`;r=${1000 - 16 - 1 - 5 * printed};`);
  expectCleanLog(api);
});
