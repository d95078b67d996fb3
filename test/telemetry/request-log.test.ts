import pino from 'pino';
import { expect, test } from 'vitest';
import type { Exchange } from '../../src/http/transport/transport.ts';
import { errorLog } from '../../src/telemetry/error-log.ts';
import { type RequestEntry, requestLog } from '../../src/telemetry/request-log.ts';
import { Stopwatch } from '../../src/telemetry/stopwatch.ts';

interface Line {
  readonly [member: string]: unknown;
}

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
  const write = requestLog(log, ({ remoteAddress }) => remoteAddress);
  write(entry({ status: 503, reason: 'busy' }));
  write(entry({}));
  const common = { request_id: 'a-1', route: 'list-labels', method: 'GET', client: '192.0.2.1' };
  expect(lines).toMatchObject([
    { ...common, level: 40, status: 503, code: 'busy', ms: expect.any(Number) },
    { ...common, level: 30, status: 200 },
  ]);
});

test('leaves lines out under load, of each kind by itself, and says how many', async () => {
  const { lines, log } = recorded();
  const write = requestLog(log, () => '');
  const flood = (): void => {
    for (let at = 0; at < 3000; at++) {
      write(entry({}));
      write(entry({ status: 503, reason: 'busy' }));
    }
  };
  flood();
  write(entry({ status: 500, reason: 'internal' }));
  const written = (status: number) => lines.filter((line) => line['status'] === status).length;
  // A second can end in the middle.
  expect(written(200)).toBeGreaterThanOrEqual(200);
  expect(written(200)).toBeLessThanOrEqual(400);
  expect(written(503)).toBeLessThanOrEqual(1000);
  expect(written(500)).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 1010));
  const before = lines.length;
  write(entry({}));
  const leftOut = lines.reduce((sum, line) => sum + Number(line['sampled_out'] ?? 0), 0);
  expect(lines).toHaveLength(before + 1);
  expect(lines.at(-1)?.['sampled_out']).toBeGreaterThan(0);
  expect(leftOut).toBeGreaterThanOrEqual(2600);
});

test('writes no method that HTTP does not know', () => {
  const { lines, log } = recorded();
  requestLog(log, () => '')(entry({}, 'SVC_KEY'));
  expect(lines[0]?.['method']).toBe('other');
});

test('writes of an error only its message and stack, and not thousands of them', () => {
  const { lines, log } = recorded();
  const write = errorLog(log);
  const error = Object.assign(new Error('Parse Error'), { rawPacket: Buffer.from('x-api-key: svc_') });
  for (let at = 0; at < 5000; at++) write(error);
  expect(lines.length).toBeLessThanOrEqual(100);
  expect(Object.keys(lines[0]?.['err'] as object)).toEqual(['message', 'stack']);
});
