import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { load } from '../../../bench/http/client/open-loop.ts';

const servers: ReturnType<typeof createServer>[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serving(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const request = (kind: string, path: string) => ({ kind, path, method: 'GET', headers: {} }) as const;

describe('the load generator', () => {
  it('counts answers by status and kind, and connections lost under a request', async () => {
    const port = await serving(({ url }, response) => {
      // An answer that comes in several pieces, one without a body, none.
      if (url === '/good') response.end('x'.repeat(300_000));
      else if (url === '/busy') response.writeHead(503, { 'content-length': 0 }).end();
      else response.destroy();
    });
    const requests = [
      request('a', '/good'),
      request('b', '/good'),
      request('a', '/busy'),
      request('b', '/gone'),
    ];
    const result = await load({ port, requests, connections: 3, rate: null, seconds: 30, most: 40 });
    const counts = result.answers.map(({ status, kind, count }) => [`${status} ${kind}`, count]);
    expect(Object.fromEntries(counts)).toEqual({ '200 a': 10, '200 b': 10, '503 a': 10 });
    expect(result.errors).toBe(10);
  });

  it('counts latency from when a request was due, not from when it was sent', async () => {
    const port = await serving((_, response) => void setTimeout(() => response.end(), 50));
    const result = await load({
      port,
      requests: [request('a', '/')],
      connections: 1,
      rate: 200,
      seconds: 0.5,
    });
    // Each answer takes 50 ms, and a request is due every 5.
    expect(result.answers[0]?.p99Ms).toBeGreaterThan(150);
    expect(result.sentRate).toBeLessThan(25);
    expect(result.unsent).toBeGreaterThan(80);
    expect(result.errors).toBe(0);
  });

  it('gives up a request that is due for too long', async () => {
    const port = await serving((_, response) => void setTimeout(() => response.end(), 50));
    const result = await load({
      port,
      requests: [request('a', '/')],
      connections: 1,
      patienceMs: 5,
      rate: 200,
      seconds: 0.5,
    });
    // Without, half of them would come after more than 200 ms.
    expect(result.answers[0]?.p50Ms).toBeLessThan(150);
    expect(result.sentRate).toBeLessThan(25);
    expect(result.unsent).toBeGreaterThan(80);
  });
});
