import type { BudgetState, BudgetStates } from '../budget/budget.ts';
import type { FailureCode } from '../errors.ts';
import type { Caller } from '../store/store.ts';
import type { Call, Parts } from './call.ts';
import { ENDED } from './request-log.ts';
import type { RouteName } from './routes.ts';
import { Stopwatch } from './stopwatch.ts';
import type { AnswerBody, Ending, Exchange, HeaderLines, Headers } from './transport/transport.ts';

/** Headers of every answer. */
const COMMON: HeaderLines = '\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff';
const COMMON_PUBLIC: HeaderLines = '\r\nCache-Control: no-cache\r\nX-Content-Type-Options: nosniff';

/** Seconds of the budgets' window. */
const WINDOW_SECONDS = 60;

/** The header of the last answer: most accounts have the same policy. */
let last: { readonly account: number; readonly key: number; readonly line: HeaderLines } | undefined;

/** One request on its way: what is known of it so far, and its end, which is logged once. */
export class Journey {
  readonly parts: Parts;
  readonly exchange: Exchange;
  readonly watch = new Stopwatch();
  route: RouteName | 'health' | 'none' = 'none';
  caller: Caller | undefined;
  /** The budgets after the first unit; the call knows of more. */
  charged: BudgetStates | undefined;
  call: Call | undefined;
  #isOver = false;

  constructor(parts: Parts, exchange: Exchange) {
    this.parts = parts;
    this.exchange = exchange;
    exchange.onEnded = (ending) => this.#end(ENDED[ending], ending);
    if (exchange.gone) this.#end(ENDED.client_gone, 'client_gone');
  }

  /** Sends the answer; `reason` is null for one that is no failure. */
  answer(
    status: number,
    headers: Headers,
    body: AnswerBody,
    reason: FailureCode | null = null,
    isPublic = false,
  ): void {
    const budgets = this.call?.budgets ?? this.charged;
    const timing = this.watch.header();
    // Together, since each that is made and checked for itself takes longer than all of them.
    const lines =
      `\r\nX-Request-Id: ${this.exchange.id}` +
      (budgets === undefined ? '' : rateLines(budgets)) +
      (timing === '' ? '' : `\r\nServer-Timing: ${timing}`) +
      (isPublic ? COMMON_PUBLIC : COMMON);
    // First: what the log has of the exchange may be gone with the answer.
    this.#end(status, reason);
    this.exchange.send(status, [...headers, lines], body);
  }

  #end(status: number, reason: FailureCode | Ending | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { exchange, route, watch, caller, call } = this;
    this.parts.log({ exchange, route, status, reason, watch, caller, labelId: call?.label });
  }
}

/**
 * `RateLimit-Policy` and `RateLimit` of the IETF draft "RateLimit header fields for HTTP": both budgets as
 * policies, and what is left of the tighter one.
 */
function rateLines(budgets: BudgetStates): HeaderLines {
  const { account, key } = budgets;
  const [name, tighter]: [string, BudgetState] =
    key.remaining < account.remaining ? ['key', key] : ['account', account];
  return `${policyLine(budgets)}\r\nRateLimit: "${name}";r=${tighter.remaining};t=${tighter.resetSeconds}`;
}

function policyLine({ account: { limit: account }, key: { limit: key } }: BudgetStates): HeaderLines {
  if (last?.account !== account || last.key !== key) {
    const policy = `"account";q=${account};w=${WINDOW_SECONDS}, "key";q=${key};w=${WINDOW_SECONDS}`;
    last = { account, key, line: `\r\nRateLimit-Policy: ${policy}` };
  }
  return last.line;
}
