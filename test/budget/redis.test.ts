import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { RedisBudgets, type RedisLimits, type Surroundings } from '../../src/budget/redis.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { PATIENT, type RedisServer, redisIsInstalled, startCluster, startRedis } from '../support/redis.ts';
import { instance } from './instances.ts';
import { payer } from './payer.ts';

const LIMITS: RedisLimits = { units: 60, prechecks: 6000, unknownKeys: 6000 };
const SILENT = { down: () => {}, up: () => {} };
/** The time at which the clocks of the tests begin. */
const serverClock = 'local server = 1000000000';

function open(
  urls: readonly string[],
  limits: Partial<RedisLimits> = {},
  surroundings: Surroundings = {},
): RedisBudgets {
  // Without the look of every second: one that is under way while the test moves its clock seems to take as long.
  if (surroundings.clocks !== undefined) vi.useFakeTimers({ toFake: ['setInterval'] });
  const budgets = new RedisBudgets(urls, { ...LIMITS, ...limits }, SILENT, {
    patience: PATIENT,
    ...surroundings,
  });
  vi.useRealTimers();
  onTestFinished(() => budgets.close());
  return budgets;
}

async function opened(...parameters: Parameters<typeof open>): Promise<RedisBudgets> {
  const budgets = open(...parameters);
  await eventually(() => budgets.ready());
  return budgets;
}

