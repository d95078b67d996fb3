import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Budget, CredentialGuard } from '../../src/budget/budget.ts';
import { MemoryBudget, MemoryGuard } from '../../src/budget/memory.ts';
import { RedisBudgets, type RedisLimits } from '../../src/budget/redis.ts';
import { redisIsInstalled, startRedis } from '../support/redis.ts';

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
  afterAll(async () => {
    for (const budgets of opened.values()) budgets.close();
    control.disconnect();
    await server.stop();
  });
  /** One connection for each limit, since a property test makes hundreds of budgets. */
  const open = (limits: RedisLimits): RedisBudgets => {
    const known = opened.get(limits.units);
    if (known !== undefined) return known;
    const clock = "local now = redis.call('GET', 'test:now') * 1000";
    const made = new RedisBudgets([server.url], limits, { down: () => {}, up: () => {} }, clock);
    opened.set(limits.units, made);
    return made;
  };
  /** Calls with an empty database at first, and with the clock's time. */
  const make = (limits: RedisLimits, clock: Clock) => {
    const budgets = open(limits);
    let isFresh = true;
    return async <T>(call: (budgets: RedisBudgets) => Promise<T>): Promise<T> => {
      if (isFresh) await vi.waitFor(() => budgets.ready(), 5000);
      if (isFresh) await control.flushall();
      isFresh = false;
      await control.set('test:now', clock.now);
      return call(budgets);
    };
  };
  return {
    name: 'Redis',
    budget(units, clock) {
      const call = make({ units, prechecks: 1, unknownKeys: 1 }, clock);
      return { charge: (account, key, amount) => call((budgets) => budgets.charge(account, key, amount)) };
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
      expect(await budget.charge('a', 'k', 1)).toEqual({
        allowed: true,
        account: state(left),
        key: state(left),
      });
    }
    expect(await budget.charge('a', 'k', 1)).toEqual({
      allowed: false,
      retryAfterSeconds: 60,
      account: state(0),
      key: state(0),
    });
  });

  test('frees a charge exactly 60 seconds after it, and not a millisecond before', async () => {
    const clock = { now: 1000 };
    const budget = make(1, clock);
    await budget.charge('a', 'k', 1);
    clock.now = 60_999;
    expect(await budget.charge('a', 'k', 1)).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
    clock.now = 61_000;
    expect(await budget.charge('a', 'k', 1)).toMatchObject({ allowed: true });
  });

  test('counts a refused charge as nothing', async () => {
    const clock = { now: 0 };
    const budget = make(10, clock);
    await budget.charge('a', 'k', 6);
    for (let i = 0; i < 50; i++) expect(await budget.charge('a', 'k', 5)).toMatchObject({ allowed: false });
    expect(await budget.charge('a', 'k', 4)).toMatchObject({ allowed: true, account: { remaining: 0 } });
  });

  test('shares the budget of an account between its keys', async () => {
    const budget = make(10, { now: 0 });
    await budget.charge('a', 'k1', 6);
    expect(await budget.charge('a', 'k2', 6)).toMatchObject({
      allowed: false,
      account: { remaining: 4 },
      key: { remaining: 10, resetSeconds: 0 },
    });
    expect(await budget.charge('a', 'k2', 4)).toMatchObject({ allowed: true });
    expect(await budget.charge('b', 'k3', 10)).toMatchObject({ allowed: true });
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
      await budget.charge('a', 'k', units);
    }
    clock.now = 30_000;
    expect(await budget.charge('a', 'k', 2)).toMatchObject({ allowed: false, retryAfterSeconds: 30 });
    expect(await budget.charge('a', 'k', 3)).toMatchObject({ allowed: false, retryAfterSeconds: 41 });
    expect(await budget.charge('a', 'k', 6)).toMatchObject({ allowed: false, retryAfterSeconds: 50 });
    expect(await budget.charge('a', 'k', 6)).toMatchObject({ account: { resetSeconds: 30 } });
  });

  test('asks for 60 seconds when a charge can never pass', async () => {
    const budget = make(5, { now: 0 });
    expect(await budget.charge('a', 'k', 6)).toEqual({
      allowed: false,
      retryAfterSeconds: 60,
      account: { limit: 5, remaining: 5, resetSeconds: 0 },
      key: { limit: 5, remaining: 5, resetSeconds: 0 },
    });
  });

  test('agrees with a list of all charges', async () => {
    // Pauses that make charges meet in one millisecond, and exactly 60 s and a millisecond around it apart.
    const pause = fc.oneof(
      fc.constantFrom(0, 1, 1000, 59_000, 59_999, 60_000, 60_001),
      fc.integer({ min: 0, max: 20_000 }),
    );
    const charge = fc.record({
      pause,
      account: fc.constantFrom('a', 'b'),
      key: fc.constantFrom('1', '2'),
      units: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.array(charge, { maxLength: 60 }),
        async (limit, charges) => {
          const clock = { now: 0 };
          const budget = make(limit, clock);
          const model = new ListedCharges(limit);
          for (const { pause: elapsed, account, key, units } of charges) {
            clock.now += elapsed;
            const verdict = await budget.charge(account, account + key, units);
            expect(verdict).toEqual(model.charge(clock.now, [account, account + key], units));
          }
        },
      ),
      { numRuns: 300 },
    );
  }, 60_000);
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

/** The rule at its plainest: every charge ever made, searched again each time. */
class ListedCharges {
  readonly #limit: number;
  readonly #charges: { readonly at: number; readonly id: string; readonly units: number }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  charge(now: number, ids: readonly [account: string, key: string], units: number) {
    const fits = (at: number) => ids.every((id) => this.#used(id, at) + units <= this.#limit);
    const allowed = fits(now);
    if (allowed) for (const id of ids) this.#charges.push({ at: now, id, units });
    const [account, key] = [this.#state(ids[0], now), this.#state(ids[1], now)];
    if (allowed) return { allowed, account, key };
    let retryAfterSeconds = 1;
    while (retryAfterSeconds < 60 && !fits(now + retryAfterSeconds * 1000)) retryAfterSeconds++;
    return { allowed, retryAfterSeconds, account, key };
  }

  #live(id: string, now: number) {
    return this.#charges.filter((charge) => charge.id === id && now - charge.at < 60_000);
  }

  #used(id: string, now: number): number {
    return this.#live(id, now).reduce((sum, { units }) => sum + units, 0);
  }

  #state(id: string, now: number) {
    const remaining = this.#limit - this.#used(id, now);
    let resetSeconds = 0;
    if (remaining < this.#limit)
      while (this.#limit - this.#used(id, now + resetSeconds * 1000) <= remaining) resetSeconds++;
    return { limit: this.#limit, remaining, resetSeconds };
  }
}
