import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { KEPT_ALIVE } from '../../support/kept-alive.ts';
import { BASE, type TestService } from '../../support/service.ts';

/** Answers in the service's place. */
export type Behaviour = (response: ServerResponse) => void;

/** A server before a service: it passes requests on, unless a test says otherwise. */
interface Front {
  readonly url: string;
  /** Requests since the test began: method, path, JSON of the body, and the status of the answer. */
  readonly asked: readonly Asked[];
  /** Requests that have no answer yet. */
  readonly underWay: number;
  /** The most of them at a time. */
  readonly mostUnderWay: number;
  /** Says what happens to a request: null passes it on. */
  does(choose: (asked: Asked) => Behaviour | null | Promise<Behaviour | null>): void;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  status: number;
}

/** Declares a front of a service for the tests around. */
export function useFront(api: TestService): Front {
  const asked: Asked[] = [];
  let underWay = 0;
  let most = 0;
  let choose: Parameters<Front['does']>[0] = () => null;
  let server: Server;
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    most = Math.max(most, ++underWay);
    response.on('close', () => underWay--);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = '', url = '' } = incoming;
    const one: Asked = { method, path: url.slice(BASE.length), body: body.toString(), status: 0 };
    asked.push(one);
    response.on('finish', () => void (one.status = response.statusCode));
    const behaviour = await choose(one);
    if (behaviour !== null) return behaviour(response);
    const options = { port: api.service.port, method, path: url, headers: incoming.headers };
    const passed = request({ ...options, host: '127.0.0.1' }, (reply) => {
      response.writeHead(reply.statusCode ?? 0, reply.headers);
      reply.pipe(response);
    });
    passed.on('error', () => response.destroy());
    passed.end(body);
  };
  beforeAll(async () => {
    server = createServer(
      KEPT_ALIVE,
      (incoming, response) => void answer(incoming, response).catch(() => response.destroy()),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    asked.length = 0;
    most = 0;
    choose = () => null;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`;
    },
    asked,
    get underWay() {
      return underWay;
    },
    get mostUnderWay() {
      return most;
    },
    does(chosen) {
      choose = chosen;
    },
  };
}

export const breaks: Behaviour = ({ socket }) => void socket?.destroy();

/** As a proxy does. */
export const page = (status: number, headers: Readonly<Record<string, string>> = {}): Behaviour => {
  const body = '<html><h1>Bad gateway</h1></html>';
  return (response) => void response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
};

/** As the service does. */
export const refuses = (
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Behaviour => {
  const body = JSON.stringify({ error: `Refused: ${code}.` });
  return (response) => void response.writeHead(status, { 'x-svc-error-code': code, ...headers }).end(body);
};
