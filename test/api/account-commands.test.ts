import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE } from '../../src/budget/redis-client.ts';
import { platen } from '../cli/recorder.ts';
import { ON_FALLBACKS } from '../support/drivers.ts';
import { eventually } from '../support/eventually.ts';
import { PATIENT, redisIsInstalled, startRedis } from '../support/redis.ts';
import { BASE, type TestService, useDatabase, useDirectory, useService } from '../support/service.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { expectProblem } from './expectations.ts';

const redis = redisIsInstalled() && !ON_FALLBACKS && sharedPostgres() !== null ? await startRedis() : null;
afterAll(() => redis?.stop());

/** Has the services wait for Redis on a machine however busy. */
const usual = { ...PATIENCE };
beforeAll(() => void Object.assign(PATIENCE, PATIENT));
afterAll(() => void Object.assign(PATIENCE, usual));

const setRate = async (env: Readonly<Record<string, string>>, account: string, units: string) => {
  expect(await platen(['accounts', 'set-rate', account, units], env)).toMatchObject({
    status: 0,
    stderr: '',
  });
};

/** Asks a service until it answers under this limit, and not before it costs nothing. */
async function underLimit(api: TestService, key: string, limit: number) {
  return eventually(async () => {
    const reply = await api.request('GET', `${BASE}/labels`, { headers: { 'x-api-key': key } });
    expect(reply.headers['ratelimit-policy']).toBe(`"account";q=${limit};w=60, "key";q=${limit};w=60`);
    return reply;
  });
}

describe.runIf(redis !== null)('two instances on one PostgreSQL and one Redis', () => {
  const database = useDatabase();
  const env = { REDIS_URL: redis?.url ?? '', RATE_UNITS_PER_MINUTE: '5' };
  const [one, two] = [useService(env, database), useService(env, database)];

  it('follow the rate that a command sets, whichever is asked', async () => {
    const shop = await one.account();
    const ask = (api: TestService) => underLimit(api, shop.key, 5);
    await eventually(() => Promise.all([one.service.store.ready(), two.service.store.ready()]));
    for (const api of [one, two, one, two, one]) expect((await ask(api)).status).toBe(200);
    for (const api of [one, two]) expectProblem(await ask(api), 429);

    await setRate(database(), shop.id, '8');
    // One more unit from each, and a last one.
    for (const api of [one, two, one]) expect((await underLimit(api, shop.key, 8)).status).toBe(200);
    const full = await underLimit(two, shop.key, 8);
    expectProblem(full, 429);
    expect(full.text).toContain('it costs 1 unit, and 0 of 8 units a minute are left now');
    expect(full.headers['ratelimit']).toMatch(/;r=0;t=\d+$/);

    await setRate(database(), shop.id, '10000000');
    for (const api of [one, two]) expect((await underLimit(api, shop.key, 10_000_000)).status).toBe(200);

    await setRate(database(), shop.id, '3');
    for (const api of [one, two]) {
      const refused = await underLimit(api, shop.key, 3);
      expectProblem(refused, 429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1);
    }
    await setRate(database(), shop.id, 'default');
    expectProblem(await underLimit(two, shop.key, 5), 429);
  });

  it('refuse the keys of an account that a command deleted, and answer nothing of its labels', async () => {
    const [shop, other] = [await one.account(), await one.account()];
    const { id } = await shop.label();
    const read = (api: TestService, key: string) =>
      api.request('GET', `${BASE}/labels/${id}`, { headers: { 'x-api-key': key } });
    for (const api of [one, two]) expect((await read(api, shop.key)).status).toBe(200);
    expect(await platen(['accounts', 'delete', shop.id], database())).toMatchObject({ status: 1 });
    for (const api of [one, two]) expect((await read(api, shop.key)).status).toBe(200);
    expect(await platen(['accounts', 'delete', shop.id, '--yes'], database())).toMatchObject({ status: 0 });
    for (const api of [one, two]) {
      await eventually(async () => expectProblem(await read(api, shop.key), 401));
      expectProblem(await read(api, other.key), 404);
    }
  });
});

describe('a service with the embedded database', () => {
  const directory = useDirectory();
  const api = useService({ RATE_UNITS_PER_MINUTE: '60' }, directory);

  it('follows a rate for the next request, for every key of the account and no other', async () => {
    const [shop, other] = [await api.account(), await api.account()];
    const policyOf = async (key: string) => (await shop.get('/labels', key)).headers['ratelimit-policy'];
    const policy = (limit: number) => `"account";q=${limit};w=60, "key";q=${limit};w=60`;
    expect(await policyOf(shop.key)).toBe(policy(60));
    await setRate(directory(), shop.id, '20');
    expect([await policyOf(shop.key), await policyOf(shop.renderKey)]).toEqual([policy(20), policy(20)]);
    expect(await policyOf(other.key)).toBe(policy(60));
    const { value } = await api.service.store.createKey(shop.id, 'full');
    expect(await policyOf(value)).toBe(policy(20));
    const { id } = await shop.label();
    const job = { records: Array.from({ length: 25 }, () => ({})) };
    const never = await shop.post(`/labels/${id}/print`, job);
    expectProblem(never, 429);
    expect(never.text).toContain('costs 30 units, which the budget of 20 units a minute never has');
    await setRate(directory(), shop.id, '1000');
    expect((await shop.post(`/labels/${id}/print`, job)).status).toBe(200);
  });
});
