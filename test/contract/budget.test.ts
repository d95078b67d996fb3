import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Budget, CredentialGuard } from '../../src/budget/budget.ts';
import { MemoryBudget, MemoryGuard } from '../../src/budget/memory.ts';
import { RedisBudgets, type RedisLimits } from '../../src/budget/redis.ts';
import { payer } from '../budget/payer.ts';
import { eventually } from '../support/eventually.ts';
import { PATIENT, redisIsInstalled, startRedis } from '../support/redis.ts';
import { runs } from '../support/runs.ts';

/** A clock that the test moves. Milliseconds. */
interface Clock {
  now: number;
}

interface Implementation {
  readonly name: string;
  readonly budget: (unitsPerMinute: number, clock: Clock) => Budget;
  readonly guard: (limits: { prechecks: number; unknownKeys: number }, clock: Clock) => CredentialGuard;
}

const MEMORY: Implementation = {
  name: 'memory',
  budget: (unitsPerMinute, clock) => new MemoryBudget(unitsPerMinute, () => clock.now),
  guard: (limits, clock) => new MemoryGuard(limits, () => clock.now),
};

const IMPLEMENTATIONS = redisIsInstalled() ? [MEMORY, await redis()] : [MEMORY];

/** On a server whose scripts read the test's clock from a key, which is set before each call. */
async function redis(): Promise<Implementation> {
  const server = await startRedis();
  const control = new Redis(server.url);
  const opened = new Map<number, RedisBudgets>();
  /** The time of instances and server: it goes on from one budget of the tests to the next. */
  let time = 0;
  await control.set('test:now', time);
  afterAll(async () => {
    for (const budgets of opened.values()) budgets.close();
    control.disconnect();
    await server.stop();
  });
  /** One connection for each limit, since a property test makes hundreds of budgets. */
  const open = (limits: RedisLimits): RedisBudgets => {
    const known = opened.get(limits.units);
    if (known !== undefined) return known;
    // Without the look of every second: one that is under way while the test moves its clock seems to take as long.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const made = new RedisBudgets(
      [server.url],
      limits,
      { down: () => {}, up: () => {} },
      {
        clocks: { monotonic: () => time, wall: () => time },
        serverClock: "local server = redis.call('GET', 'test:now') * 1000",
        patience: PATIENT,
      },
    );
    vi.useRealTimers();
    opened.set(limits.units, made);
    return made;
  };
  /** Calls with an empty database at first, and with the clock's time. */
  const make = (limits: RedisLimits, clock: Clock) => {
    const budgets = open(limits);
    const origin = Math.ceil(time) + 1_000_000;
    let isFresh = true;
    return async <T>(call: (budgets: RedisBudgets) => Promise<T>): Promise<T> => {
      if (isFresh) await eventually(() => budgets.ready());
      time = origin + clock.now;
      const transaction = control.multi();
      if (isFresh) transaction.flushall();
      await transaction.set('test:now', time).exec();
      isFresh = false;
      return call(budgets);
    };
  };
  return {
    name: 'Redis',
    budget(units, clock) {
      const call = make({ units, prechecks: 1, unknownKeys: 1 }, clock);
      return {
        charge: (...charge) => call((budgets) => budgets.charge(...charge)),
        refund: (...charge) => call((budgets) => budgets.refund(...charge)),
      };
    },
    guard(limits, clock) {
      const call = make({ units: -1, ...limits }, clock);
      return {
        precheck: () => call((budgets) => budgets.precheck()),
        unknownKey: () => call((budgets) => budgets.unknownKey()),
      };
    },
  };
}

