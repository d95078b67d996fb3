import type { BudgetState, BudgetStates } from '../budget/budget.ts';

const WINDOW_SECONDS = 60;

/**
 * `RateLimit-Policy` and `RateLimit` of the IETF draft "RateLimit header fields for HTTP": both budgets as
 * policies, and what is left of the tighter one.
 */
export function rateHeaders({ account, key }: BudgetStates): [string, string][] {
  const [name, tighter]: [string, BudgetState] =
    key.remaining < account.remaining ? ['key', key] : ['account', account];
  return [
    [
      'RateLimit-Policy',
      `"account";q=${account.limit};w=${WINDOW_SECONDS}, "key";q=${key.limit};w=${WINDOW_SECONDS}`,
    ],
    ['RateLimit', `"${name}";r=${tighter.remaining};t=${tighter.resetSeconds}`],
  ];
}
