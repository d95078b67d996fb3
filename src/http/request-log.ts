import type { Caller } from '../store/store.ts';
import { LineBudget } from '../telemetry/line-budget.ts';
import type { Logger } from '../telemetry/log.ts';
import type { TraceContext } from '../trace-context.ts';
import type { Stopwatch } from './stopwatch.ts';
import type { Ending, Exchange } from './transport/transport.ts';

/** One request that is over. Nothing here may carry a key or label data. */
export interface RequestEntry {
  readonly exchange: Exchange;
  /** A name of a closed set; `none` when there is no such route. */
  readonly route: string;
  /** The status that the client got; 499 for one that left before its answer. */
  readonly status: number;
  /** Why it failed, by a name of a closed set; null where it did not. */
  readonly reason: string | null;
  readonly watch: Stopwatch;
  /** Absent where no key was found. */
  readonly caller?: Pick<Caller, 'accountId' | 'keyId'> | undefined;
  /** Absent where the request names none; a UUID, or it would not be written. */
  readonly labelId?: string | undefined;
}

/** Statuses in the log for requests that the driver, and not their handler, ended. */
export const ENDED = {
  deadline: 503,
  malformed: 400,
  client_gone: 499,
} as const satisfies Record<Ending, number>;

/** Called for every request, once, when it is over. */
export type RequestLog = (entry: RequestEntry) => void;

/** Lines a second of each kind. A line costs some 5 µs, more than a cheap request costs otherwise. */
const LINES = { ok: 200, refused: 500, failed: 500 };

/** A method is the client's own text; only these are written as they are. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/**
 * Writes a line for each request, at `warn` when the status is 5xx: no more than a bound of each kind in a
 * second, and then `sampled_out` of the next line of that kind says how many had none. The path is not written,
 * only the route's name: a path can hold what a caller put into it.
 */
export function requestLog(
  log: Logger,
  clientOf: (exchange: Exchange) => string,
  traceOf: (exchange: Exchange) => TraceContext | undefined,
): RequestLog {
  const budgets = {
    ok: new LineBudget(LINES.ok),
    refused: new LineBudget(LINES.refused),
    failed: new LineBudget(LINES.failed),
  };
  return ({ exchange, route, status, reason, watch, caller, labelId }) => {
    const level = status >= 500 ? 'warn' : 'info';
    if (!log.isLevelEnabled(level)) return;
    // A flood of shed requests must not hide what is broken.
    const kind = status < 400 ? 'ok' : status < 500 || status === 503 ? 'refused' : 'failed';
    const leftOut = budgets[kind].take(performance.now());
    if (leftOut === null) return;
    log[level]({
      request_id: exchange.id,
      trace_id: traceOf(exchange)?.traceId,
      route,
      method: METHODS.has(exchange.method) ? exchange.method : 'other',
      status,
      ms: Math.round(watch.total() * 100) / 100,
      client: clientOf(exchange),
      account_id: caller?.accountId,
      key_id: caller?.keyId,
      label_id: labelId,
      code: reason ?? undefined,
      sampled_out: leftOut || undefined,
    });
  };
}
