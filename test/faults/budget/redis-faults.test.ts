import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { RedisBudgets } from '../../../src/budget/redis.ts';
import { payer } from '../../budget/payer.ts';
import { freePort } from '../../support/free-port.ts';
import { type RedisServer, redisIsInstalled, startRedis } from '../../support/redis.ts';
import { standStill } from '../../support/stand-still.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

const LIMITS = { units: 60, prechecks: 6000, unknownKeys: 6000 };

/** What is promised once Redis can be reached again. Milliseconds. */
const RECOVERY = { timeout: 2000, interval: 20 };

/** Well below what a client waits by itself, and above the 200 ms that are meant, for a busy machine. */
const PROMPT_MS = 1000;

describe.runIf(redisIsInstalled())('Redis budgets when Redis fails', () => {
  let server: RedisServer;
  let proxy: TcpProxy;
  let budgets: RedisBudgets;
  const told: string[] = [];

  beforeEach(async () => {
    server = await startRedis();
    proxy = await startTcpProxy(server.port);
    told.length = 0;
    budgets = new RedisBudgets([`redis://127.0.0.1:${proxy.port}`], LIMITS, {
      down: () => told.push('down'),
      up: () => told.push('up'),
    });
    await vi.waitFor(() => budgets.ready(), 5000);
  });
  afterEach(async () => {
    budgets.close();
    await proxy.close();
    await server.stop();
  });

  const charge = () => budgets.charge(payer('a', 'k'), 1);
  /** Of another account, since one that fails may have been counted. */
  const chargeAnother = () => budgets.charge(payer('b', 'k'), 1);

  /** The ids of the budgets' connections. */
  const clients = async (): Promise<string[]> =>
    String(await server.command('CLIENT', 'LIST'))
      .split('\n')
      .filter((line) => line.includes('cmd=') && !line.includes('cmd=client'))
      .map((line) => line.split(' ', 1)[0] ?? '');

  /** Fails promptly, then at once with one error for all, without a command to Redis. */
  async function expectBreaker(): Promise<void> {
    const since = performance.now();
    await expect(Promise.all([charge(), budgets.precheck()])).rejects.toThrow();
    expect(performance.now() - since).toBeLessThan(PROMPT_MS);
    await vi.waitFor(() => expect(told).toEqual(['down']), PROMPT_MS);
    const errors = await Promise.all([1, 2, 3].map(() => charge().catch((error: unknown) => error)));
    expect(new Set(errors).size).toBe(1);
    await expect(budgets.unknownKey()).rejects.toBe(errors[0]);
    await expect(budgets.ready()).rejects.toThrow('Redis is out of reach');
  }

  async function expectRecovery(): Promise<void> {
    await vi.waitFor(chargeAnother, RECOVERY);
    await vi.waitFor(() => budgets.ready(), RECOVERY);
    expect(await budgets.precheck()).toEqual({ allowed: true });
    expect(told).toEqual(['down', 'up']);
  }

  test('a server that stands still', async () => {
    server.process.kill('SIGSTOP');
    await expectBreaker();
    server.process.kill('SIGCONT');
    await expectRecovery();
  });

  test('a stall of our own while Redis answers is no failure, and costs no connection', async () => {
    const direct = new RedisBudgets([server.url], LIMITS, {
      down: () => told.push('down'),
      up: () => told.push('up'),
    });
    onTestFinished(() => direct.close());
    await vi.waitFor(() => direct.ready(), 5000);
    const connected = await clients();
    const charged = direct.charge(payer('a', 'k'), 1);
    standStill(1500);
    expect(await charged).toMatchObject({ allowed: true, account: { remaining: 59 } });
    await direct.ready();
    expect(told).toEqual([]);
    expect(await clients()).toEqual(connected);
  });

  test('a server that was killed, and comes back empty', async () => {
    await charge();
    await server.kill();
    await expectBreaker();
    await server.restart();
    await expectRecovery();
  });

  test('a network that loses everything without a word', async () => {
    await charge();
    proxy.cut();
    await expectBreaker();
    proxy.mend();
    await expectRecovery();
    // The charges that were lost on the way are not sent again.
    expect(await server.command('LLEN', 'rl:{a}:a')).toBe(2);
  });

  test('a primary that became a replica', async () => {
    const replica = await startRedis(['--replicaof', `127.0.0.1 ${server.port}`]);
    await charge();
    await vi.waitFor(async () => expect(await replica.command('LLEN', 'rl:{a}:a')).toBe(2), 10_000);
    try {
      await replica.command('REPLICAOF', 'NO', 'ONE');
      proxy.target = replica.port;
      await server.command('REPLICAOF', '127.0.0.1', replica.port);
      await expect(charge()).rejects.toThrow('READONLY');
      await vi.waitFor(chargeAnother, RECOVERY);
      expect(await charge()).toMatchObject({ allowed: true, account: { remaining: 58 } });
    } finally {
      await replica.stop();
    }
  });

  test('one lost connection of a server that lives costs the commands under way, and no more', async () => {
    await server.command('CLIENT', 'KILL', 'TYPE', 'normal');
    await vi.waitFor(chargeAnother, RECOVERY);
    expect(await charge()).toMatchObject({ allowed: true, account: { remaining: 59 } });
  });

  test('a server that is not there at the start', async () => {
    const port = await freePort();
    const early = new RedisBudgets([`redis://127.0.0.1:${port}`], LIMITS, { down: () => {}, up: () => {} });
    let late: RedisServer | undefined;
    try {
      await expect(early.charge(payer('a', 'k'), 1)).rejects.toThrow();
      await expect(early.precheck()).rejects.toThrow();
      await vi.waitFor(() => expect(early.ready()).rejects.toThrow('ECONNREFUSED'), 5000);
      late = await startRedis([], port);
      await vi.waitFor(() => early.ready(), RECOVERY);
      expect(await early.charge(payer('a', 'k'), 1)).toMatchObject({ allowed: true });
    } finally {
      early.close();
      await late?.stop();
    }
  });
});
