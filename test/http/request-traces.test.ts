import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { currentTrace, readTraceparent, traceparentOf, withTrace } from '../../src/trace-context.ts';
import { useRenderer } from '../renderer/open-renderer.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const SENT = `00-${TRACE}-${SPAN}-01`;
const LABEL = '8dpmm/labels/1x1/0/%5EXA%5EFO9,9%5EFDok%5EXZ';

test.each([
  [SENT, true],
  [`00-${TRACE}-${SPAN}-00`, true],
  [`00-${TRACE}-${SPAN}-03`, true],
  [`01-${TRACE}-${SPAN}-01-of-a-later-version`, true],
  [`00-${TRACE}-${SPAN}-01-more`, false],
  [`ff-${TRACE}-${SPAN}-01`, false],
  [`00-${'0'.repeat(32)}-${SPAN}-01`, false],
  [`00-${TRACE}-${'0'.repeat(16)}-01`, false],
  [`00-${TRACE.toUpperCase()}-${SPAN}-01`, false],
  [`00-${TRACE}-${SPAN}`, false],
  [`${SENT}, ${SENT}`, false],
  ['', false],
  [undefined, false],
])('traceparent %s is taken: %s', (value, isTaken) => {
  const read = readTraceparent(value);
  expect(read !== null).toBe(isTaken);
  if (read === null) return;
  expect(read).toEqual({ traceId: TRACE, spanId: SPAN, isSampled: value?.slice(52, 55) !== '-00' });
  expect(readTraceparent(traceparentOf(read))).toEqual(read);
});

test('the trace of some work is not that of other work at the same time', async () => {
  const work = async (spanId: string): Promise<string | undefined> =>
    withTrace({ traceId: TRACE, spanId, isSampled: true }, async () => {
      await new Promise(setImmediate);
      return currentTrace()?.spanId;
    });
  expect(await Promise.all([work('a'), work('b')])).toEqual(['a', 'b']);
  expect(currentTrace()).toBeUndefined();
});

describe('without an SDK', () => {
  const renderer = useRenderer();

  it('a request has the trace that was sent in its log line, and none of a wrong one', async () => {
    for (const traceparent of [SENT, 'wrong', undefined])
      await renderer().call(LABEL, {
        method: 'GET',
        headers: traceparent === undefined ? {} : { traceparent },
      });
    const lines = renderer().lines.filter(({ route }) => route === 'labels');
    expect(lines.map((line) => line['trace_id'])).toEqual([TRACE, undefined, undefined]);
  });
});

describe('with an SDK that was loaded before', () => {
  const exporter = new InMemorySpanExporter();
  // Registered before the renderer starts, whose hook is declared next.
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(
      new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
    );
  });
  const renderer = useRenderer();
  afterAll(() => {
    trace.disable();
    context.disable();
  });

  it('every request has a span, below the one that was sent', async () => {
    await renderer().call(LABEL, { method: 'GET', headers: { traceparent: SENT } });
    await renderer().call('8dpmm/labels/99x1/0/', { method: 'GET' });
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ name, kind }) => [name, kind])).toEqual([
      ['GET labels', SpanKind.SERVER],
      ['GET labels', SpanKind.SERVER],
    ]);
    const [drawn, refused] = spans;
    expect(drawn?.spanContext().traceId).toBe(TRACE);
    expect(drawn?.parentSpanContext?.spanId).toBe(SPAN);
    expect(drawn?.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.route': 'labels',
      'http.response.status_code': 200,
      'platen.render_ms': expect.any(Number),
    });
    expect(drawn?.attributes['platen.render_ms']).toBeGreaterThan(0);
    expect(refused?.parentSpanContext).toBeUndefined();
    expect(refused?.attributes).toMatchObject({
      'http.response.status_code': 400,
      'error.type': 'status_400',
    });
    expect(refused?.status.code).toBe(SpanStatusCode.UNSET);
    const traces = renderer().lines.flatMap((line) => line['trace_id'] ?? []);
    expect(traces).toEqual(spans.map((span) => span.spanContext().traceId));
  });
});
