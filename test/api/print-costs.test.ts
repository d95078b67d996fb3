import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Budget } from '../../src/budget/budget.ts';
import { MemoryBudget, MemoryGuard } from '../../src/budget/memory.ts';
import { RedisBudgets } from '../../src/budget/redis.ts';
import { NO_WARNINGS } from '../../src/engine/warnings.ts';
import { fail } from '../../src/errors.ts';
import type { Parts } from '../../src/http/call.ts';
import { pipeline } from '../../src/http/pipeline.ts';
import type { TransportOptions } from '../../src/http/transport/transport.ts';
import { serve } from '../contract/transport/served.ts';
import { DRIVERS } from '../support/drivers.ts';
import { eventually, PATIENCE_MS } from '../support/eventually.ts';
import { PATIENT, redisIsInstalled, startRedis } from '../support/redis.ts';
import { runs } from '../support/runs.ts';
import { BASE } from '../support/service.ts';

const KEY = `svc_${'0'.repeat(48)}`;
const CALLER = {
  keyId: 'key',
  accountId: 'account',
  keyType: 'full',
  entitled: true,
  unitsPerMinute: null,
} as const;
const LABEL = {
  id: '3f0c2f5e-8f0a-4b6e-9d0c-1a2b3c4d5e6f',
  name: 'Shelf',
  zpl: '^XA^XZ',
  outputFormat: 'vector',
  dynamicTokens: [],
};

/** The front end over a budget, with workers that do what the test says. */
async function front(
  budget: Budget,
  render: Parts['render'] = async () => ({
    body: Buffer.from('^XA^XZ'),
    warnings: NO_WARNINGS,
    unresolved: 0,
  }),
  driver: 'uws' | 'node' = 'node',
  options: Partial<TransportOptions> = {},
) {
  const { port } = await serve(
    driver,
    pipeline(null, {
      basePath: BASE,
      bodyTimeoutMs: PATIENCE_MS,
      store: {} as Parts['store'],
      cache: { findCaller: () => CALLER, findLabel: () => LABEL } as unknown as Parts['cache'],
      keyUses: { note() {} },
      budget,
      guard: new MemoryGuard({ prechecks: 1e9, unknownKeys: 1 }),
      refuse: () => undefined,
      render,
      log: () => {},
    }),
    options,
  );
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${BASE}/labels/${LABEL.id}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { error } =
      response.status === 200 ? { error: '' } : ((await response.json()) as { error: string });
    if (response.status === 200) await response.arrayBuffer();
    return {
      status: response.status,
      error,
      retryAfter: Number(response.headers.get('retry-after')),
      remaining: Number(/;r=(\d+);/.exec(response.headers.get('ratelimit') ?? '')?.[1]),
    };
  };
  return {
    read: () => ask(''),
    print: (records: number) => ask('/print', { records: Array.from({ length: records }, () => ({})) }),
  };
}

describe('a print job that is refused for its cost', () => {
  it('passes once its Retry-After is over, whatever came before and however many records it has', async () => {
    let now = 0;
    const spent = fc.record({ pauseMs: fc.integer({ min: 0, max: 9000 }), records: fc.nat({ max: 25 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(spent, { minLength: 5, maxLength: 25 }),
        fc.integer({ min: 1, max: 25 }),
        async (history, records) => {
          const { read, print } = await front(new MemoryBudget(60, () => now));
          for (const { pauseMs, records: others } of history) {
            now += pauseMs;
            await (others < 5 ? read() : print(others));
          }
          let reply = await print(records);
          // A caller without a unit for the attempt itself learns only that the job has at least one record.
          if (reply.status === 429 && reply.remaining === 0 && records > 1) {
            now += reply.retryAfter * 1000;
            reply = await print(records);
          }
          if (reply.status === 200) return;
          expect(reply).toMatchObject({ status: 429, retryAfter: expect.any(Number) });
          expect(reply.retryAfter).toBeLessThanOrEqual(60);
          now += reply.retryAfter * 1000;
          expect(await print(records)).toMatchObject({ status: 200 });
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('passes at the first retry when it has one record and the budget had not a unit left', async () => {
    let now = 0;
    const { read, print } = await front(new MemoryBudget(60, () => now));
    for (let unit = 0; unit < 60; unit++) {
      await read();
      now += 500;
    }
    const reply = await print(1);
    // Six units, of which the sixth was spent at 2.5 s.
    expect(reply).toMatchObject({ status: 429, retryAfter: 33, remaining: 0 });
    now += 33_000;
    expect(await print(1)).toMatchObject({ status: 200 });
  });

  it('is refused with this reason when the budget never has so much', async () => {
    const { print } = await front(new MemoryBudget(20));
    expect(await print(25)).toMatchObject({
      status: 429,
      retryAfter: 60,
      error:
        'The rate budget does not cover this request: it costs 30 units, which the budget of 20 units a minute never has.',
    });
  });
});

const redis = redisIsInstalled() ? await startRedis() : null;
afterAll(() => redis?.stop());

describe.each(['memory', ...(redis === null ? [] : ['Redis'])])(
  'a print job that the pool refuses, over %s',
  (kind) => {
    const make = async (): Promise<Budget> => {
      if (redis === null || kind === 'memory') return new MemoryBudget(60);
      await redis.command('FLUSHALL');
      const limits = { units: 60, prechecks: 1000, unknownKeys: 1 };
      const silent = { down: () => {}, up: () => {} };
      const budgets = new RedisBudgets([redis.url], limits, silent, { patience: PATIENT });
      onTestFinished(() => budgets.close());
      await eventually(() => budgets.ready());
      return budgets;
    };
    const busy: Parts['render'] = async () => fail('busy', 'busy', { retryAfterSeconds: 7 });

    it('costs one unit, as its answer says', async () => {
      const { read, print } = await front(await make(), busy);
      await read();
      expect(await print(25)).toMatchObject({ status: 503, retryAfter: 7, remaining: 58 });
      expect(await print(1)).toMatchObject({ status: 503, remaining: 57 });
      expect((await read()).remaining).toBe(56);
    });

    it('costs all of it when the pool took it and its content fails', async () => {
      const { print } = await front(await make(), async () => fail('barcode_invalid', 'bad digits'));
      expect(await print(1)).toMatchObject({ status: 422, remaining: 54 });
    });

    it('is refused all the same when the units cannot be given back', async () => {
      const budget = await make();
      const { print } = await front(
        {
          charge: (...parameters) => budget.charge(...parameters),
          refund: () => Promise.reject(new Error('gone')),
        },
        busy,
      );
      expect(await print(1)).toMatchObject({ status: 503, remaining: 54 });
    });

    it.each(DRIVERS)(
      'costs one unit too when its turn did not come before the deadline on %s',
      async (driver) => {
        // As the pool does with a task that waits. On a busy machine the deadline may come before the task.
        const wait: Parts['render'] = (_task, client) =>
          new Promise((_resolve, reject) => {
            const leave = () => reject(client.signal.reason as Error);
            if (client.gone) leave();
            else client.onGone = leave;
          });
        const budget = await make();
        const { print } = await front(budget, wait, driver, { requestDeadlineMs: 200 });
        expect(await print(25)).toMatchObject({ status: 503 });
        const remaining = async () => (await budget.charge(CALLER, 0)).account.remaining;
        await eventually(async () => expect(await remaining()).toBe(59));
      },
    );
  },
);
