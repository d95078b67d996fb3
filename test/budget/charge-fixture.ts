import { setTimeout as delay } from 'node:timers/promises';
import { RedisBudgets, type RedisLimits } from '../../src/budget/redis.ts';
import { PATIENT } from '../support/redis.ts';
import { payer } from './payer.ts';

/** The task of one instance, as JSON in its first argument. */
export interface Work {
  readonly urls: readonly string[];
  readonly limits: RedisLimits;
  readonly charges: number;
  readonly prechecks: number;
}

/** How much of it was admitted, as JSON on standard output; or why Redis was out of reach. */
export type Outcome =
  | { readonly charged: number; readonly prechecked: number }
  | { readonly unreachable: string };

const { urls, limits, charges, prechecks } = JSON.parse(process.argv[2] ?? '') as Work;
const budgets = new RedisBudgets(urls, limits, { down: () => {}, up: () => {} }, { patience: PATIENT });

async function outcome(): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      await budgets.ready();
      break;
    } catch (error) {
      if (attempt === 100) return { unreachable: (error as Error).message };
      await delay(20);
    }
  }
  const made = Array.from({ length: charges }, async (_, index) => {
    if (index % 10 === 0) await delay(index / 10);
    return budgets.charge(payer('shared', `key-${index % 2}`), 1);
  });
  const checked = Array.from({ length: prechecks }, () => budgets.precheck());
  return {
    charged: (await Promise.all(made)).filter(({ allowed }) => allowed).length,
    prechecked: (await Promise.all(checked)).filter(({ allowed }) => allowed).length,
  };
}

console.log(JSON.stringify(await outcome()));
budgets.close();
