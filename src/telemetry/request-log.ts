import type { Failure } from '../errors.ts';
import type { Exchange } from '../http/transport/transport.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

/** One answered request. Nothing here may carry a key or label data. */
export interface RequestEntry {
  readonly id: string;
  readonly exchange: Exchange;
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly failure: Failure | undefined;
}

export type RequestLog = (entry: RequestEntry) => void;

/**
 * Counts every request and writes a line for it: at `debug` when all is well, at `warn` for a 5xx. The path is
 * not logged, only the route's name: a path can hold what a caller put into it.
 */
export function requestLog(log: Logger, metrics: Metrics, clientOf: (exchange: Exchange) => string): RequestLog {
  return ({ id, exchange, route, status, milliseconds, failure }) => {
    metrics.requests.inc({ route, status });
    const level = status >= 500 ? 'warn' : 'debug';
    if (!log.isLevelEnabled(level)) return;
    log[level]({
      request_id: id,
      route,
      method: exchange.method,
      status,
      ms: Math.round(milliseconds * 100) / 100,
      client: clientOf(exchange),
      code: failure?.code,
    });
  };
}
