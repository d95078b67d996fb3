import { BorrowedBytes } from '../../borrowed-bytes.ts';
import { addressText } from './address-text.ts';
import { KEEP_ALIVE_SECONDS, STATUS_TEXTS } from './answer-rules.ts';
import { DriverExchange, kept } from './driver-exchange.ts';
import { InFlight } from './in-flight.ts';
import {
  type AnswerBody,
  type HeaderLines,
  LARGE_BYTES,
  type Listening,
  type SentHeaders,
  type Transport,
  type TransportOptions,
} from './transport.ts';
import { turns } from './turns.ts';
import type { UwsApp, UwsListenSocket, UwsModule, UwsRequest, UwsResponse } from './uws-api.ts';

/** The bytes of a large answer that the system gets at once: it copies megabytes for a client that accepts them. */
const PIECE_BYTES = 262_144;

/**
 * How long an answer that is ready before its request's chunks have come waits for them. A client that wants the
 * answer first waits so long; one that sends for longer may see its connection reset instead. Milliseconds.
 */
const HELD_MS = 2000;

const KEEP_ALIVE: HeaderLines = `\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}`;
const CLOSE: HeaderLines = '\r\nConnection: close';

/**
 * HTTP/1.1 over uWebSockets.js. Two of its habits reach clients: a request that is pipelined after one that is still
 * being answered ends the connection, and its parser answers requests that it rejects with pages of its own.
 *
 * Its parser does not check how chunks are delimited, and does not report it: two bytes of any kind pass for the end of
 * a chunk, a bare LF for that of a line, and an extension for digits of the size. Client and parser may therefore
 * disagree about the end of a request in chunks. Such a request is the last one of its connection: bytes after it, or
 * left of it, are never served.
 */
export class UwsTransport implements Transport {
  readonly driver = 'uws';
  readonly #uws: UwsModule;
  readonly #app: UwsApp;
  readonly #inFlight: InFlight;
  #listener: UwsListenSocket | undefined;
  #closing: Promise<void> | undefined;

