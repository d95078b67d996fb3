import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import { KEPT_ALIVE } from '../support/kept-alive.ts';

export const KEY = `svc_${'0123456789abcdef'.repeat(3)}`;
export const LABEL_ID = '7f3b2c1e-9d4a-4c5b-8e6f-1a2b3c4d5e6f';

/** A request for a label's content. */
export interface Received {
  /** On the clock of `performance.now()`. */
  readonly at: number;
  readonly path: string;
  readonly body: string;
  readonly socket: Socket;
  readonly answer: ServerResponse;
}

/** A server that looks like the service, and answers as a test says. */
export interface ImitatedService {
  readonly url: string;
  /** Requests for content, in order; those that only ask for a check are answered well and not among them. */
  readonly received: readonly Received[];
  /** Takes the requests that follow. All are answered 200 before. */
  answers(behaviour: (request: Received) => void): void;
  /** Takes the requests that only ask for a check, or for the label, until it has none left. */
  checks(...behaviours: readonly ((answer: ServerResponse) => void)[]): void;
}

/** Declares a service for each test around. */
export function useImitatedService(): ImitatedService {
  let server: Server;
  let received: Received[] = [];
  let behaviour: (request: Received) => void;
  let checking: ((answer: ServerResponse) => void)[] = [];
  beforeEach(async () => {
    received = [];
    checking = [];
    behaviour = ({ answer }) => answer.end();
    server = createServer(KEPT_ALIVE, (request, answer) => {
      let body = '';
      request.on('data', (bytes: Buffer) => {
        body += bytes.toString();
      });
      request.on('end', () => {
        const { method, url: path = '', socket } = request;
        if (method === 'POST' && !path.includes('?')) {
          const its = { at: performance.now(), path, body, socket, answer };
          received.push(its);
          behaviour(its);
          return;
        }
        const check = checking.shift();
        if (check !== undefined) {
          check(answer);
          return;
        }
        answer.setHeader('content-type', 'application/json');
        answer.end(JSON.stringify(method === 'GET' ? { data: LABEL } : { ok: true, labels: 1 }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/label-api`;
    },
    get received() {
      return received;
    },
    answers(next) {
      behaviour = next;
    },
    checks: (...behaviours) => void checking.push(...behaviours),
  };
}

const LABEL = {
  id: LABEL_ID,
  name: 'Shelf',
  width: 50,
  height: 25,
  dpi: 203,
  revision: 1,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
  output_format: 'vector',
  dynamic_tokens: ['name', 'DATE'],
  zpl: '^XA^FO20,20^A0N,30,30^FD{name} {DATE}^FS^XZ',
};
