import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { KEPT_ALIVE } from '../support/kept-alive.ts';
import type { Reply, TestService } from '../support/service.ts';

/** A request that came through a front, and what it was answered. */
export interface Exchange {
  /** Method, route and status, such as `POST print 200`. */
  readonly what: string;
  readonly body: string;
  readonly answer: Buffer;
  /** When it came, on the clock of `performance.now()`. */
  readonly cameMs: number;
}

export interface Front {
  /** The address that an example gets as PLATEN_URL. */
  readonly url: string;
  readonly exchanges: readonly Exchange[];
  close(): void;
}

export type Answer = Pick<Reply, 'status' | 'headers' | 'body'>;

/** An answer that allows a new attempt after a second. */
export const BUSY: Answer = {
  status: 503,
  headers: { 'retry-after': '1', 'x-svc-error-code': 'busy' },
  body: Buffer.from('{"error":"The service is busy, try again later."}'),
};

/**
 * A server before the service, which passes requests on and keeps what went by. The first requests of some kinds, named
 * like `POST print`, it answers itself: those of `first`, one after the other.
 */
export async function startFront(
  service: TestService,
  first: Readonly<Record<string, readonly Answer[]>> = {},
): Promise<Front> {
  const exchanges: Exchange[] = [];
  const own = new Map(Object.entries(first).map(([kind, answers]) => [kind, answers.values()]));

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const cameMs = performance.now();
    const { method = '', url = '' } = request;
    const body = await buffer(request);
    const kind = `${method} ${routeOf(url)}`;
    const answer: Answer =
      own.get(kind)?.next().value ?? (await service.request(method, url, { headers: kept(request), body }));
    exchanges.push({ what: `${kind} ${answer.status}`, body: body.toString(), answer: answer.body, cameMs });
    return answer;
  }

  const server = createServer(KEPT_ALIVE, (request, response) => {
    answerTo(request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => response.writeHead(500).end(`the front: ${String(error)}`),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/label-api`,
    exchanges,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The last step of a path, and whether it is to be validated only. */
function routeOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://front');
  const step = pathname.slice(pathname.lastIndexOf('/') + 1);
  return searchParams.get('validate') === 'true' ? `${step}?validate` : step;
}

/** The headers that the service goes by. */
function kept({ headers }: IncomingMessage): Record<string, string> {
  const names = ['x-api-key', 'authorization', 'content-type'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
