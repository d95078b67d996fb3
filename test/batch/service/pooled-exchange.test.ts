import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RunTrace } from '../../../src/batch/run-trace.ts';
import { PooledExchange } from '../../../src/batch/service/pooled-exchange.ts';
import { KEPT_ALIVE } from '../../support/kept-alive.ts';

const SENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

test.each([
  [SENT, SENT],
  ['wrong', undefined],
  ['', undefined],
])('TRACEPARENT %s goes along with each call as %s', async (given, sent) => {
  vi.stubEnv('TRACEPARENT', given);
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = createServer(KEPT_ALIVE, (request, response) =>
    response.end(request.headers['traceparent']),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const exchange = new PooledExchange(url, 60_000, await RunTrace.begin());
  onTestFinished(() => exchange.close());
  const call = { method: 'GET', url: `${url}/`, headers: {}, requestId: 'a', repeatable: true } as const;
  const { bytes } = await exchange.send(call, new AbortController().signal);
  expect(Buffer.from(bytes).toString()).toBe(sent ?? '');
});
