import { describe, expect, it } from 'vitest';
import { BASE, type Reply, type TestAccount, useDirectory, useService } from '../support/service.ts';
import { expectAnswer, expectProblem } from './expectations.ts';

const directory = useDirectory();

/** Units that the tighter budget has left, as an answer says. */
const remaining = ({ headers }: Reply) => Number(/;r=(\d+);/.exec(String(headers['ratelimit']))?.[1]);

const spend = async (shop: TestAccount, units: number) => {
  for (let unit = 0; unit < units; unit++) await shop.get('/labels/none');
};

describe('budgets of accounts and keys', () => {
  const api = useService({ RATE_UNITS_PER_MINUTE: '60' }, directory);

  /** Asserts the refusal of a charge that fits again once the units charged by `first` have expired. */
  const expectExhausted = async (
    first: () => Promise<Reply>,
    fill: () => Promise<void>,
    last: () => Promise<Reply>,
  ) => {
    const sentFirst = performance.now();
    await first();
    const doneFirst = performance.now();
    await fill();
    const sentLast = performance.now();
    const reply = await last();
    const doneLast = performance.now();
    expectProblem(reply, 429);
    const retryAfter = String(reply.headers['retry-after']);
    expect(retryAfter).toMatch(/^\d+$/);
    const seconds = (ms: number) => Math.max(1, Math.ceil((60_000 - ms) / 1000));
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(seconds(doneLast - sentFirst));
    expect(Number(retryAfter)).toBeLessThanOrEqual(seconds(sentLast - doneFirst));
    return reply;
  };

  it('admit 60 units a minute, and say when the next will pass', async () => {
    const shop = await api.account();
    const get = () => shop.get('/labels');
    const reply = await expectExhausted(get, () => spend(shop, 59), get);
    expect(reply.headers['ratelimit-policy']).toBe('"account";q=60;w=60, "key";q=60;w=60');
    expect(reply.headers['ratelimit']).toMatch(/^"(account|key)";r=0;t=\d+$/);
    expectAnswer(await (await api.account()).get('/labels'), 'application/json');
  });

  it('count down by one for every authenticated attempt, whatever its outcome', async () => {
    const [shop, free] = [await api.account(), await api.account('free')];
    const label = await shop.label();
    const empty = await shop.label({ zpl: null });
    const attempts: (() => Promise<Reply>)[] = [
      () => shop.get('/labels'),
      () => shop.get('/labels?limit=0'),
      () => shop.get(`/labels/${crypto.randomUUID()}`),
      () => shop.post(`/labels/${label.id}/render`, { format: 'png' }),
      () => shop.post(`/labels/${label.id}/render`, '{'),
      () => shop.post(`/labels/${empty.id}/print`, {}),
      () => shop.post(`/labels/${label.id}/print`, { copies: 0 }),
      () => shop.post(`/labels/${label.id}/print`, {}, shop.renderKey),
    ];
    for (const [index, attempt] of attempts.entries()) expect(remaining(await attempt())).toBe(59 - index);
    expect(remaining(await free.get('/labels'))).toBe(59);
  });

  it('are not touched by what is not authenticated', async () => {
    const shop = await api.account();
    const bearer = { authorization: `Bearer ${shop.key}` };
    await api.request('GET', `${BASE}/labels`, { headers: { ...bearer, 'x-api-key': 'svc_' } });
    await api.request('GET', `${BASE}/labels`, {
      headers: { ...bearer, 'x-api-key': `svc_${'0'.repeat(48)}` },
    });
    await api.request('PUT', `${BASE}/labels`, { headers: bearer });
    await api.request('GET', `${BASE}/nothing`, { headers: bearer });
    expect(remaining(await api.request('GET', `${BASE}/labels`, { headers: bearer }))).toBe(59);
  });

  it.each([
    ['one record', {}, 6],
    ['one record, 100 copies', { variables: {}, copies: 100 }, 6],
    ['two records', { records: [{}, {}] }, 7],
    ['25 records, 4 copies each', { records: blankRecords(25), copies: 4 }, 30],
  ])('charge a print of %s by its records', async (_name, job, units) => {
    const [shop, legacy] = [await api.account(), await api.account()];
    const { id } = await shop.label();
    const own = await legacy.label();
    expect(remaining(await shop.post(`/labels/${id}/print`, job))).toBe(60 - units);
    const reply = await legacy.post('/', { label_id: own.id, action: 'print', ...job });
    expect(remaining(reply)).toBe(60 - units);
  });

  it('charge a print in full when only its content is wrong', async () => {
    const shop = await api.account();
    const { id } = await shop.label({ zpl: '^XA^FO9,9^BEN,50^FD{ean}^FS^XZ' });
    const reply = await shop.post(`/labels/${id}/print`, { records: [{ ean: '1' }, { ean: '2' }] });
    expect({ status: reply.status, remaining: remaining(reply) }).toEqual({ status: 422, remaining: 53 });
  });

  it('refuse the rest of a print that does not fit, which then costs one unit', async () => {
    const shop = await api.account();
    const { id } = await shop.label();
    const empty = await shop.label({ zpl: null });
    const reply = await expectExhausted(
      () => shop.get('/labels'),
      () => spend(shop, 54),
      () => shop.post(`/labels/${id}/print`, {}),
    );
    expect(remaining(reply)).toBe(4);
    // Saved state is looked at before the rest of the cost.
    const stateless = await shop.post(`/labels/${empty.id}/print`, {});
    expect({ status: stateless.status, remaining: remaining(stateless) }).toEqual({
      status: 409,
      remaining: 3,
    });
    expectAnswer(await shop.post(`/labels/${id}/render`, {}), 'text/plain');
  });

  it('are shared by all keys of an account, and not renewed by another key', async () => {
    const shop = await api.account();
    const { key, value } = await api.service.store.createKey(shop.id, 'full');
    await spend(shop, 59);
    expect(remaining(await shop.get('/labels', value))).toBe(0);
    expectProblem(await shop.get('/labels'), 429);
    expectProblem(await shop.get('/labels', value), 429);
    const rotated = await api.service.store.rotateKey(key.id);
    const created = await api.service.store.createKey(shop.id, 'full');
    expectProblem(await shop.get('/labels', rotated.value), 429);
    expectProblem(await shop.get('/labels', created.value), 429);
    expectProblem(await shop.get('/labels', value), 401);
  });

  it('come before entitlement, scope and parameters', async () => {
    const free = await api.account('free');
    expectProblem(await free.get('/labels'), 403);
    await spend(free, 59);
    expectProblem(await free.get('/labels?limit=0', free.renderKey), 429);
  });
});

