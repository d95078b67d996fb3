import type { Attributes, Span } from '@opentelemetry/api';
import { loadedSdk, remoteContext, type Sdk, traceOf } from '../telemetry/open-telemetry.ts';
import { readTraceparent, traceparentOf } from '../trace-context.ts';

/** A part of a run with a span of its own. */
export interface TracedPart {
  readonly name: string;
  /** `call`: another program does the work. */
  readonly kind: 'call' | 'work';
  readonly attributes: Attributes;
}

/**
 * The trace of a run: the one that `TRACEPARENT` names, or a new one if an SDK of OpenTelemetry is installed. The run
 * and each of its parts have spans.
 */
export class RunTrace {
  readonly #sdk: Sdk | null;
  readonly #span: Span | null;
  /** The span of the run, or of the program that started it; undefined without a trace. */
  readonly #traceparent: string | undefined;

  private constructor(sdk: Sdk | null, span: Span | null, traceparent: string | undefined) {
    this.#sdk = sdk;
    this.#span = span;
    this.#traceparent = traceparent;
  }

  /** Begins the span of a run. */
  static async begin(): Promise<RunTrace> {
    const sent = readTraceparent(process.env['TRACEPARENT']);
    const sdk = await loadedSdk();
    if (sdk === null) return new RunTrace(null, null, sent === null ? undefined : traceparentOf(sent));
    const span = sdk.tracer.startSpan('platen batch', {}, remoteContext(sdk, sent));
    return new RunTrace(sdk, span, traceparentOf(traceOf(sdk, span)));
  }

  /**
   * Does a part of the run in a span of its own.
   *
   * @param work gets the `traceparent` for its calls
   * @param found returns the attributes that follow from the result
   */
  async part<T>(
    { name, kind, attributes }: TracedPart,
    work: (traceparent: string | undefined) => Promise<T>,
    found: (result: T) => Attributes,
  ): Promise<T> {
    const sdk = this.#sdk;
    if (sdk === null || this.#span === null) return work(this.#traceparent);
    const { SpanKind, trace, ROOT_CONTEXT } = sdk.api;
    const span = sdk.tracer.startSpan(
      name,
      { kind: kind === 'call' ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes },
      trace.setSpan(ROOT_CONTEXT, this.#span),
    );
    try {
      const result = await work(traceparentOf(traceOf(sdk, span)));
      span.setAttributes(found(result));
      return result;
    } catch (error) {
      this.#fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  /** Ends the span of the run, and waits until all spans are exported. */
  async end(attributes: Attributes, error: Error | null): Promise<void> {
    if (this.#sdk === null || this.#span === null) return;
    this.#span.setAttributes(attributes);
    if (error !== null) this.#fail(this.#span, error);
    this.#span.end();
    // An unreachable collector must not fail the batch; the SDK reports it.
    await this.#sdk.flush().catch(() => {});
  }

  /** Sets the name of the error only: its message may contain values. */
  #fail(span: Span, error: unknown): void {
    span.setAttributes({ 'error.type': error instanceof Error ? error.name : 'Error' });
    if (this.#sdk !== null) span.setStatus({ code: this.#sdk.api.SpanStatusCode.ERROR });
  }
}