  constructor(uws: UwsModule, options: TransportOptions) {
    this.#uws = uws;
    this.#inFlight = new InFlight(options);
    this.#app = uws.App().any('/*', (response, request) => this.#receive(response, request));
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  listen(host: string, port: number, shared = false): Promise<Listening> {
    // Without options the core sets SO_REUSEPORT, and the system spreads connections.
    const options = shared ? 0 : this.#uws.LIBUS_LISTEN_EXCLUSIVE_PORT;
    return new Promise((resolve, reject) => {
      this.#app.listen(host, port, options, (socket) => {
        if (socket === false) {
          reject(
            new Error(
              `cannot listen on ${host}:${port}: the port is taken, or the address is not one of this machine`,
            ),
          );
          return;
        }
        this.#listener = socket;
        resolve({ host, port: this.#uws.us_socket_local_port(socket) });
      });
    });
  }

  close(graceMs: number): Promise<void> {
    this.#closing ??= this.#close(graceMs);
    return this.#closing;
  }

  async #close(graceMs: number): Promise<void> {
    if (this.#listener !== undefined) this.#uws.us_listen_socket_close(this.#listener);
    await this.#inFlight.drain(graceMs);
    this.#app.close();
  }

  #receive(response: UwsResponse, request: UwsRequest): void {
    const exchange = new UwsExchange(response, request, this.#inFlight);
    this.#inFlight.add(exchange);
    const { framing } = exchange;
    if (framing.kind === 'malformed') {
      exchange.outlast();
      // Not in this turn: what the parser takes for the next request would be served. While no answer is
      // sent it ends the connection instead.
      setImmediate(() => exchange.refuse(framing.error));
    } else {
      exchange.begin(this.#inFlight);
    }
  }
}

class UwsExchange extends DriverExchange {
  readonly #response: UwsResponse;
  #address: ArrayBuffer | undefined;
  #isFinished = false;
  /** While the core is at receiving the request, when it sends what is written in one piece by itself. */
  #isCorked = false;
  /** The core has no response any more. */
  #aborted = false;
  /** The answer that waits for the rest of a request in chunks. */
  #held: (() => void) | undefined;
  #heldUntil: NodeJS.Timeout | undefined;

  constructor(response: UwsResponse, request: UwsRequest, inFlight: InFlight) {
    const headers: string[] = [];
    request.forEach((name, value) => {
      headers.push(name, value);
    });
    super(
      {
        method: request.getCaseSensitiveMethod(),
        path: request.getUrl(),
        query: request.getQuery() ?? '',
        headers,
      },
      inFlight,
    );
    this.#response = response;
  }

  /**
   * Has the request handled as soon as its head is there: what is refused for what the head says, or because there is
   * too much to do, is answered in this turn of the event loop and before its body is looked at.
   */
  begin(inFlight: InFlight): void {
    this.#isCorked = true;
    inFlight.start(this);
    this.#isCorked = false;
    if (this.#isFinished) return;
    this.outlast();
    const body = this.requestBody;
    if (body === null) return;
    // Now or never: the core does not hold a body back.
    this.#response.onData((chunk, isLast) => {
      body.push(new Uint8Array(chunk), isLast);
      if (isLast && this.#held !== undefined) this.#release();
    });
  }

  /**
   * Prepares a request that is not answered at once for its client's leaving: the core then reports that the client
   * has left, but not its address. Immediate answers, such as a remembered label, need neither.
   */
  outlast(): void {
    this.#address ??= this.#response.getRemoteAddress();
    // Without this handler the core ends the process.
    this.#response.onAborted(() => this.lost());
  }

  get remoteAddress(): string {
    this.#address ??= this.#response.getRemoteAddress();
    return addressText(new Uint8Array(this.#address));
  }

  protected override lost(): void {
    this.#aborted = true;
    clearTimeout(this.#heldUntil);
    this.#held = undefined;
    super.lost();
  }

  protected override finished(): void {
    this.#isFinished = true;
    super.finished();
  }

  protected cut(): void {
    this.#response.close();
    // The core says so only where it was asked to.
    this.lost();
  }

  protected write(status: number, headers: SentHeaders, body: AnswerBody, last: boolean): void {
    if (!this.#isSole) {
      if (body instanceof BorrowedBytes && body.length <= LARGE_BYTES) {
        body.read((bytes) => this.#put(status, headers, bytes, last));
      } else {
        this.#put(status, headers, kept(body), last);
      }
      return;
    }
    const later = kept(body);
    this.#held = () => this.#put(status, headers, later, true);
    if (this.#stillComes) this.#heldUntil = setTimeout(() => this.#release(), HELD_MS);
    else this.#release();
  }

  /**
   * Not in this turn, in which the parser may be at what follows: while no answer is sent it ends the connection at
   * the next request, and once the connection is closed it would go on to serve that.
   */
  #release(): void {
    clearTimeout(this.#heldUntil);
    setImmediate(() => {
      const put = this.#held;
      this.#held = undefined;
      try {
        put?.();
      } catch (error) {
        this.failed(error);
      }
    });
  }

  /** Whether nothing may be served after this request on its connection. */
  get #isSole(): boolean {
    return this.framing.kind === 'chunked';
  }

  /** Whether the client is in the midst of its body, and not stuck there. */
  get #stillComes(): boolean {
    return this.arriving && this.requestBody?.timedOut !== true;
  }

  #put(status: number, headers: SentHeaders, body: string | Uint8Array, last: boolean): void {
    if (this.#isCorked) this.#putAtOnce(status, headers, body, last);
    else this.#response.cork(() => this.#putAtOnce(status, headers, body, last));
  }

  #putAtOnce(status: number, headers: SentHeaders, body: string | Uint8Array, last: boolean): void {
    const response = this.#response;
    const isHead = this.method === 'HEAD';
    const isLarge = !isHead && body.length > LARGE_BYTES;
    // A connection that is closed while its client still sends a body is reset, and the answer lost. If it
    // stays open here, the client is asked to close it, and the transport's end does so at the latest.
    const cut = last && !isLarge && (this.#isSole || !this.#stillComes);
    writeHead(response, status, headers, cut ? '' : last ? CLOSE : KEEP_ALIVE);
    if (isLarge) {
      this.#writeLarge(typeof body === 'string' ? Buffer.from(body) : body);
      return;
    }
    if (isHead && !cut) {
      response.writeHeader('Content-Length', String(Buffer.byteLength(body)));
      response.endWithoutBody();
    } else if (status === 304 && !cut) {
      // Its length would be taken for that of what the client has.
      response.endWithoutBody();
    } else {
      response.end(isHead ? '' : body, cut);
    }
    this.finished();
  }

  /**
   * As the client takes it: the core would copy what does not fit its buffer. It ends the connection of a client that
   * takes nothing for ten seconds, which is an abort.
   */
  #writeLarge(bytes: Uint8Array): void {
    const response = this.#response;
    let at = 0;
    const write = (): void => {
      // The core cannot end the connection with the last part, so nothing more is read from it until it does, ten
      // seconds later. Once more for each part, since what a client does not take at once has it read again.
      if (this.#isSole) response.pause();
      const [ok, done] = response.tryEnd(bytes.subarray(at, at + PIECE_BYTES), bytes.length);
      if (done) return this.finished();
      at += PIECE_BYTES;
      if (ok) turns.run(goOn);
    };
    const goOn = (): void => {
      if (!this.#aborted) response.cork(write);
    };
    // True also where nothing was written: the core goes on to ask when the next write fails.
    response.onWritable((offset) => {
      at = offset;
      turns.run(goOn);
      return true;
    });
    write();
  }
}

/**
 * All headers with one call of the core, as lines behind that of the status: each call takes more than all of the text.
 * The values have been checked to be one line each.
 */
function writeHead(response: UwsResponse, status: number, headers: SentHeaders, last: HeaderLines): void {
  let head = STATUS_TEXTS.get(status) ?? String(status);
  for (const header of headers)
    head += typeof header === 'string' ? header : `\r\n${header[0]}: ${header[1]}`;
  head += last;
  // The core writes strings as UTF-8; a header's characters above 0x7F are bytes.
  const isAscii = Buffer.byteLength(head) === head.length;
  response.writeStatus(isAscii ? head : Buffer.from(head, 'latin1'));
}
