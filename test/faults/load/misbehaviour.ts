import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Connections that are made at the same time: more would wait for the listener's backlog, and then for seconds. */
const WAVE = 200;
/** After this, a request that got no answer counts as `silent`. */
const SILENCE_MS = 15_000;

/** Clients that do what no good client does, and hold on to what they have. */
export interface Clients {
  readonly sockets: readonly Socket[];
  /** Cuts all connections. */
  end(): void;
}

/** Connections that say `text` and nothing more, and do not read the answer unless they are resumed. */
export async function holding(port: number, count: number, text = ''): Promise<Clients> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const wave = Array.from({ length: Math.min(WAVE, count - sockets.length) }, () => open(port));
    await Promise.all(wave.map((socket) => once(socket, 'connect')));
    for (const socket of wave) if (text !== '') socket.write(text);
    sockets.push(...wave);
  }
  return {
    sockets,
    end() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Sends a request up to some point, another one each time, and resets the connection. */
export async function resetting(port: number, count: number, request: string): Promise<void> {
  for (let sent = 0; sent < count; sent += WAVE) {
    const { sockets } = await holding(port, Math.min(WAVE, count - sent));
    for (const [at, socket] of sockets.entries()) {
      socket.write(request.slice(0, Math.ceil((request.length * ((at % 16) + 1)) / 16)));
    }
    // Some are reset while they are read, some while they are worked on.
    await pause(1 + ((sent / WAVE) % 4));
    for (const socket of sockets) socket.resetAndDestroy();
  }
}

/**
 * Sends so many requests in turn, each on a connection of its own, so many at once; how many got which status, or
 * were `closed` without one.
 */
export async function flooding(
  port: number,
  count: number,
  concurrency: number,
  requests: readonly string[],
): Promise<Record<string, number>> {
  const bytes = requests.map((request) => Buffer.from(request, 'latin1'));
  const outcomes: Record<string, number> = {};
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < count) {
      const outcome = await outcomeOf(port, bytes[next++ % bytes.length] as Buffer);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  return outcomes;
}

function outcomeOf(port: number, request: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const end = (outcome: string): void => {
      // Without a reset, a million connections would each hold a port for a minute.
      socket.resetAndDestroy();
      resolve(outcome);
    };
    socket.setTimeout(SILENCE_MS, () => end('silent'));
    socket.on('connect', () => socket.write(request));
    socket.on('data', (chunk) => end(chunk.toString('latin1', 9, 12)));
    socket.on('error', () => end('closed'));
    socket.on('end', () => end('closed'));
  });
}

/** Not well-formed, or so for the API: what each deserves is a 4xx, 505, or the end of its connection. */
export function malformedRequests(basePath: string, key: string): readonly string[] {
  const host = 'Host: platen.test\r\n';
  const head = `${host}x-api-key: ${key}\r\n`;
  const label = `${basePath}/labels/6f1c3f0e-0000-4000-8000-000000000000`;
  const post = (body: string, type = 'application/json', length: number | string = body.length): string =>
    `POST ${label}/render HTTP/1.1\r\n${head}Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`;
  const get = (path: string, headers = head): string => `GET ${path} HTTP/1.1\r\n${headers}\r\n`;
  return [
    // The protocol.
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 this would be TLS\r\n\r\n',
    'hello out there\r\n\r\n',
    `GET ${label} HTTP/9.9\r\n${head}\r\n`,
    get('no-slash'),
    get(label, ''),
    get(label, `${head}no colon\r\n`),
    get(label, `${head}a b: c\r\n`),
    get(label, `${head}${host}`),
    get(label, `${head}x-long: ${'x'.repeat(20_000)}\r\n`),
    post('{}', 'application/json', -2),
    post('{}', 'application/json', '2, 2'),
    post('{}', 'application/json', '2\r\nTransfer-Encoding: chunked'),
    `POST ${label}/render HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
    // The API.
    get('/'),
    get(`${basePath}/labels/../../etc/passwd`),
    get(`${basePath}/labels/not-a-uuid`),
    get(`${basePath}/labels?limit=${'9'.repeat(400)}`),
    get(label, host),
    get(label, `${host}x-api-key: svc_${'G'.repeat(48)}\r\n`),
    get(label),
    `DELETE ${label} HTTP/1.1\r\n${head}\r\n`,
    post(''),
    post('{"format":'),
    post('['.repeat(60_000)),
    post('\xff\xfe'),
    post('{"variables":{"a":"1","a ":"2"}}'),
    post('{"variables":{"__proto__":"1"}}'),
    post('{"format":"exe"}'),
    post('{}', 'text/plain'),
    post('x', 'application/json', 70_000),
  ];
}

function open(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.pause();
  // The server is free to end them.
  socket.on('error', () => {});
  return socket;
}
