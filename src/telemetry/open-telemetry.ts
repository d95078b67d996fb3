import type * as OpenTelemetry from '@opentelemetry/api';
import type { Context, ProxyTracerProvider, Span, Tracer, TracerProvider } from '@opentelemetry/api';
import type { TraceContext } from '../trace-context.ts';

/** OpenTelemetry with an SDK that makes spans. */
export interface Sdk {
  readonly api: typeof OpenTelemetry;
  readonly tracer: Tracer;
  /** Has the spans that are over exported; a program that ends would lose them. */
  flush(): Promise<void>;
}

/** The global by which the API of OpenTelemetry finds what an SDK registers. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** The SDK that a program before this one has loaded (`--import`); null for none, and then nothing of it is loaded. */
export async function loadedSdk(): Promise<Sdk | null> {
  if (!(REGISTERED in globalThis)) return null;
  const api = await import('@opentelemetry/api');
  const provider = api.trace.getTracerProvider() as Partial<ProxyTracerProvider>;
  // Without an SDK the provider has no tracer to hand on to.
  const tracer = provider.getDelegateTracer?.('platen');
  if (tracer === undefined) return null;
  const delegate: (TracerProvider & { forceFlush?(): Promise<void> }) | undefined = provider.getDelegate?.();
  return { api, tracer, flush: async () => delegate?.forceFlush?.() };
}

/** The context of work below a span of another program; that of no trace for null. */
export function remoteContext({ api }: Sdk, sent: TraceContext | null): Context {
  const { ROOT_CONTEXT, TraceFlags, trace } = api;
  if (sent === null) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: sent.traceId,
    spanId: sent.spanId,
    traceFlags: sent.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  });
}

/** The place of a span in its trace. */
export function traceOf({ api }: Sdk, span: Span): TraceContext {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, isSampled: (traceFlags & api.TraceFlags.SAMPLED) !== 0 };
}