describe.runIf(redisIsInstalled())('Redis budgets', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  beforeEach(() => server.command('FLUSHALL'));
  afterAll(() => server?.stop());

  test('admits from four instances exactly the budgets of account, keys and deployment', async () => {
    const limits = { ...LIMITS, units: 97, prechecks: 1003 };
    const work = { urls: [server.url], limits, charges: 90, prechecks: 700 };
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => instance(work)));
    const total = (name: 'charged' | 'prechecked'): number =>
      outcomes.reduce((sum, outcome) => sum + ('charged' in outcome ? outcome[name] : Number.NaN), 0);
    expect({ charged: total('charged'), prechecked: total('prechecked') }).toEqual({
      charged: 97,
      prechecked: 1003,
    });
  });

  test('counts by the time that passes', async () => {
    const openedAt = performance.now();
    const budgets = await opened([server.url], { units: 1 });
    await budgets.charge(payer('a', 'k'), 1);
    expect(await budgets.charge(payer('a', 'k'), 1)).toMatchObject({ allowed: false });
    // Nobody waits that long, so the charge is moved to 30 seconds ago instead, and then to a minute ago.
    const aged = `for _, key in ipairs(KEYS) do
      local at, total = struct.unpack('dd', redis.call('LINDEX', key, -1))
      redis.call('LSET', key, -1, struct.pack('dd', at - 30000000, total))
    end`;
    await server.command('EVAL', aged, 2, 'rl:{a}:a', 'rl:{a}:k:k');
    const half = await budgets.charge(payer('a', 'k'), 1);
    const seconds = half.allowed ? 0 : half.retryAfterSeconds;
    expect(seconds).toBeGreaterThan(1);
    // The server's clock is known to within the time that its answers took.
    expect(seconds).toBeLessThanOrEqual(Math.ceil(30 + (performance.now() - openedAt) / 1000));
    await server.command('EVAL', aged, 2, 'rl:{a}:a', 'rl:{a}:k:k');
    expect(await budgets.charge(payer('a', 'k'), 1)).toMatchObject({ allowed: true });
  });

  test('holds one entry for a millisecond, in keys that are deleted a day after their last charge', async () => {
    const clocks = { monotonic: () => 5000, wall: () => 5000 };
    const limits = { units: 1000, prechecks: 100_000 };
    const budgets = await opened([server.url], limits, { clocks, serverClock: 'local server = 5000000' });
    for (let i = 0; i < 30; i++) await budgets.charge(payer('a', 'k'), 3);
    for (let i = 0; i < 3; i++) await Promise.all(Array.from({ length: 500 }, () => budgets.precheck()));
    for (const key of ['rl:{a}:a', 'rl:{a}:k:k', 'rl:{guard}:prechecks']) {
      expect(await server.command('LLEN', key)).toBe(2);
      const left = Number(await server.command('PTTL', key));
      // The server's clock may jump by nearly as much without deleting what counts.
      expect(left).toBeGreaterThan(86_000_000);
      expect(left).toBeLessThanOrEqual(86_400_000);
    }
  });

  test('drops many expired charges at once, and no other', async () => {
    let now = 1_000_000;
    const clocks = { monotonic: () => now, wall: () => now };
    const budgets = await opened([server.url], { units: 10_000 }, { clocks, serverClock });
    for (let charge = 1; charge <= 150; charge++) {
      now = 1_000_000 + charge;
      await budgets.charge(payer('a', 'k'), 2);
    }
    now = 1_060_103;
    const expected = { limit: 10_000, remaining: 10_000 - 2 * 47 - 1, resetSeconds: 1 };
    expect(await budgets.charge(payer('a', 'k'), 1)).toMatchObject({ account: expected, key: expected });
    expect(await server.command('LLEN', 'rl:{a}:a')).toBe(1 + 47 + 1);
  });

  test('takes a charge back from among many, and leaves the others when they were', async () => {
    let now = 1_000_000;
    const clocks = { monotonic: () => now, wall: () => now };
    const budgets = await opened([server.url], { units: 100 }, { clocks, serverClock });
    const moments: number[] = [];
    for (let charge = 0; charge < 10; charge++) {
      now += 1000;
      const verdict = await budgets.charge(payer('a', 'k'), 4);
      if (verdict.allowed) moments.push(verdict.chargedAt);
    }
    const account = { remaining: 64, resetSeconds: 51 };
    expect(await budgets.refund(payer('a', 'k'), 4, moments[4] ?? 0)).toMatchObject({
      account,
      key: account,
    });
    // Neither twice, nor more than was charged then.
    expect(await budgets.refund(payer('a', 'k'), 4, moments[4] ?? 0)).toMatchObject({ account });
    expect(await budgets.refund(payer('a', 'k'), 5, moments[5] ?? 0)).toMatchObject({ account });
    expect(await server.command('LLEN', 'rl:{a}:a')).toBe(1 + 9);
    now = 1_000_000 + 64_000;
    expect(await budgets.charge(payer('a', 'k'), 1)).toMatchObject({ account: { remaining: 79 } });
  });

  test('takes nothing back from before more charges than it would write again in a moment', async () => {
    let now = 1_000_000;
    const clocks = { monotonic: () => now, wall: () => now };
    const budgets = await opened([server.url], { units: 10_000 }, { clocks, serverClock });
    const charged = async (units: number): Promise<number> => {
      const verdict = await budgets.charge(payer('a', 'k'), units);
      return verdict.allowed ? verdict.chargedAt : expect.unreachable('refused');
    };
    const moments = [await charged(5)];
    now += 1;
    moments.push(await charged(7));
    const more = `for _, key in ipairs(KEYS) do
      local at, total = struct.unpack('dd', redis.call('LINDEX', key, -1))
      for i = 1, 1999 do redis.call('RPUSH', key, struct.pack('dd', at + i * 1000, total + i)) end
    end`;
    await server.command('EVAL', more, 2, 'rl:{a}:a', 'rl:{a}:k:k');
    now += 2000;
    const [earlier = 0, later = 0] = moments;
    const remaining = 10_000 - 5 - 7 - 1999;
    const all = { account: { remaining }, key: { remaining } };
    expect(await budgets.refund(payer('a', 'k'), 5, earlier)).toMatchObject(all);
    const less = { remaining: remaining + 7 };
    expect(await budgets.refund(payer('a', 'k'), 7, later)).toMatchObject({ account: less, key: less });
  });

  test('takes nothing back once Redis has lost what was charged', async () => {
    const budgets = await opened([server.url]);
    const lost = await budgets.charge(payer('a', 'k'), 10);
    await server.command('FLUSHALL');
    await budgets.charge(payer('a', 'k'), 3);
    if (!lost.allowed) expect.unreachable('refused');
    expect(await budgets.refund(payer('a', 'k'), 10, lost.chargedAt)).toMatchObject({
      account: { remaining: 57 },
    });
  });

  test('reports nothing left, not less, to an instance with a lower limit than the others', async () => {
    await (await opened([server.url], { units: 50 })).charge(payer('a', 'k'), 40);
    expect(await (await opened([server.url], { units: 10 })).charge(payer('a', 'k'), 1)).toMatchObject({
      allowed: false,
      retryAfterSeconds: 60,
      account: { limit: 10, remaining: 0, resetSeconds: 60 },
    });
  });

  test('goes on after the scripts were flushed', async () => {
    const budgets = await opened([server.url], { units: 2 });
    await budgets.charge(payer('a', 'k'), 1);
    await server.command('SCRIPT', 'FLUSH');
    expect(
      await Promise.all([budgets.charge(payer('a', 'k'), 1), budgets.charge(payer('a', 'k'), 1)]),
    ).toMatchObject([{ allowed: true, account: { remaining: 0 } }, { allowed: false }]);
  });

  test('says why it is not ready when the password is wrong', async () => {
    const locked = await startRedis();
    onTestFinished(() => locked.stop());
    await locked.command('CONFIG', 'SET', 'requirepass', 'right');
    const wrong = open([locked.url.replace('//', '//:wrong@')]);
    await eventually(() => expect(wrong.ready()).rejects.toThrow('WRONGPASS'));
    await opened([locked.url.replace('//', '//:right@')]);
  });

  test('speaks TLS with rediss://, and only to a server whose certificate is trusted', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'platen-tls-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
        .concat(['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'])
        .concat(['-keyout', key, '-out', certificate]),
      { stdio: 'ignore' },
    );
    const tlsPort = await freePort();
    const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate];
    const secure = await startRedis(['--tls-port', `${tlsPort}`, '--tls-auth-clients', 'no', ...files]);
    onTestFinished(() => secure.stop());
    const work = { urls: [`rediss://localhost:${tlsPort}`], limits: LIMITS, charges: 61, prechecks: 1 };
    expect(await Promise.all([instance(work, { NODE_EXTRA_CA_CERTS: certificate }), instance(work)])).toEqual(
      [{ charged: 60, prechecked: 1 }, { unreachable: expect.stringContaining('self-signed certificate') }],
    );
  });

  test('works on a cluster, goes on with the nodes that are left, and takes a lost one back', async () => {
    const nodes = await startCluster();
    onTestFinished(async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    });
    const urls = nodes.map(({ url }) => url);
    const budgets = await opened(urls, { units: 2 });
    const twelve = Array.from({ length: 12 }, (_, index) => index);
    const chargeAll = (name = 'account') =>
      Promise.all(
        twelve.map((index) =>
          budgets.charge(payer(`${name}-${index}`, 'k'), 1).then(
            ({ allowed }) => allowed,
            () => 'failed',
          ),
        ),
      );
    // Ready is said when the guards' node is; the others follow.
    await eventually(async () => expect(await chargeAll('other')).not.toContain('failed'));
    for (const allowed of [true, true, false]) {
      expect(await chargeAll()).toEqual(twelve.map(() => allowed));
    }

    const guards = Number(await nodes[0]?.command('CLUSTER', 'KEYSLOT', 'guard'));
    const lost = nodes[guards < 5462 ? 2 : 0] as RedisServer;
    await lost.kill();
    await eventually(async () => expect(await budgets.precheck()).toEqual({ allowed: true }));
    const after = await chargeAll();
    expect(new Set(after)).toEqual(new Set([false, 'failed']));
    await lost.restart();
    // The server comes back empty.
    await eventually(async () => {
      const verdicts = await chargeAll();
      expect(verdicts).toEqual(after.map((verdict) => (verdict === 'failed' ? expect.any(Boolean) : false)));
    });
  });
});
