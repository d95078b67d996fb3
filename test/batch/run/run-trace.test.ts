import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { RunTrace } from '../../../src/batch/run-trace.ts';
import { PooledExchange } from '../../../src/batch/service/pooled-exchange.ts';
import { KEPT_ALIVE } from '../../support/kept-alive.ts';
import { LOCAL, rowsOf, useBatchFolder } from './batch-folder.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

const exporter = new InMemorySpanExporter();
const flushed = vi.spyOn(exporter, 'forceFlush');
beforeAll(() => {
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
});
afterAll(() => trace.disable());
afterEach(() => {
  exporter.reset();
  flushed.mockClear();
  vi.unstubAllEnvs();
});

const folder = useBatchFolder();

it('a run has a span below TRACEPARENT, and one for each chunk below it', async () => {
  vi.stubEnv('TRACEPARENT', `00-${TRACE}-${SPAN}-01`);
  await folder.write('rows.csv', rowsOf(300, [7]));
  expect((await folder.batch([...LOCAL, '-o', 'out.zpl'])).status).toBe(3);
  const spans = exporter.getFinishedSpans();
  const run = spans.find(({ name }) => name === 'platen batch');
  const chunks = spans.filter(({ name }) => name === 'chunk');
  expect(spans.length).toBe(1 + chunks.length);
  expect(run?.spanContext().traceId).toBe(TRACE);
  expect(run?.parentSpanContext?.spanId).toBe(SPAN);
  expect(run?.attributes).toEqual({
    'platen.rows': 300,
    'platen.labels': 299,
    'platen.failed': 1,
    'platen.unresolved': 0,
  });
  expect(run?.status.code).toBe(SpanStatusCode.UNSET);
  for (const chunk of chunks) expect(chunk.parentSpanContext?.spanId).toBe(run?.spanContext().spanId);
  expect(chunks[0]?.attributes).toMatchObject({ 'platen.first_row': 1 });
  expect(chunks.reduce((rows, { attributes }) => rows + Number(attributes['platen.rows']), 0)).toBe(300);
  expect(flushed).toHaveBeenCalled();
  expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain('Ada');
});

it('the span of a run that stops has the error, without its words', async () => {
  await folder.write('rows.csv', rowsOf(300, [7]));
  expect((await folder.batch([...LOCAL, '-o', 'out.zpl', '--max-failed', '0'])).status).toBe(1);
  const run = exporter.getFinishedSpans().find(({ name }) => name === 'platen batch');
  expect(run?.parentSpanContext).toBeUndefined();
  expect(run?.status).toEqual({ code: SpanStatusCode.ERROR });
  expect(run?.attributes).toMatchObject({ 'error.type': 'BatchStopped' });
});

it('a call has a span, which the service gets as its parent', async () => {
  const sent: IncomingMessage[] = [];
  const server = createServer(KEPT_ALIVE, (request, response) => {
    sent.push(request);
    if (sent.length === 1) response.writeHead(429).end();
    else request.socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const run = await RunTrace.begin();
  const exchange = new PooledExchange(`http://127.0.0.1:${port}`, 60_000, run);
  onTestFinished(() => exchange.close());
  const call = { method: 'GET', headers: {}, requestId: 'a-1', repeatable: true } as const;
  const signal = new AbortController().signal;
  await exchange.send({ ...call, url: `http://127.0.0.1:${port}/v1/labels` }, signal);
  await expect(exchange.send({ ...call, url: `http://127.0.0.1:${port}/` }, signal)).rejects.toThrow();
  await run.end({}, null);
  const [answered, cut, whole] = exporter.getFinishedSpans();
  expect([answered?.name, answered?.kind]).toEqual(['GET', SpanKind.CLIENT]);
  expect(answered?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 429,
    'server.address': `127.0.0.1:${port}`,
    'platen.request_id': 'a-1',
  });
  expect(cut?.status.code).toBe(SpanStatusCode.ERROR);
  for (const [at, span] of [answered, cut].entries()) {
    const { traceId, spanId } = span?.spanContext() ?? {};
    expect(sent[at]?.headers['traceparent']).toBe(`00-${traceId}-${spanId}-01`);
    expect(span?.parentSpanContext?.spanId).toBe(whole?.spanContext().spanId);
  }
});
