import type { BudgetStates, GuardVerdict } from '../budget/budget.ts';
import { type Failure, FailureError, fail, failure } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { Caller } from '../store/store.ts';
import { readKey } from './auth.ts';
import { type Answer, admit, Call, type Parts } from './call.ts';
import { failureAnswer } from './failure-answer.ts';
import { downloadZpl, listLabels, readLabel } from './handlers/labels.ts';
import { legacyGet, legacyPost } from './handlers/legacy.ts';
import { printLabels, printUnits } from './handlers/print.ts';
import { renderLabel } from './handlers/render.ts';
import { rateHeaders } from './rate-headers.ts';
import type { RequestEntry } from './request-log.ts';
import { matchRoute, type RouteName } from './routes.ts';
import { Stopwatch } from './stopwatch.ts';
import type { Ending, Exchange, Handler, Headers } from './transport/transport.ts';

type RouteHandler = (call: Call) => Answer | Promise<Answer>;

const HANDLERS = {
  'list-labels': listLabels,
  'read-label': readLabel,
  'download-zpl': downloadZpl,
  'render-label': renderLabel,
  'print-labels': printLabels,
  'legacy-get': legacyGet,
  'legacy-post': legacyPost,
} as const satisfies Record<RouteName, RouteHandler>;

/** Units that a valid request of a route costs at least, where that is more than one. */
const LEAST_UNITS: Partial<Record<RouteName, number>> = { 'print-labels': printUnits(1) };

/** What every answer says of itself. */
const COMMON: Headers = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
];

/** What the log has for a request that its handler did not answer: what the driver did instead. */
const ENDED = { deadline: 503, malformed: 400, client_gone: 499 } as const satisfies Record<Ending, number>;

/**
 * A request's journey, in the order that the interface description fixes: route, guard, key, budget,
 * entitlement, then the route's handler (scope, parameters, label, state, cost, pool, content). Every failure
 * on the way is a {@link Failure} and leaves by the same door.
 */
export function pipeline(parts: Parts): Handler {
  return async (exchange) => {
    const watch = new Stopwatch();
    let route: RequestEntry['route'] = 'none';
    let caller: Caller | undefined;
    let call: Call | undefined;
    let charged: BudgetStates | undefined;
    let over = false;
    const end = (status: number, reason: RequestEntry['reason']): void => {
      if (over) return;
      over = true;
      parts.log({ exchange, route, status, reason, watch, caller, labelId: call?.label });
    };
    exchange.onEnded = (ending) => end(ENDED[ending], ending);
    if (exchange.gone) {
      end(ENDED.client_gone, 'client_gone');
      return;
    }
    const answer = (status: number, headers: Headers, body: string | Uint8Array, failure?: Failure): void => {
      const budgets = call?.budgets ?? charged;
      const timing = watch.header();
      const all = [
        ...headers,
        ['X-Request-Id', exchange.id] as const,
        ...(budgets === undefined ? [] : rateHeaders(budgets)),
        ...(timing === '' ? [] : [['Server-Timing', timing] as const]),
        ...COMMON,
      ];
      exchange.send(status, all, body);
      end(status, failure?.code ?? null);
    };
    try {
      if (exchange.path === '/healthz') {
        route = 'health';
        if (exchange.method !== 'GET') fail('method_not_allowed', 'use GET', { allow: ['GET'] });
        answer(200, [['Content-Type', 'application/json']], '{"status":"ok"}');
        return;
      }
      const match = matchRoute(parts.basePath, exchange.method, exchange.path);
      if (match.kind === 'none') fail('route_not_found');
      if (match.kind === 'method') {
        fail('method_not_allowed', `use ${match.allow.join(' or ')}`, { allow: match.allow });
      }
      route = match.route;
      watch.enter('auth');
      caller = await authenticate(parts, exchange);
      watch.enter('limit');
      const leastUnits = LEAST_UNITS[route] ?? 1;
      const verdict = await parts.budget.charge(caller.accountId, caller.keyId, 1, leastUnits);
      charged = verdict;
      watch.enter(null);
      admit(verdict, leastUnits);
      if (!caller.entitled) {
        fail('entitlement_inactive');
      }
      call = new Call(parts, exchange, watch, caller, match.labelId, verdict);
      const { headers, body } = await HANDLERS[route](call);
      if (Buffer.byteLength(body) > LIMITS.responseBytes) {
        fail('too_large', `the response exceeds ${LIMITS.responseBytes} bytes`);
      }
      answer(200, headers, body);
    } catch (error) {
      // Nobody waits any more. A place in the pool that was given up rejects with the signal's own reason.
      if (over) return;
      const reason: Failure = error instanceof FailureError ? error.failure : failure('internal');
      const { status, headers, body } = failureAnswer(reason);
      answer(status, headers, body, reason);
      // For the log; the answer has gone out.
      if (!(error instanceof FailureError)) throw error;
      if (error.cause !== undefined) throw error.cause;
    }
  };
}

/** The caller behind the request's key. Guards come before any look at the database. */
async function authenticate(parts: Parts, exchange: Exchange): Promise<Caller> {
  await guarded(() => parts.guard.precheck());
  const key = readKey(exchange.header('x-api-key'), exchange.header('authorization'));
  if (key.kind !== 'key') {
    fail('key_missing');
  }
  const caller = await parts.cache.findCaller(key.digest);
  if (caller !== null) {
    parts.keyUses.note(caller.keyId);
    return caller;
  }
  await guarded(() => parts.guard.unknownKey());
  fail('key_unknown');
}

/** Fails closed: a guard that cannot be asked admits nobody. */
async function guarded(ask: () => GuardVerdict | Promise<GuardVerdict>): Promise<void> {
  let verdict: GuardVerdict;
  try {
    verdict = await ask();
  } catch {
    fail('guard_unavailable', null, { retryAfterSeconds: 1 });
  }
  if (!verdict.allowed) {
    fail('guard_exceeded', null, verdict);
  }
}
