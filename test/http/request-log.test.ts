import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RequestEntry, requestLog } from '../../src/http/request-log.ts';
import { Stopwatch } from '../../src/http/stopwatch.ts';
import type { Exchange } from '../../src/http/transport/transport.ts';

interface Line {
  readonly [member: string]: unknown;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const NO_TRACES = () => undefined;

function recorded() {
  const lines: Line[] = [];
  const log = pino({ level: 'info' }, { write: (text: string) => void lines.push(JSON.parse(text)) });
  return { lines, log };
}

function entry(given: Partial<RequestEntry>, method = 'GET'): RequestEntry {
  const exchange = { id: 'a-1', method, remoteAddress: '192.0.2.1' } as Exchange;
  return { exchange, route: 'list-labels', status: 200, reason: null, watch: new Stopwatch(), ...given };
}

test('has one line for a request, with what the client got and why', () => {
  const { lines, log } = recorded();
  const write = requestLog(log, ({ remoteAddress }) => remoteAddress, NO_TRACES);
  write(entry({ status: 503, reason: 'busy' }));
  write(entry({}));
  const common = { request_id: 'a-1', route: 'list-labels', method: 'GET', client: '192.0.2.1' };
  expect(lines).toMatchObject([
    { ...common, level: 40, status: 503, code: 'busy', ms: expect.any(Number) },
    { ...common, level: 30, status: 200 },
  ]);
});

test('leaves lines out under load, of each kind by itself, and says how many', () => {
  const { lines, log } = recorded();
  const write = requestLog(log, () => '', NO_TRACES);
  for (let at = 0; at < 3000; at++) {
    write(entry({}));
    write(entry({ status: 503, reason: 'busy' }));
  }
  write(entry({ status: 500, reason: 'internal' }));
  const written = (status: number) => lines.filter((line) => line['status'] === status).length;
  expect([written(200), written(503), written(500)]).toEqual([200, 500, 1]);
  vi.advanceTimersByTime(1000);
  write(entry({}));
  write(entry({ status: 429, reason: 'budget_exceeded' }));
  write(entry({}));
  expect(lines.slice(-3).map((line) => line['sampled_out'])).toEqual([2800, 2500, undefined]);
});

test('writes no method that HTTP does not know', () => {
  const { lines, log } = recorded();
  requestLog(log, () => '', NO_TRACES)(entry({}, 'SVC_KEY'));
  expect(lines[0]?.['method']).toBe('other');
});

test('names the trace of a request that has one', () => {
  const { lines, log } = recorded();
  const trace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: true };
  requestLog(
    log,
    () => '',
    () => trace,
  )(entry({}));
  requestLog(log, () => '', NO_TRACES)(entry({}));
  expect(lines.map((line) => line['trace_id'])).toEqual([trace.traceId, undefined]);
});
