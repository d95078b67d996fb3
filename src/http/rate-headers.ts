import type { BudgetState, BudgetStates } from '../budget/budget.ts';
import type { HeaderLines } from './transport/transport.ts';

const WINDOW_SECONDS = 60;

/** The policy that was told last: most accounts have the same. */
let told: { readonly account: number; readonly key: number; readonly line: HeaderLines } | undefined;

/**
 * `RateLimit-Policy` and `RateLimit` of the IETF draft "RateLimit header fields for HTTP": both budgets as
 * policies, and what is left of the tighter one.
 */
export function rateLines(budgets: BudgetStates): HeaderLines {
  const { account, key } = budgets;
  const [name, tighter]: [string, BudgetState] =
    key.remaining < account.remaining ? ['key', key] : ['account', account];
  return `${policyLine(budgets)}\r\nRateLimit: "${name}";r=${tighter.remaining};t=${tighter.resetSeconds}`;
}

function policyLine({ account: { limit: account }, key: { limit: key } }: BudgetStates): HeaderLines {
  if (told?.account !== account || told.key !== key) {
    const policy = `"account";q=${account};w=${WINDOW_SECONDS}, "key";q=${key};w=${WINDOW_SECONDS}`;
    told = { account, key, line: `\r\nRateLimit-Policy: ${policy}` };
  }
  return told.line;
}
