import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { failure } from '../../errors.ts';
import { readBeforeEnding } from '../../silent-connections.ts';
import { KEEP_ALIVE_SECONDS, STATUS_TEXTS } from './answer-rules.ts';
import { DriverExchange, kept } from './driver-exchange.ts';
import { InFlight } from './in-flight.ts';
import { requestId } from './request-rules.ts';
import type {
  AnswerBody,
  HeaderLines,
  Listening,
  PlainAnswer,
  SentHeaders,
  Transport,
  TransportOptions,
} from './transport.ts';

/** How long a request may take to arrive: as long as uWebSockets.js gives it. */
const ARRIVAL_MS = 10_000;

/**
 * How often a client that takes an answer must have taken some of it. Node compares only at these intervals,
 * so that a stalled client is cut after one to two of them.
 */
const PROGRESS_MS = 7000;

/** Bytes of a body that are read and discarded after its answer, before the connection is cut. */
const DISCARD_BYTES = 16 * 1024 * 1024;

const LINE_END = '\r\n';

/** HTTP/1.1 over node:http, where uWebSockets.js has no binary. Pipelined requests are answered in turn. */
export class NodeTransport implements Transport {
  readonly driver = 'node';
  readonly #server: Server;
  readonly #inFlight: InFlight;
  /** The last request of each connection, to know what belongs to it and what comes after. */
  readonly #latest = new WeakMap<Duplex, NodeExchange>();
  /** Connections that are refused, or will be when what came before on them is answered. */
  readonly #refused = new WeakSet<Duplex>();
  #closing: Promise<void> | undefined;

