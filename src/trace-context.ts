import { AsyncLocalStorage } from 'node:async_hooks';

/** The place of a request in a trace that goes through several programs: W3C Trace Context, `traceparent`. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits: the span below which further work belongs. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Reads a `traceparent`. One that is not valid is ignored, as the recommendation says, section 3.2.2. */
export function readTraceparent(value: string | undefined): TraceContext | null {
  const [, version, traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(value ?? '') ?? [];
  const isKnown = version !== undefined && version !== 'ff' && (version !== '00' || more === undefined);
  if (!isKnown || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The `traceparent` of work below a span. */
export function traceparentOf({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/**
 * Made with the first request that has a trace: from then on each promise of the process takes a little longer, as
 * Node.js 20 and 22 keep this.
 */
let storage: AsyncLocalStorage<TraceContext> | undefined;

/** Does work as a part of a trace: {@link currentTrace} tells it, also in what is awaited. */
export function withTrace<T>(trace: TraceContext, work: () => T): T {
  storage ??= new AsyncLocalStorage();
  return storage.run(trace, work);
}

/** The trace of the running work; undefined for none. */
export function currentTrace(): TraceContext | undefined {
  return storage?.getStore();
}
