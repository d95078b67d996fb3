import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { Bitmap } from '../../src/bitmap/bitmap.ts';
import { encodePng } from '../../src/encode/png.ts';
import { freePort } from '../support/free-port.ts';
import { KEPT_ALIVE } from '../support/kept-alive.ts';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The peer's port: requests that share it share a connection. */
  readonly peer: number;
}

export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

/** An external renderer that behaves as a test tells it to. */
export interface StandIn {
  readonly url: string;
  /** Whole requests since the test began. */
  readonly received: readonly Received[];
  /** Called for every request once its body is in. */
  behave: Behaviour;
  /** Resolves when this many requests have come in since the test began. */
  arrived(count: number): Promise<void>;
  /** Stops listening, and comes back on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Declares a stand-in for the tests around; each test begins with a good answer and nothing received. */
export function useStandIn(): StandIn {
  const received: Received[] = [];
  let waiting: (() => void)[] = [];
  let port = 0;
  const server = createServer(KEPT_ALIVE, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('latin1'),
        peer: request.socket.remotePort ?? 0,
      });
      standIn.behave(response, request);
      for (const check of waiting) check();
    });
  });
  const standIn: StandIn = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    received,
    behave: good,
    arrived: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (received.length >= count) resolve();
        };
        waiting.push(check);
        check();
      }),
    async stop() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
    async start() {
      port ||= await freePort();
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    },
  };
  beforeAll(() => standIn.start());
  beforeEach(() => {
    received.length = 0;
    waiting = [];
    standIn.behave = good;
  });
  afterAll(() => standIn.stop());
  return standIn;
}

export const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');

export function png(width: number, height: number): Buffer {
  return encodePng(Bitmap.create(width, height), 203);
}

/** 2 by 1 inches at 8 dots per mm. */
export const PNG = png(406, 203);

/** Answers that the label was accepted, without a warning. */
export const good: Behaviour = (response, request) => {
  const type = request.headers.accept ?? '';
  response.writeHead(200, { 'content-type': type }).end(type === 'application/pdf' ? PDF : PNG);
};

/** An answer as it is given here. */
export function answer(
  status: number,
  headers: Record<string, string>,
  body: string | Buffer = '',
): Behaviour {
  return (response) => void response.writeHead(status, headers).end(body);
}