  constructor(options: TransportOptions) {
    this.#inFlight = new InFlight(options);
    this.#server = createServer(
      {
        insecureHTTPParser: false,
        // Refused below: Node's own refusal says nothing.
        requireHostHeader: false,
        maxHeaderSize: 8192,
        headersTimeout: ARRIVAL_MS,
        requestTimeout: ARRIVAL_MS,
        // Node looks for late requests every 30 seconds by default.
        connectionsCheckingInterval: 1000,
        keepAliveTimeout: (KEEP_ALIVE_SECONDS + 1) * 1000,
      },
      (request, response) => this.#receive(request, response),
    );
    readBeforeEnding(this.#server);
    // Headers beyond the default of 2000 would be left out silently; their size is bounded anyway.
    this.#server.maxHeadersCount = 0;
    // As on the other driver, an expectation that is not known is none: Node would answer 417 by itself.
    this.#server.on('checkExpectation', (request, response) => this.#receive(request, response));
    this.#server.on('clientError', (error, socket) => this.#clientError(error, socket));
    // Node would close the connection without a word.
    this.#server.on('connect', (_, socket) => this.#connect(socket));
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  listen(host: string, port: number, shared = false): Promise<Listening> {
    return new Promise((resolve, reject) => {
      const failed = (error: Error): void => {
        reject(new Error(`cannot listen on ${host}:${port}: ${error.message}`, { cause: error }));
      };
      this.#server.once('error', failed);
      this.#server.listen({ host, port, exclusive: !shared }, () => {
        this.#server.off('error', failed);
        this.#server.on('error', (error) => this.#inFlight.report(error));
        resolve({ host, port: (this.#server.address() as AddressInfo).port });
      });
    });
  }

  close(graceMs: number): Promise<void> {
    this.#closing ??= this.#close(graceMs);
    return this.#closing;
  }

  async #close(graceMs: number): Promise<void> {
    // Node takes a connection for idle while it still sends what was ended, and would cut large answers short.
    this.#server.closeIdleConnections = () => {};
    const closed = new Promise((resolve) => this.#server.close(resolve));
    await this.#inFlight.drain(graceMs);
    this.#server.closeAllConnections();
    await closed;
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    // After a malformed request, what the parser still finds on the connection is not served.
    if (this.#latest.get(request.socket)?.malformed) return;
    const exchange = new NodeExchange(request, response, this.#inFlight);
    this.#latest.set(request.socket, exchange);
    this.#inFlight.add(exchange);
    if (exchange.malformed === null) this.#inFlight.start(exchange);
    else exchange.refuse(exchange.malformed);
  }

  /** Answers requests that the parser rejects, and those that take too long to arrive. */
  #clientError(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (!socket.writable || error.code === 'ECONNRESET' || error.code === 'HPE_INVALID_EOF_STATE') {
      socket.destroy();
      return;
    }
    const latest = this.#latest.get(socket);
    if (latest?.arriving && latest.open) {
      latest.refuse('its body is not well-formed');
      return;
    }
    // The connection's last answer is on its way: nothing is left to say.
    if (latest?.isLast) {
      (socket as Socket).destroySoon();
      return;
    }
    // Whatever is written here must not be taken for the answer to a request that was well-formed.
    if (latest?.arriving) {
      socket.destroy();
      return;
    }
    const code =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? 'headers_too_large'
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? 'arrival_timeout'
          : 'malformed_request';
    this.#refuseNext(socket as Socket, latest, code, error.message);
  }

  /**
   * A request to be a proxy. Node has let go of its connection by now: nothing that follows on it is taken for a
   * request.
   */
  #connect(socket: Duplex): void {
    socket.on('error', () => {}).resume();
    const latest = this.#latest.get(socket);
    if (latest?.malformed) return;
    this.#refuseNext(socket as Socket, latest, 'malformed_request', 'the method must not be CONNECT');
  }

  /** Refuses what comes after the last request of a connection, once that is answered. */
  #refuseNext(socket: Socket, latest: NodeExchange | undefined, code: RefusalCode, reason: string): void {
    // The parser says it again with all that follows.
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const remoteAddress = addressOf(socket);
    const refuseNow = (): void => {
      if (!socket.writable) return;
      const id = requestId(undefined);
      this.#inFlight.reportMalformed({ requestId: id, remoteAddress, reason });
      refuse(socket, this.#inFlight.refusalOf(failure(code)), id);
    };
    if (latest === undefined || latest.sent) refuseNow();
    else latest.onSent(refuseNow);
  }
}

type RefusalCode = 'headers_too_large' | 'arrival_timeout' | 'malformed_request';

/** Answers where there is no exchange, and ends the connection. */
function refuse(socket: Duplex, { status, headers, body }: PlainAnswer, id: string): void {
  const fields = [
    ...headers,
    ['X-Request-Id', id],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Connection', 'close'],
  ].map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${STATUS_TEXTS.get(status)}\r\n${fields.join('')}\r\n${body}`, () => socket.destroy());
}

/**
 * The fault of the request's head, which the parser of node:http accepts more broadly than the other driver's; or
 * null.
 */
function headError(request: IncomingMessage): string | null {
  if (request.httpVersion !== '1.1') return 'the protocol must be HTTP/1.1';
  if (request.headers.host === undefined) return 'it has no Host';
  return request.url?.startsWith('/') ? null : 'the request target must be a path';
}

function addressOf(socket: Socket): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:(?=.*\.)/, '');
}

class NodeExchange extends DriverExchange {
  readonly remoteAddress: string;
  /** The fault of the request, or null. */
  readonly malformed: string | null;
  /** Whether its answer says that the connection ends with it. */
  isLast = false;
  readonly #socket: Socket;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse, inFlight: InFlight) {
    const target = request.url ?? '';
    const mark = target.indexOf('?');
    super(
      {
        method: request.method ?? '',
        path: mark < 0 ? target : target.slice(0, mark),
        query: mark < 0 ? '' : target.slice(mark + 1),
        headers: request.rawHeaders.map((text, at) => (at % 2 === 0 ? text.toLowerCase() : text)),
      },
      inFlight,
    );
    this.malformed = this.framing.kind === 'malformed' ? this.framing.error : headError(request);
    this.#socket = request.socket;
    this.remoteAddress = addressOf(request.socket);
    this.#response = response;
    response.on('close', () => (this.sent ? this.finished() : this.lost()));
    this.#collect(request);
  }

  /** Whether the answer is out. */
  get sent(): boolean {
    return this.#response.writableFinished;
  }

  /** Calls the listener when the answer is out. */
  onSent(listener: () => void): void {
    this.#response.once('finish', listener);
  }

  protected cut(): void {
    this.#socket.destroy();
  }

  protected write(status: number, headers: SentHeaders, answered: AnswerBody, last: boolean): void {
    const body = kept(answered);
    const fields: string[] = [];
    for (const header of headers) {
      if (typeof header === 'string') addFields(fields, header);
      else fields.push(header[0], header[1]);
    }
    // In an answer without content, the header would mean the length of the client's copy.
    if (status !== 304) fields.push('Content-Length', String(Buffer.byteLength(body)));
    this.isLast = last;
    if (last) fields.push('Connection', 'close');
    else fields.push('Keep-Alive', `timeout=${KEEP_ALIVE_SECONDS}`);
    this.#response.writeHead(status, fields);
    this.#response.end(body);
    // Node sets its own when the answer is out.
    if (!this.sent) this.#socket.setTimeout(PROGRESS_MS);
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

/** Adds names and values, alternating. */
function addFields(fields: string[], lines: HeaderLines): void {
  for (let at = LINE_END.length; at < lines.length; ) {
    const colon = lines.indexOf(':', at);
    const next = lines.indexOf(LINE_END, colon);
    const end = next < 0 ? lines.length : next;
    fields.push(lines.slice(at, colon), lines.slice(colon + 2, end));
    at = end + LINE_END.length;
  }
}