describe.each(IMPLEMENTATIONS)('$name budget', ({ budget: make }) => {
  test('admits exactly the limit, and tells what is left', async () => {
    const budget = make(3, { now: 0 });
    const state = (remaining: number) => ({ limit: 3, remaining, resetSeconds: 60 });
    for (const left of [2, 1, 0]) {
      expect(await budget.charge(payer('a', 'k'), 1)).toEqual({
        allowed: true,
        account: state(left),
        key: state(left),
        chargedAt: expect.any(Number),
      });
    }
    expect(await budget.charge(payer('a', 'k'), 1)).toEqual({
      allowed: false,
      retryAfterSeconds: 60,
      account: state(0),
      key: state(0),
    });
  });

  test('frees a charge exactly 60 seconds after it, and not a millisecond before', async () => {
    const clock = { now: 1000 };
    const budget = make(1, clock);
    await budget.charge(payer('a', 'k'), 1);
    clock.now = 60_999;
    expect(await budget.charge(payer('a', 'k'), 1)).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
    clock.now = 61_000;
    expect(await budget.charge(payer('a', 'k'), 1)).toMatchObject({ allowed: true });
  });

  test('counts a refused charge as nothing', async () => {
    const clock = { now: 0 };
    const budget = make(10, clock);
    await budget.charge(payer('a', 'k'), 6);
    for (let i = 0; i < 50; i++)
      expect(await budget.charge(payer('a', 'k'), 5)).toMatchObject({ allowed: false });
    expect(await budget.charge(payer('a', 'k'), 4)).toMatchObject({
      allowed: true,
      account: { remaining: 0 },
    });
  });

  test('shares the budget of an account between its keys', async () => {
    const budget = make(10, { now: 0 });
    await budget.charge(payer('a', 'k1'), 6);
    expect(await budget.charge(payer('a', 'k2'), 6)).toMatchObject({
      allowed: false,
      account: { remaining: 4 },
      key: { remaining: 10, resetSeconds: 0 },
    });
    expect(await budget.charge(payer('a', 'k2'), 4)).toMatchObject({ allowed: true });
    expect(await budget.charge(payer('b', 'k3'), 10)).toMatchObject({ allowed: true });
  });

  test('asks to wait only until enough of the oldest units have expired', async () => {
    const clock = { now: 0 };
    const budget = make(10, clock);
    for (const [now, units] of [
      [0, 2],
      [10_500, 3],
      [20_000, 5],
    ] as const) {
      clock.now = now;
      await budget.charge(payer('a', 'k'), units);
    }
    clock.now = 30_000;
    expect(await budget.charge(payer('a', 'k'), 2)).toMatchObject({ allowed: false, retryAfterSeconds: 30 });
    expect(await budget.charge(payer('a', 'k'), 3)).toMatchObject({ allowed: false, retryAfterSeconds: 41 });
    expect(await budget.charge(payer('a', 'k'), 6)).toMatchObject({ allowed: false, retryAfterSeconds: 50 });
    expect(await budget.charge(payer('a', 'k'), 6)).toMatchObject({ account: { resetSeconds: 30 } });
  });

  test('asks for 60 seconds when a charge can never pass', async () => {
    const budget = make(5, { now: 0 });
    expect(await budget.charge(payer('a', 'k'), 6)).toEqual({
      allowed: false,
      retryAfterSeconds: 60,
      account: { limit: 5, remaining: 5, resetSeconds: 0 },
      key: { limit: 5, remaining: 5, resetSeconds: 0 },
    });
  });

  test('asks who is refused a part of a request to wait until the whole of it fits', async () => {
    const clock = { now: 0 };
    const budget = make(10, clock);
    for (const [now, units] of [
      [0, 1],
      [10_000, 1],
      [20_000, 4],
    ] as const) {
      clock.now = now;
      await budget.charge(payer('a', 'k'), units);
    }
    clock.now = 30_000;
    expect(await budget.charge(payer('a', 'k'), 1)).toMatchObject({ allowed: true });
    // The part fits when the first unit has expired, the whole when the third charge has.
    expect(await budget.charge(payer('a', 'k'), 4)).toMatchObject({ allowed: false, retryAfterSeconds: 30 });
    expect(await budget.charge(payer('a', 'k'), 4, 5)).toMatchObject({
      allowed: false,
      retryAfterSeconds: 40,
    });
    expect(await budget.charge(payer('a', 'k'), 6, 7)).toMatchObject({
      allowed: false,
      retryAfterSeconds: 50,
    });
    expect(await budget.charge(payer('a', 'k'), 9, 11)).toMatchObject({
      allowed: false,
      retryAfterSeconds: 60,
    });
  });

  test('lets a request that is paid in two parts pass once its Retry-After is over, and not a second before', async () => {
    const spent = fc.record({
      pause: fc.integer({ min: 0, max: 20_000 }),
      units: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(spent, { maxLength: 30 }),
        fc.integer({ min: 2, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        async (history, limit, records) => {
          const whole = Math.min(1 + records, limit);
          const clock = { now: 0 };
          const budget = make(limit, clock);
          for (const { pause, units } of history) {
            clock.now += pause;
            await budget.charge(payer('a', 'k'), units);
          }
          const request = async () => {
            const first = await budget.charge(payer('a', 'k'), 1, whole);
            return first.allowed && whole > 1 ? budget.charge(payer('a', 'k'), whole - 1, whole) : first;
          };
          const refused = await request();
          if (refused.allowed) return;
          const since = clock.now;
          // Asks without being charged: a charge that costs more than the whole budget.
          const lacks = async () =>
            (await budget.charge(payer('a', 'k'), limit + 1)).account.remaining < whole;
          clock.now = since + (refused.retryAfterSeconds - 1) * 1000;
          expect(refused.retryAfterSeconds === 1 || (await lacks())).toBe(true);
          clock.now = since + refused.retryAfterSeconds * 1000;
          expect(await request()).toMatchObject({ allowed: true });
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test('takes a charge back as if it had not been made, but none that has expired', async () => {
    const clock = { now: 0 };
    const budget = make(10, clock);
    const chargedAt = async (now: number, units: number): Promise<number> => {
      clock.now = now;
      const verdict = await budget.charge(payer('a', 'k'), units);
      return verdict.allowed ? verdict.chargedAt : expect.unreachable('refused');
    };
    await chargedAt(0, 1);
    const second = await chargedAt(1000, 5);
    await chargedAt(2000, 4);
    const state = (remaining: number, resetSeconds: number) => {
      const one = { limit: 10, remaining, resetSeconds };
      return { account: one, key: one };
    };
    expect(await budget.refund(payer('a', 'k'), 5, second)).toEqual(state(5, 58));
    clock.now = 60_000;
    expect(await budget.charge(payer('a', 'k'), 11)).toMatchObject(state(6, 2));
    const last = await chargedAt(60_000, 6);
    clock.now = 120_000;
    await budget.charge(payer('a', 'k'), 7);
    expect(await budget.refund(payer('a', 'k'), 6, last)).toEqual(state(3, 60));
    expect(await budget.refund(payer('b', 'other'), 6, last)).toEqual(state(10, 0));
  });

  test('admits more at once under a higher limit, and less under a lower one until enough has expired', async () => {
    const clock = { now: 0 };
    const budget = make(2, clock);
    const at = (limit: number | null) => payer('a', 'k', limit);
    const state = (limit: number, remaining: number, resetSeconds: number) => {
      const one = { limit, remaining, resetSeconds };
      return { account: one, key: one };
    };
    expect(await budget.charge(at(null), 2)).toMatchObject({ allowed: true, ...state(2, 0, 60) });
    clock.now = 1000;
    expect(await budget.charge(at(10_000_000), 8)).toMatchObject({
      allowed: true,
      ...state(10_000_000, 9_999_990, 59),
    });
    clock.now = 2000;
    // Ten are in use, of five: the first two that expire do not help yet.
    expect(await budget.charge(at(5), 1)).toEqual({
      allowed: false,
      retryAfterSeconds: 59,
      ...state(5, 0, 59),
    });
    expect(await budget.charge(at(9), 1)).toMatchObject({ retryAfterSeconds: 58, ...state(9, 0, 58) });
    expect(await budget.charge(at(12), 3)).toMatchObject({ retryAfterSeconds: 58, ...state(12, 2, 58) });
    // A charge of more than the whole budget waits in vain.
    expect(await budget.charge(at(5), 6)).toMatchObject({ retryAfterSeconds: 60 });
    expect(await budget.charge(at(null), 1)).toMatchObject({ allowed: false, ...state(2, 0, 59) });
    clock.now = 61_000;
    expect(await budget.charge(at(5), 5)).toMatchObject({ allowed: true, ...state(5, 0, 60) });
  });

  test('agrees with a list of all charges, of which some are taken back, while the limit changes', async () => {
    // Pauses that make charges meet in one millisecond, and exactly 60 s and a millisecond around it apart.
    const pause = fc.oneof(
      fc.constantFrom(0, 1, 1000, 59_000, 59_999, 60_000, 60_001),
      fc.integer({ min: 0, max: 20_000 }),
    );
    const step = fc.record({
      pause,
      account: fc.constantFrom('a', 'b'),
      key: fc.constantFrom('1', '2'),
      units: fc.integer({ min: 1, max: 12 }),
      more: fc.integer({ min: 0, max: 3 }),
      /** From here on; as it was where there is none. */
      newLimit: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 3 }),
      /** The charge that is taken back after this one. */
      refund: fc.option(fc.nat({ max: 4 }), { freq: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.array(step, { maxLength: 60 }),
        async (deployment, steps) => {
          const clock = { now: 0 };
          const budget = make(deployment, clock);
          const model = new ListedCharges();
          let own: number | null = null;
          const made: { charge: Charge; ids: Ids; chargedAt: number }[] = [];
          for (const { pause: elapsed, account, key, units, more, newLimit, refund } of steps) {
            clock.now += elapsed;
            own = newLimit ?? own;
            const limit = own ?? deployment;
            const ids: Ids = [account, account + key];
            const { chargedAt, ...verdict } = {
              chargedAt: undefined,
              ...(await budget.charge(payer(...ids, own), units, units + more)),
            };
            const { charge, ...expected } = model.charge(clock.now, limit, ids, units, units + more);
            expect(verdict).toEqual(expected);
            if (charge !== undefined)
              made.unshift({ charge, ids, chargedAt: chargedAt as unknown as number });
            const [taken] = refund === null ? [] : made.splice(refund, 1);
            if (taken === undefined) continue;
            expect(
              await budget.refund(payer(...taken.ids, own), taken.charge.units, taken.chargedAt),
            ).toEqual(model.refund(clock.now, limit, taken.ids, taken.charge));
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe.each(IMPLEMENTATIONS)('$name guard', ({ guard: make }) => {
  test('counts prechecks and unknown keys apart, each over 60 seconds', async () => {
    const clock = { now: 0 };
    const guard = make({ prechecks: 2, unknownKeys: 1 }, clock);
    expect(await guard.precheck()).toEqual({ allowed: true });
    clock.now = 500;
    expect(await guard.precheck()).toEqual({ allowed: true });
    expect(await guard.precheck()).toEqual({ allowed: false, retryAfterSeconds: 60 });
    expect(await guard.unknownKey()).toEqual({ allowed: true });
    clock.now = 1500;
    expect(await guard.precheck()).toEqual({ allowed: false, retryAfterSeconds: 59 });
    expect(await guard.unknownKey()).toEqual({ allowed: false, retryAfterSeconds: 59 });
    clock.now = 60_000;
    expect(await guard.precheck()).toEqual({ allowed: true });
    expect(await guard.precheck()).toEqual({ allowed: false, retryAfterSeconds: 1 });
    expect(await guard.unknownKey()).toEqual({ allowed: false, retryAfterSeconds: 1 });
    clock.now = 60_500;
    expect(await guard.precheck()).toEqual({ allowed: true });
    expect(await guard.unknownKey()).toEqual({ allowed: true });
  });
});

type Ids = readonly [account: string, key: string];

interface Charge {
  readonly at: number;
  readonly units: number;
}

/** The rule at its plainest: every charge ever made, searched again each time. */
class ListedCharges {
  readonly #charges = new Map<Charge, Ids>();

  charge(now: number, limit: number, ids: Ids, units: number, whole: number) {
    const fits = (amount: number, at: number) => ids.every((id) => this.#used(id, at) + amount <= limit);
    const allowed = fits(units, now);
    const charge = allowed ? { at: now, units } : undefined;
    if (charge !== undefined) this.#charges.set(charge, ids);
    const states = this.#states(ids, now, limit);
    if (allowed) return { allowed, charge, ...states };
    let retryAfterSeconds = 1;
    while (retryAfterSeconds < 60 && !fits(whole, now + retryAfterSeconds * 1000)) retryAfterSeconds++;
    return { allowed, charge, retryAfterSeconds, ...states };
  }

  refund(now: number, limit: number, ids: Ids, charge: Charge) {
    this.#charges.delete(charge);
    return this.#states(ids, now, limit);
  }

  #used(id: string, now: number): number {
    let used = 0;
    for (const [{ at, units }, ids] of this.#charges) {
      if (ids.includes(id) && now - at < 60_000) used += units;
    }
    return used;
  }

  #states(ids: Ids, now: number, limit: number) {
    return { account: this.#state(ids[0], now, limit), key: this.#state(ids[1], now, limit) };
  }

  #state(id: string, now: number, limit: number) {
    const left = (at: number) => Math.max(0, limit - this.#used(id, at));
    const remaining = left(now);
    let resetSeconds = 0;
    if (remaining < limit) while (left(now + resetSeconds * 1000) <= remaining) resetSeconds++;
    return { limit, remaining, resetSeconds };
  }
}
