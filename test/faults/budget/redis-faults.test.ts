import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { RedisBudgets, type Surroundings } from '../../../src/budget/redis.ts';
import { payer } from '../../budget/payer.ts';
import { eventually } from '../../support/eventually.ts';
import { fairMs } from '../../support/fair-ms.ts';
import { freePort } from '../../support/free-port.ts';
import { PATIENT, type RedisServer, redisIsInstalled, startRedis } from '../../support/redis.ts';
import { standStill } from '../../support/stand-still.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

const LIMITS = { units: 60, prechecks: 6000, unknownKeys: 6000 };

/** The promised time until budgets are shared again once Redis can be reached. Milliseconds. */
const RECOVERY_MS = 2000;

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
    budgets = await opened();
  });
  afterEach(async () => {
    budgets.close();
    await proxy.close();
    await server.stop();
  });

  async function opened(surroundings?: Surroundings): Promise<RedisBudgets> {
    const watcher = { down: () => told.push('down'), up: () => told.push('up') };
    const made = new RedisBudgets([`redis://127.0.0.1:${proxy.port}`], LIMITS, watcher, surroundings);
    await eventually(() => made.ready());
    return made;
  }

  const charge = () => budgets.charge(payer('a', 'k'), 1);
  /** Charges another account, since a charge that fails may have been counted. */
  const chargeAnother = () => budgets.charge(payer('b', 'k'), 1);

  /** The ids of the budgets' connections. */
  const clients = async (): Promise<string[]> =>
    String(await server.command('CLIENT', 'LIST'))
      .split('\n')
      .filter((line) => line.includes('cmd=') && !line.includes('cmd=client'))
      .map((line) => line.split(' ', 1)[0] ?? '');

  /** Fails promptly, then at once with one error for all, without a command to Redis. */
  async function expectBreaker(fault: () => unknown): Promise<void> {
    // A busy machine may have had an outage of its own before.
    await eventually(() => budgets.ready());
    told.length = 0;
    await fault();
    const failing = () => expect(Promise.all([charge(), budgets.precheck()])).rejects.toThrow();
    expect(await fairMs(failing)).toBeLessThan(PROMPT_MS);
    const beingTold = () => eventually(() => expect(told).toEqual(['down']));
    expect(await fairMs(beingTold)).toBeLessThan(PROMPT_MS);
    // All asked in one turn of the event loop: each probe that fails brings an error of its own.
    const asked = [charge(), charge(), charge(), budgets.unknownKey()];
    const errors = await Promise.all(asked.map((one) => one.catch((error: unknown) => error)));
    expect(errors[0]).toBeInstanceOf(Error);
    expect(new Set(errors).size).toBe(1);
    await expect(budgets.ready()).rejects.toThrow('Redis is out of reach');
  }

  async function expectRecovery(): Promise<void> {
    const recovering = () => eventually(() => Promise.all([chargeAnother(), budgets.ready()]));
    expect(await fairMs(recovering)).toBeLessThan(RECOVERY_MS);
    expect(await eventually(() => budgets.precheck())).toEqual({ allowed: true });
    expect(told.slice(0, 2)).toEqual(['down', 'up']);
  }

  test('a server that stands still', async () => {
    await expectBreaker(() => server.process.kill('SIGSTOP'));
    server.process.kill('SIGCONT');
    await expectRecovery();
  });

  test('a stall of our own while Redis answers is no failure, and costs no connection', async () => {
    let outages = 0;
    const direct = new RedisBudgets([server.url], LIMITS, { down: () => outages++, up: () => {} });
    onTestFinished(() => direct.close());
    await eventually(() => direct.ready());
    outages = 0; // a busy machine may have had one of its own
    const connected = await clients();
    const charged = direct.charge(payer('a', 'k'), 1);
    standStill(1500);
    expect(await charged).toMatchObject({ allowed: true, account: { remaining: 59 } });
    await direct.ready();
    expect(outages).toBe(0);
    expect(await clients()).toEqual(connected);
  });

  test('a server that was killed, and comes back empty', async () => {
    await eventually(charge);
    await expectBreaker(() => server.kill());
    await server.restart();
    await expectRecovery();
  });

  test('a network that loses everything without a word', async () => {
    await eventually(charge);
    const charges = () => server.command('LLEN', 'rl:{a}:a');
    const before = await charges();
    expect(before).toBeGreaterThan(0);
    await expectBreaker(() => proxy.cut());
    proxy.restore();
    await expectRecovery();
    // The charges that were lost on the way are not sent again.
    expect(await charges()).toBe(before);
  });

  describe('by budgets that wait for a busy machine', () => {
    beforeEach(async () => {
      budgets.close();
      budgets = await opened({ patience: PATIENT });
    });

    test('a primary that became a replica', async () => {
      const replica = await startRedis(['--replicaof', `127.0.0.1 ${server.port}`]);
      await charge();
      await eventually(async () => expect(await replica.command('LLEN', 'rl:{a}:a')).toBe(2));
      try {
        await replica.command('REPLICAOF', 'NO', 'ONE');
        proxy.target = replica.port;
        await server.command('REPLICAOF', '127.0.0.1', replica.port);
        // Unless a probe was faster.
        await chargeAnother().catch((error: Error) => expect(error.message).toMatch(/READONLY|is lost/));
        const recovering = () => eventually(chargeAnother);
        expect(await fairMs(recovering)).toBeLessThan(RECOVERY_MS);
        expect(await charge()).toMatchObject({ allowed: true, account: { remaining: 58 } });
      } finally {
        await replica.stop();
      }
    });

    test('one lost connection of a server that lives costs the commands under way, and no more', async () => {
      await server.command('CLIENT', 'KILL', 'TYPE', 'normal');
      const recovering = () => eventually(chargeAnother);
      expect(await fairMs(recovering)).toBeLessThan(RECOVERY_MS);
      expect(await charge()).toMatchObject({ allowed: true, account: { remaining: 59 } });
    });
  });

  test('a server that is not there at the start', async () => {
    const port = await freePort();
    const early = new RedisBudgets([`redis://127.0.0.1:${port}`], LIMITS, { down: () => {}, up: () => {} });
    let late: RedisServer | undefined;
    try {
      await expect(early.charge(payer('a', 'k'), 1)).rejects.toThrow();
      await expect(early.precheck()).rejects.toThrow();
      await eventually(() => expect(early.ready()).rejects.toThrow('ECONNREFUSED'));
      late = await startRedis([], port);
      const recovering = () => eventually(() => early.ready());
      expect(await fairMs(recovering)).toBeLessThan(RECOVERY_MS);
      const charging = () => early.charge(payer('a', 'k'), 1);
      expect(await eventually(charging)).toMatchObject({ allowed: true });
    } finally {
      early.close();
      await late?.stop();
    }
  });
});