describe('deployment-wide credential guards', () => {
  const env = { CREDENTIAL_PRECHECKS_PER_MINUTE: '10', UNKNOWN_KEYS_PER_MINUTE: '2' };
  const api = useService(env, directory);

  const ask = (key?: string, path = '/labels') =>
    api.request('GET', BASE + path, key === undefined ? {} : { headers: { 'x-api-key': key } });
  const unknown = (digit: string) => ask(`svc_${digit.repeat(48)}`);

  const expectGuarded = (reply: Reply) => {
    expectProblem(reply, 429);
    expect(reply.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(reply.headers).not.toHaveProperty('ratelimit');
  };

  it('count unknown keys, then every check of a credential, and never routes and methods', async () => {
    const shop = await api.account();
    // Malformed keys are no unknown keys: 3 prechecks.
    for (const key of [undefined, 'svc_', 'x']) expectProblem(await ask(key), 401);
    // 4 more; the second of the same key counts as well.
    expectProblem(await unknown('1'), 401);
    expectProblem(await unknown('1'), 401);
    expectGuarded(await unknown('1'));
    expectGuarded(await unknown('2'));
    // Known keys still pass: the 8th and the 9th; the 10th is a malformed one.
    expectAnswer(await ask(shop.key), 'application/json');
    expectAnswer(await ask(shop.key), 'application/json');
    expectProblem(await ask('x'), 401);
    // Nothing is looked at any more, not even whether there is a key.
    for (const key of [shop.key, undefined, 'x', `svc_${'3'.repeat(48)}`]) expectGuarded(await ask(key));
    expectProblem(await ask(shop.key, '/nothing'), 404);
    expectProblem(await api.request('DELETE', `${BASE}/labels`), 405);
    expectAnswer(await api.request('GET', '/healthz'), 'application/json');
  });
});

function blankRecords(count: number): object[] {
  return Array.from({ length: count }, () => ({}));
}
