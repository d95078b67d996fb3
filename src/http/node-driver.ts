import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorBody, KEEP_ALIVE_SECONDS, STATUS_TEXTS } from './answer-rules.ts';
import { DriverExchange } from './driver-exchange.ts';
import type { Headers, Listening, Transport, TransportOptions } from './transport.ts';
import { UnderWay } from './under-way.ts';

/** Whole requests and stalled answers: as long as uWebSockets.js gives them. */
const STALL_MS = 10_000;

/** What is read, and thrown away, of a body after its answer, before the connection is cut. */
const DISCARD_BYTES = 16 * 1024 * 1024;

/** HTTP/1.1 over node:http, where uWebSockets.js has no binary. Pipelined requests are answered in turn. */
export class NodeTransport implements Transport {
  readonly driver = 'node';
  readonly #server: Server;
  readonly #underWay: UnderWay;
  /** Connections that sent a malformed request: what the parser still finds in their buffer is not served. */
  readonly #refused = new WeakSet<Socket>();
  #closing: Promise<void> | undefined;

  constructor(options: TransportOptions) {
    this.#underWay = new UnderWay(options);
    this.#server = createServer(
      {
        insecureHTTPParser: false,
        requireHostHeader: true,
        maxHeaderSize: 8192,
        headersTimeout: STALL_MS,
        requestTimeout: STALL_MS,
        // Node looks for late requests every 30 seconds unless told.
        connectionsCheckingInterval: 1000,
        keepAliveTimeout: (KEEP_ALIVE_SECONDS + 1) * 1000,
      },
      (request, response) => this.#receive(request, response),
    );
    // Headers beyond the default of 2000 would be left out silently; their size is bounded anyway.
    this.#server.maxHeadersCount = 0;
    this.#server.on('clientError', (error, socket) => this.#clientError(error, socket));
  }

  listen(host: string, port: number): Promise<Listening> {
    return new Promise((resolve, reject) => {
      const failed = (error: Error): void => {
        reject(new Error(`cannot listen on ${host}:${port}: ${error.message}`, { cause: error }));
      };
      this.#server.once('error', failed);
      this.#server.listen({ host, port, exclusive: true }, () => {
        this.#server.off('error', failed);
        this.#server.on('error', (error) => this.#underWay.report(error));
        resolve({ host, port: (this.#server.address() as AddressInfo).port });
      });
    });
  }

  close(graceMs: number): Promise<void> {
    this.#closing ??= this.#close(graceMs);
    return this.#closing;
  }

  async #close(graceMs: number): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    await this.#underWay.drain(graceMs);
    this.#server.closeAllConnections();
    await closed;
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    if (this.#refused.has(request.socket)) return;
    const exchange = new NodeExchange(request, response, this.#underWay);
    this.#underWay.add(exchange);
    const { framing } = exchange;
    const error =
      framing.kind === 'malformed'
        ? framing.error
        : exchange.path.startsWith('/')
          ? null
          : 'the request target must be a path';
    if (error === null) {
      this.#underWay.start(exchange);
    } else {
      this.#refused.add(request.socket);
      exchange.refuse(error);
    }
  }

  /** What the parser refuses, and requests that take too long to arrive. */
  #clientError(error: NodeJS.ErrnoException, socket: Duplex): void {
    for (const exchange of this.#underWay) {
      if (!(exchange instanceof NodeExchange) || exchange.socket !== socket) continue;
      // An answer written here could be taken for that of a request before the malformed one.
      if (exchange.requestBody === null || exchange.requestBody.received) socket.destroy();
      else exchange.refuse('the request body is malformed');
      return;
    }
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    this.#underWay.report(error);
    const [status, text] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'the request headers are too large']
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? [408, 'the request took too long to arrive']
          : [400, 'the request is malformed'];
    const body = errorBody(text);
    socket.end(
      `HTTP/1.1 ${STATUS_TEXTS.get(status)}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      () => socket.destroy(),
    );
  }
}

class NodeExchange extends DriverExchange {
  readonly remoteAddress: string;
  readonly socket: Socket;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse, underWay: UnderWay) {
    const target = request.url ?? '';
    const mark = target.indexOf('?');
    super(
      {
        method: request.method ?? '',
        path: mark < 0 ? target : target.slice(0, mark),
        query: mark < 0 ? '' : target.slice(mark + 1),
        headers: request.rawHeaders.map((text, at) => (at % 2 === 0 ? text.toLowerCase() : text)),
      },
      underWay,
    );
    this.socket = request.socket;
    this.remoteAddress = (request.socket.remoteAddress ?? '').replace(/^::ffff:(?=.*\.)/, '');
    this.#response = response;
    response.on('close', () => (response.writableFinished ? this.finished() : this.lost()));
    this.#collect(request);
  }

  protected write(status: number, headers: Headers, body: string | Uint8Array, last: boolean): void {
    const fields = headers.flat();
    fields.push('Content-Length', String(Buffer.byteLength(body)));
    if (last) fields.push('Connection', 'close');
    else fields.push('Keep-Alive', `timeout=${KEEP_ALIVE_SECONDS}`);
    this.#response.writeHead(status, fields);
    this.#response.end(body);
    // Any progress of the client starts it anew; Node sets its own when the answer is out.
    if (!this.#response.writableFinished) this.socket.setTimeout(STALL_MS);
  }

  /** Reads the body as it comes, for the client to be able to finish and see its answer. */
  #collect(request: IncomingMessage): void {
    const body = this.requestBody;
    if (body === null) return;
    let receivedBytes = 0;
    request.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
      if (receivedBytes > DISCARD_BYTES) request.socket.destroy();
      body.push(chunk, false);
    });
    request.on('end', () => body.push(new Uint8Array(0), true));
  }
}
