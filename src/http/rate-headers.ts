import type { BudgetState, BudgetStates } from '../budget/budget.ts';
import type { Header } from './transport/transport.ts';

const WINDOW_SECONDS = 60;

/** The policy that was told last: most accounts have the same. */
let told: { account: number; key: number; header: Header } | undefined;

/** `RateLimit-Policy` of the IETF draft "RateLimit header fields for HTTP": both budgets as policies. */
export function ratePolicy({ account: { limit: account }, key: { limit: key } }: BudgetStates): Header {
  if (told?.account !== account || told.key !== key) {
    const policy = `"account";q=${account};w=${WINDOW_SECONDS}, "key";q=${key};w=${WINDOW_SECONDS}`;
    told = { account, key, header: ['RateLimit-Policy', policy] };
  }
  return told.header;
}

/** `RateLimit` of the same draft: what is left of the tighter budget. */
export function rateLimit({ account, key }: BudgetStates): Header {
  const [name, tighter]: [string, BudgetState] =
    key.remaining < account.remaining ? ['key', key] : ['account', account];
  return ['RateLimit', `"${name}";r=${tighter.remaining};t=${tighter.resetSeconds}`];
}
