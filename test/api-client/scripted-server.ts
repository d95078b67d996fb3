import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { PlatenClient, type PlatenClientOptions } from '../../src/api-client/platen-client.ts';
import { freePort } from '../support/free-port.ts';
import { KEPT_ALIVE } from '../support/kept-alive.ts';

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Behaviour = (response: ServerResponse) => void;

/** Something that is asked instead of the service, and does as a test tells it. */
interface ScriptedServer {
  readonly url: string;
  /** Whole requests since the test began. */
  readonly received: readonly Received[];
  /** Sets how the next requests are answered, one each. The connection of further ones is cut. */
  plays(...behaviours: readonly Behaviour[]): void;
  client(options?: Partial<PlatenClientOptions>): PlatenClient;
  stop(): Promise<void>;
  /** On the same port again. */
  start(): Promise<void>;
}

export const KEY = `svc_${'0123456789abcdef'.repeat(3)}`;
export const LABEL_ID = '7f3b2c1e-9d4a-4c5b-8e6f-1a2b3c4d5e6f';

/** Declares a scripted server for the tests around. */
export function useScriptedServer(): ScriptedServer {
  const received: Received[] = [];
  let script: Behaviour[] = [];
  let server: Server;
  let port = 0;
  const start = async (): Promise<void> => {
    server = createServer(KEPT_ALIVE, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        received.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
        (script.shift() ?? die)(response);
      });
    });
    port ||= await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  };
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  beforeAll(start);
  beforeEach(() => {
    received.length = 0;
    script = [];
  });
  afterAll(stop);
  const url = (): string => `http://127.0.0.1:${port}/label-api`;
  return {
    get url() {
      return url();
    },
    received,
    plays: (...behaviours) => void script.push(...behaviours),
    client: (options) => new PlatenClient({ url: url(), key: KEY, ...options }),
    stop,
    start,
  };
}

/** Breaks the connection without an answer. */
export const die: Behaviour = ({ socket }) => void socket?.destroy();

export const hang: Behaviour = () => {};

/** Answers with this body, and with headers that make it whole. */
export function answers(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = '',
): Behaviour {
  return (response) => void response.writeHead(status, headers).end(body);
}

export const json = (body: unknown): Behaviour =>
  answers(200, { 'content-type': 'application/json' }, JSON.stringify(body));

/** As the service refuses. */
export const refuses = (
  status: number,
  code: string,
  more: Readonly<Record<string, string>> = {},
): Behaviour =>
  answers(status, { 'x-svc-error-code': code, ...more }, JSON.stringify({ error: `Refused: ${code}.` }));

/** Sends the beginning of an answer, then breaks the connection. */
export function cutsOff(headers: Readonly<Record<string, string>>, beginning: string): Behaviour {
  return (response) => {
    response.writeHead(200, headers);
    response.write(beginning, () => response.socket?.destroy());
  };
}

export const page = {
  data: [],
  pagination: { limit: 50, offset: 0, total: 0, next_offset: null },
};

const ZPL_HEADERS = { 'content-type': 'application/vnd.printer-zpl', 'x-svc-output-format': 'vector' };

export const printed = answers(
  200,
  {
    ...ZPL_HEADERS,
    'x-svc-label-count': '1',
    'content-disposition': 'attachment; filename="label.zpl"',
  },
  '^XA^XZ',
);
