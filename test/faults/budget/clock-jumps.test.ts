import { describe, expect, onTestFinished, test } from 'vitest';
import { RedisBudgets, type RedisLimits } from '../../../src/budget/redis.ts';
import { payer } from '../../budget/payer.ts';
import { eventually } from '../../support/eventually.ts';
import {
  PATIENT,
  type RedisServer,
  redisIsInstalled,
  startCluster,
  startRedis,
} from '../../support/redis.ts';
import { canSetClocks, type SetClock, setClock } from '../../support/set-clock.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';

const LIMITS: RedisLimits = { units: 5, prechecks: 7, unknownKeys: 3 };

async function opened(urls: readonly string[]): Promise<RedisBudgets> {
  const budgets = new RedisBudgets(urls, LIMITS, { down: () => {}, up: () => {} }, { patience: PATIENT });
  onTestFinished(() => budgets.close());
  await eventually(() => budgets.ready());
  return budgets;
}

function clock(seconds = 0): SetClock {
  const made = setClock(seconds);
  onTestFinished(() => made.remove());
  return made;
}

async function started(env: SetClock['env'], settings: readonly string[] = []): Promise<RedisServer> {
  const server = await startRedis(settings, undefined, env);
  onTestFinished(() => server.stop());
  return server;
}

async function admitted(times: number, ask: () => Promise<{ allowed: boolean }>): Promise<number> {
  let count = 0;
  for (let time = 0; time < times; time++) if ((await ask()).allowed) count++;
  return count;
}

function spendUnits(budgets: RedisBudgets, account: string): Promise<number> {
  return admitted(8, () => budgets.charge(payer(account, 'k'), 1));
}

/** How much passes of more than everything allows. */
async function spend(budgets: RedisBudgets, account: string) {
  return {
    units: await spendUnits(budgets, account),
    prechecks: await admitted(9, () => budgets.precheck()),
    unknownKeys: await admitted(5, () => budgets.unknownKey()),
  };
}

const ALL = { units: 5, prechecks: 7, unknownKeys: 3 };
const NOTHING = { units: 0, prechecks: 0, unknownKeys: 0 };

describe.runIf(redisIsInstalled() && canSetClocks())('when the clock of a real Redis server', () => {
  test.each([61, 3600, 80_000, -61, -80_000])(
    'jumps by %i s, no budget and no guard opens again',
    async (seconds) => {
      const time = clock();
      const server = await started(time.env);
      const [one, other] = [await opened([server.url]), await opened([server.url])];
      expect(await spend(one, 'a')).toEqual(ALL);
      time.ahead(seconds);
      expect(await spend(other, 'a')).toEqual(NOTHING);
      expect(await spend(one, 'a')).toEqual(NOTHING);
      // One that starts afterwards has not seen it.
      expect(await spend(await opened([server.url]), 'a')).toEqual(NOTHING);
      // A charge of this moment ends no later than it should.
      const since = performance.now();
      expect(await one.charge(payer('b', 'k'), 5)).toMatchObject({ allowed: true });
      const refused = await other.charge(payer('b', 'k'), 1);
      const leastSeconds = 60 - Math.floor((performance.now() - since) / 1000);
      const waitSeconds = refused.allowed ? 0 : refused.retryAfterSeconds;
      expect(waitSeconds).toBeGreaterThanOrEqual(leastSeconds);
      expect(waitSeconds).toBeLessThanOrEqual(60);
      time.ahead(0);
      expect(await spend(other, 'b')).toEqual(NOTHING);
    },
  );

  test('jumps while its only instance starts again, that goes by the clock of its host', async () => {
    const time = clock();
    const server = await started(time.env);
    const before = await opened([server.url]);
    expect(await spend(before, 'a')).toEqual(ALL);
    before.close();
    time.ahead(61);
    expect(await spend(await opened([server.url]), 'a')).toEqual(NOTHING);
  });

  test.each([61, -61])('is %i s ahead of that of the replica that takes over', async (seconds) => {
    const primary = await started(clock(seconds).env);
    const replica = await started(clock().env, ['--replicaof', `127.0.0.1 ${primary.port}`]);
    const name = await startTcpProxy(primary.port);
    onTestFinished(() => name.close());
    const budgets = await opened([`redis://127.0.0.1:${name.port}`]);
    expect(await spend(budgets, 'a')).toEqual(ALL);
    const charges = () => replica.command('LLEN', 'rl:{a}:a');
    await eventually(async () => expect(await charges()).toBeGreaterThan(1));
    const offset = async (server: RedisServer) =>
      /(?:master|slave)_repl_offset:(\d+)/.exec(String(await server.command('INFO', 'replication')))?.[1];
    await eventually(async () => expect(await offset(replica)).toBe(await offset(primary)));
    await replica.command('REPLICAOF', 'NO', 'ONE');
    name.target = replica.port;
    await primary.kill();
    await eventually(() => budgets.precheck());
    expect(await spend(budgets, 'a')).toEqual(NOTHING);
    expect(await spend(await opened([replica.url]), 'a')).toEqual(NOTHING);
  });

  test('is another one on each node of a cluster, and any of them jumps', async () => {
    const times = [clock(), clock(3600), clock(-3600)];
    const nodes = await startCluster(times.map(({ env }) => env));
    onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.stop()))));
    const urls = nodes.map(({ url }) => url);
    const budgets = await opened(urls);
    const accounts = Array.from({ length: 9 }, (_, index) => `account-${index}`);
    const spendAll = () => Promise.all(accounts.map((account) => spendUnits(budgets, account)));
    // Ready is said when the guards' node is; the others follow. Redis hashes what is between the braces of a key:
    // an account whose name goes on behind one is on the node of the account that is meant.
    await eventually(() =>
      Promise.all(accounts.map((account) => budgets.charge(payer(`${account}}-else`, 'k'), 1))),
    );
    expect(await spendAll()).toEqual(accounts.map(() => 5));
    expect((await spend(budgets, 'one')).prechecks).toBe(7);
    for (const time of times) {
      time.ahead(61);
      expect(await spendAll()).toEqual(accounts.map(() => 0));
      expect((await spend(budgets, 'none')).prechecks).toBe(0);
    }
  });
});
