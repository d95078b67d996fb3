import type { Payer } from '../../src/budget/budget.ts';

/** An account and one of its keys, with the deployment's limit unless they have one of their own. */
export function payer(accountId: string, keyId: string, unitsPerMinute: number | null = null): Payer {
  return { accountId, keyId, unitsPerMinute };
}
