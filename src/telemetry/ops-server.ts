import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { inTime } from '../in-time.ts';
import { readBeforeEnding } from '../silent-connections.ts';

export interface OpsParts {
  readonly host: string;
  readonly port: number;
  readonly metrics: () => Promise<Registry>;
  /** Resolves when requests can be served; rejects with the reason when they cannot. */
  readonly ready: () => Promise<void>;
}

export interface OpsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A readiness probe must answer within a prober's patience, however long the database takes. */
const READY_TIMEOUT_MS = 2500;

/** `/metrics`, `/healthz` and `/readyz`, on a listener of their own that is never public. */
export async function startOpsServer(parts: OpsParts): Promise<OpsServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
    };
    const json = (status: number, value: unknown): void =>
      answer(status, 'application/json', JSON.stringify(value));
    if (request.method !== 'GET') return json(405, { error: 'only GET' });
    switch (request.url?.split('?')[0]) {
      case '/healthz':
        return json(200, { status: 'ok' });
      case '/readyz':
        return void readiness(parts.ready).then((reason) =>
          reason === null ? json(200, { status: 'ready' }) : json(503, { status: 'unavailable', reason }),
        );
      case '/metrics':
        return void parts
          .metrics()
          .then(async (registry) => answer(200, registry.contentType, await registry.metrics()))
          .catch(() => json(500, { error: 'metrics failed' }));
      default:
        return json(404, { error: 'no such route' });
    }
  });
  readBeforeEnding(server);
  await listen(server, parts.host, parts.port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readiness(ready: () => Promise<void>): Promise<string | null> {
  try {
    await inTime(ready(), READY_TIMEOUT_MS, 'no answer in time');
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`OPS_PORT ${port} on ${host} is taken: choose another, or 0 for a free one`)
          : error,
      );
    });
    server.listen(port, host, () => resolve());
  });
}
