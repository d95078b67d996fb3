import type { GuardVerdict } from '../budget/budget.ts';
import { FailureError, fail, failure } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { printUnits } from '../record/print-job.ts';
import type { Caller } from '../store/store.ts';
import { readKey } from './auth.ts';
import { type Answer, admit, Call, type Parts } from './call.ts';
import { downloadZpl, listLabels, readLabel } from './handlers/labels.ts';
import { legacyGet, legacyPost } from './handlers/legacy.ts';
import { printLabels } from './handlers/print.ts';
import { renderLabel } from './handlers/render.ts';
import { Journey } from './journey.ts';
import { isBrowser } from './pages/negotiation.ts';
import type { Pages } from './pages/pages.ts';
import { type ApiRoute, type Match, matchRoute } from './routes.ts';
import { type Steps, settled, take } from './steps.ts';
import { failureAnswer } from './transport/failure-answer.ts';
import type { Exchange, Handler } from './transport/transport.ts';
import { turns } from './transport/turns.ts';

type RouteHandler = (call: Call) => Steps<Answer>;

const HANDLERS = {
  'list-labels': listLabels,
  'read-label': readLabel,
  'download-zpl': downloadZpl,
  'render-label': renderLabel,
  'print-labels': printLabels,
  'legacy-get': legacyGet,
  'legacy-post': legacyPost,
} as const satisfies Record<ApiRoute, RouteHandler>;

/** Units that a valid request of a route costs at least, where that is more than one; to check it costs one. */
const LEAST_UNITS: Partial<Record<ApiRoute, number>> = { 'print-labels': printUnits(1) };

function leastUnits(route: ApiRoute, query: string): number {
  const units = LEAST_UNITS[route];
  return units === undefined || new URLSearchParams(query).get('validate') === 'true' ? 1 : units;
}

/**
 * Answers requests. Every failure on the way is a `Failure` and leaves by the same door; an error that is none is
 * answered 500, and thrown on for the log. Without pages, what needs no key is answered as if there were no such route.
 */
export function pipeline(pages: Pages | null, parts: Parts): Handler {
  return (exchange) => {
    const journey = new Journey(parts, exchange);
    return exchange.gone ? undefined : take(answer(journey, pages));
  };
}

function* answer(journey: Journey, pages: Pages | null): Steps<void> {
  try {
    const { status = 200, headers, body, reason = null, isPublic } = yield* takeSteps(journey, pages);
    journey.answer(status, headers, body, reason, isPublic);
  } catch (error) {
    // The client has gone: a task that was given up rejects with the signal's own reason.
    if (journey.exchange.gone) return;
    const reason = error instanceof FailureError ? error.failure : failure('internal');
    const { status, headers, body } = failureAnswer(reason);
    journey.answer(status, headers, body, reason.code);
    // For the log; the answer has gone out.
    if (!(error instanceof FailureError)) throw error;
    if (error.cause !== undefined) throw error.cause;
  }
}

/**
 * Every step of a request, in the order that clients are promised: the first one that fails is the answer, and
 * later ones are not taken. `ARCHITECTURE.md` lists the failures of each step.
 */
function* takeSteps(journey: Journey, pages: Pages | null): Steps<Answer> {
  const { parts, exchange, watch } = journey;
  if (exchange.path === '/healthz') return health(journey);
  if (exchange.path === '/' && pages !== null && isBrowser(exchange)) {
    journey.route = 'docs';
    return pages.toDocs;
  }

  const { route, parameter } = findRoute(parts.basePath, exchange, pages !== null);
  journey.route = route;
  if (route === 'openapi' || route === 'docs') {
    return yield* settled(pages?.answer(route, parameter, exchange) ?? fail('route_not_found'));
  }

  watch.enter('auth');
  yield* guarded(() => parts.guard.precheck());
  const digest = keyDigestOf(exchange);
  const caller = yield* findCaller(parts, digest);
  journey.caller = caller;

  watch.enter('limit');
  const units = leastUnits(route, exchange.query);
  const verdict = yield* settled(parts.budget.charge(caller, 1, units));
  journey.charged = verdict;
  watch.enter(null);
  admit(verdict, units);

  if (!caller.entitled) fail('entitlement_inactive');

  // Requests for the pool wait for their turn once it is known not to refuse them.
  if (exchange.method === 'GET') yield* settled(turns.next());

  // In each: scope, whether the pool refuses, parameters and body, the label, its saved state, the rest of the cost, a
  // place in the pool, and in a worker the content.
  const call = new Call(parts, exchange, watch, caller, parameter, verdict);
  journey.call = call;
  const answer = yield* HANDLERS[route](call);
  checkSize(answer);
  return answer;
}

/** For load balancers: needs no key and costs nothing. */
function health(journey: Journey): Answer {
  journey.route = 'health';
  if (journey.exchange.method !== 'GET') fail('method_not_allowed', 'use GET', { allow: ['GET'] });
  return { headers: [['Content-Type', 'application/json']], body: '{"status":"ok"}' };
}

function findRoute(
  basePath: string,
  { method, path }: Exchange,
  hasPages: boolean,
): Extract<Match, { kind: 'route' }> {
  const match = matchRoute(basePath, method, path, hasPages);
  if (match.kind === 'none') fail('route_not_found');
  if (match.kind === 'method') {
    fail('method_not_allowed', `use ${match.allow.join(' or ')}`, { allow: match.allow });
  }
  return match;
}

function keyDigestOf(exchange: Exchange): string {
  const key = readKey(exchange.header('x-api-key'), exchange.header('authorization'));
  if (key.kind !== 'key') fail('key_missing');
  return key.digest;
}

/** The caller behind a key. Unknown keys are counted for the whole deployment. */
function* findCaller(parts: Parts, digest: string): Steps<Caller> {
  const caller = yield* settled(parts.cache.findCaller(digest));
  if (caller === null) {
    yield* guarded(() => parts.guard.unknownKey());
    fail('key_unknown');
  }
  parts.keyUses.note(caller.keyId);
  return caller;
}

function checkSize({ body }: Answer): void {
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  if (bytes > LIMITS.responseBytes) {
    fail('too_large', `the response exceeds ${LIMITS.responseBytes} bytes`);
  }
}

/** Fails closed: a guard that cannot be asked admits nobody. */
function* guarded(ask: () => GuardVerdict | Promise<GuardVerdict>): Steps<void> {
  let verdict: GuardVerdict;
  try {
    verdict = yield* settled(ask());
  } catch {
    fail('guard_unavailable', null, { retryAfterSeconds: 1 });
  }
  if (!verdict.allowed) fail('guard_exceeded', null, verdict);
}
