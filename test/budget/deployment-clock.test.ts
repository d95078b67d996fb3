import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeploymentClock } from '../../src/budget/deployment-clock.ts';
import { RedisBudgets } from '../../src/budget/redis.ts';
import { eventually } from '../support/eventually.ts';
import { PATIENT, type RedisServer, redisIsInstalled, startRedis } from '../support/redis.ts';
import { runs } from '../support/runs.ts';
import { payer } from './payer.ts';

const LIMIT = 5;
const HOUR_MS = 3_600_000;
/** Random courses of events, others in each run: a change to clocks or windows is tried on more. */
const COURSES = runs(40);

/** Instances on one Redis, with all clocks in the test's hand. Milliseconds of real time. */
describe.runIf(redisIsInstalled())('budgets under clocks of any kind', () => {
  let server: RedisServer;
  let control: Redis;
  let now = 1e12;
  /** Milliseconds by which the server's clock is ahead. */
  let ahead = 0;
  /** The time that every look at a clock takes: an instance does not know when its question arrives. */
  let lookMs = 0;
  const open: RedisBudgets[] = [];
  let accounts = 0;

  beforeAll(async () => {
    server = await startRedis();
    control = new Redis(server.url);
    await control.set('test:now', now);
  });
  afterAll(async () => {
    for (const budgets of open) budgets.close();
    control?.disconnect();
    await server?.stop();
  });

  async function start(): Promise<RedisBudgets> {
    // Each instance's monotonic clock has its own origin.
    const origin = now - open.length * 1000;
    const monotonic = () => (now += lookMs) - origin;
    const clocks = { monotonic, wall: () => now };
    const budgets = new RedisBudgets(
      [server.url],
      { units: LIMIT, prechecks: 1e9, unknownKeys: 1 },
      { down: () => {}, up: () => {} },
      {
        clocks,
        serverClock: "local server = redis.call('GET', 'test:now') * 1000",
        patience: PATIENT,
      },
    );
    open.push(budgets);
    await eventually(() => budgets.ready());
    return budgets;
  }

  type Step =
    | { readonly kind: 'wait' | 'jump'; readonly ms: number }
    | { readonly kind: 'start'; readonly instance: number }
    | { readonly kind: 'charge'; readonly instance: number; readonly units: number };

  const instance = fc.nat({ max: 1 });
  const ordinary: fc.Arbitrary<Step>[] = [
    fc.record({
      kind: fc.constant('wait'),
      ms: fc.oneof(fc.nat({ max: 30_000 }), fc.constant(59_990)),
    } as const),
    fc.record({ kind: fc.constant('charge'), instance, units: fc.integer({ min: 1, max: 3 }) } as const),
    fc.record({ kind: fc.constant('charge'), instance, units: fc.constant(1) } as const),
  ];
  const restart = fc.record({ kind: fc.constant('start'), instance } as const);
  const jump = fc.record({
    kind: fc.constant('jump'),
    ms: fc.integer({ min: -HOUR_MS, max: HOUR_MS }),
  } as const);

  /** Runs the steps on two instances, and tells what was admitted when. */
  async function run(steps: readonly Step[]): Promise<{ at: number; units: number }[]> {
    const account = `account-${accounts++}`;
    const setTime = () => control.set('test:now', now + ahead);
    await setTime();
    const two = [open[0] ?? (await start()), open[1] ?? (await start())];
    const admitted: { at: number; units: number }[] = [];
    for (const step of steps) {
      if (step.kind === 'jump') ahead += step.ms;
      const until = now + (step.kind === 'wait' ? step.ms : 0);
      while (now < until) {
        now = Math.min(until, now + 1000);
        await setTime();
        // As each does once a second.
        await Promise.all(two.map((each) => each.ready()));
      }
      await setTime();
      if (step.kind === 'start') {
        two[step.instance]?.close();
        two[step.instance] = await start();
      } else if (step.kind === 'charge') {
        const by = two[step.instance] as RedisBudgets;
        // As every request does.
        await by.precheck();
        await setTime();
        const charge = by.charge(payer(account, 'k'), step.units);
        const at = now;
        if ((await charge).allowed) admitted.push({ at, units: step.units });
      }
    }
    open.splice(0, open.length, ...two);
    return admitted;
  }

  const most = (admitted: readonly { at: number; units: number }[], windowMs: number): number =>
    Math.max(
      0,
      ...admitted.map(({ at: from }) =>
        admitted.reduce((sum, { at, units }) => sum + (at >= from && at < from + windowMs ? units : 0), 0),
      ),
    );

  test('no 60 seconds admit more, however long answers take and whichever instance asks', async () => {
    ahead = 0;
    const property = fc.asyncProperty(
      fc.nat({ max: 100 }),
      fc.array(fc.oneof(...ordinary), { minLength: 20, maxLength: 40 }),
      async (look, steps) => {
        lookMs = look;
        expect(most(await run(steps), 60_000)).toBeLessThanOrEqual(LIMIT);
      },
    );
    await fc.assert(property, { numRuns: COURSES });
  });

  test('nor, but for two seconds, when the clock jumps to and fro and instances are replaced', async () => {
    const property = fc.asyncProperty(
      fc.nat({ max: 50 }),
      fc.array(fc.oneof(...ordinary, ...ordinary, jump, restart), { minLength: 20, maxLength: 50 }),
      async (look, steps) => {
        lookMs = look;
        expect(most(await run(steps), 58_000)).toBeLessThanOrEqual(LIMIT);
      },
    );
    await fc.assert(property, { numRuns: COURSES });
  });

  test('and after a minute a budget is free again, whatever the clock did', async () => {
    lookMs = 1;
    const charge = { kind: 'charge', instance: 0, units: LIMIT } as const;
    const wait = { kind: 'wait', ms: 60_300 } as const;
    for (const ms of [0, 61_000, HOUR_MS, -61_000, -HOUR_MS]) {
      const other = { ...charge, instance: 1 };
      expect(
        await run([charge, { kind: 'jump', ms }, wait, other, { kind: 'jump', ms }, wait, charge]),
      ).toHaveLength(3);
    }
  });
});

describe('an instance that asks for the time', () => {
  const at = { ms: 10_000 };
  const made = () => new DeploymentClock({ monotonic: () => at.ms, wall: () => 1e12 });

  test('lets a clock that is set right bit by bit run on, and one that runs away only a thousandth faster', () => {
    const clock = made();
    let time = 1e15;
    clock.learn(time, clock.ask());
    const minute = (rate: number): number => {
      const before = time;
      for (let second = 0; second < 60; second++) {
        at.ms += 1000;
        const asked = clock.ask();
        time = Math.max(time, asked.least, Math.min(time + rate * 1e6, asked.most));
        clock.learn(time, asked);
      }
      return (time - before) / 1e6;
    };
    expect(minute(1.0005)).toBeCloseTo(60.03, 3);
    expect(minute(1.1)).toBeLessThan(60.3);
    expect(minute(1.1)).toBeLessThan(60.07);
    // A slow one is made up for.
    expect(minute(0.5)).toBeGreaterThanOrEqual(60);
  });

  test('goes on with what others know better, as after its host has slept', () => {
    const clock = made();
    clock.learn(1e15, clock.ask());
    clock.learn(1e15 + 3600e6, clock.ask());
    at.ms += 1000;
    expect(clock.ask()).toMatchObject({ least: 1e15 + 3601e6, most: 1e15 + 3601.2e6 });
  });
});
