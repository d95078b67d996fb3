import type { Span } from '@opentelemetry/api';
import { loadedSdk, remoteContext, type Sdk, traceOf } from '../telemetry/open-telemetry.ts';
import { readTraceparent, type TraceContext, withTrace } from '../trace-context.ts';
import type { RequestEntry } from './request-log.ts';
import { STAGES } from './stopwatch.ts';
import type { Exchange, Handler } from './transport/transport.ts';

/** A request that is a part of a trace. */
interface RequestTrace extends TraceContext {
  /** Null where no SDK makes spans. */
  readonly span: Span | null;
}

/**
 * Requests as parts of traces. A request with a valid `traceparent` belongs to that trace, and with an SDK of
 * OpenTelemetry every request has a span. Others cost a look for the header.
 */
export class RequestTraces {
  readonly #sdk: Sdk | null;
  readonly #traces = new WeakMap<Exchange, RequestTrace>();

  private constructor(sdk: Sdk | null) {
    this.#sdk = sdk;
  }

  static async open(): Promise<RequestTraces> {
    return new RequestTraces(await loadedSdk());
  }

  /** The handler, whose work knows its trace. */
  traced(handler: Handler): Handler {
    return (exchange) => {
      const sent = exchange.header('traceparent');
      if (sent === undefined && this.#sdk === null) return handler(exchange);
      const trace = this.#begin(readTraceparent(sent));
      if (trace === null) return handler(exchange);
      this.#traces.set(exchange, trace);
      const work = (): void | Promise<void> => withTrace(trace, () => handler(exchange));
      if (this.#sdk === null || trace.span === null) return work();
      const { context, trace: traces } = this.#sdk.api;
      return context.with(traces.setSpan(context.active(), trace.span), work);
    };
  }

  /** The trace of a request; undefined for none. */
  of(exchange: Exchange): TraceContext | undefined {
    return this.#traces.get(exchange);
  }

  /** Ends the span of a request that is over. */
  end({ exchange, route, status, reason, watch }: RequestEntry): void {
    const span = this.#traces.get(exchange)?.span;
    if (span == null || this.#sdk === null) return;
    span.updateName(`${exchange.method} ${route}`);
    span.setAttributes({
      'http.request.method': exchange.method,
      'http.route': route,
      'http.response.status_code': status,
      'platen.request_id': exchange.id,
      ...(reason === null ? {} : { 'error.type': reason }),
      ...Object.fromEntries(STAGES.map((stage, at) => [`platen.${stage}_ms`, watch.ms[at] ?? 0])),
    });
    if (status >= 500) span.setStatus({ code: this.#sdk.api.SpanStatusCode.ERROR });
    span.end();
  }

  #begin(sent: TraceContext | null): RequestTrace | null {
    if (this.#sdk === null) return sent === null ? null : { ...sent, span: null };
    const { api, tracer } = this.#sdk;
    const span = tracer.startSpan('request', { kind: api.SpanKind.SERVER }, remoteContext(this.#sdk, sent));
    return { ...traceOf(this.#sdk, span), span };
  }
}
