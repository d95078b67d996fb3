import type { LentBytes } from '../../borrowed-bytes.ts';
import type { Client } from '../../client.ts';
import type { Failure } from '../../errors.ts';

/** The result of reading a request's body. */
export type BodyResult =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'aborted' };

/** Answers above this may not fit into the system's buffers, and wait for their clients to take them. */
export const LARGE_BYTES = 65_536;

export type Header = readonly [name: string, value: string];
export type Headers = readonly Header[];
/**
 * Headers as they go out, each as `\r\nName: value`. ASCII, and of one line each by how they are made, as of numbers:
 * they are not checked again.
 */
export type HeaderLines = string;
export type SentHeaders = readonly (Header | HeaderLines)[];

/** The body of an answer. `send` is done with borrowed bytes when it returns. */
export type AnswerBody = string | LentBytes;

/** An answer of text. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** How an exchange can end without its handler: answered by the driver with 503 or 400, or not at all. */
export type Ending = 'deadline' | 'malformed' | 'client_gone';

/**
 * One request and its answer, alike on every driver. All fields but the client's address are copied from the wire
 * before the handler runs, so they can be read at any time. As a client it is gone when it went away before its
 * answer, or the driver had to answer in the handler's place.
 */
export interface Exchange extends Client {
  /** The caller's request id where it is well-formed, else a new one. The driver's own answers carry it too. */
  readonly id: string;
  /** As sent, upper case by convention of HTTP. */
  readonly method: string;
  /** Without the query, not decoded. */
  readonly path: string;
  /** After the first `?`, not decoded; empty when there is none. */
  readonly query: string;
  /** When its head came, by the monotonic clock (`performance.now()`). */
  readonly arrivedAtMs: number;
  /** The peer's address as the socket has it, never taken from a header. To be read before the answer is sent. */
  readonly remoteAddress: string;
  /** Called once if the exchange ends without the handler's answer. */
  onEnded: ((ending: Ending) => void) | undefined;
  /** A request header by its lower-case name. */
  header(name: string): string | undefined;
  /**
   * Reads the whole body, at most `limitBytes` of it, within `timeoutMs` of the request's arrival. Call it at
   * most once, at any time before the answer is sent (the driver holds the body back or buffers it within the
   * limit until then). At once where all of it is there.
   */
  body(limitBytes: number, timeoutMs: number): BodyResult | Promise<BodyResult>;
  /**
   * Sends the whole answer. Once: a second call, or one after the client has gone, does nothing. Bytes that are not
   * borrowed must stay as they are. Throws on a header value with CR, LF, NUL or a character above 0xFF: that is a
   * bug of ours.
   */
  send(status: number, headers: SentHeaders, body: AnswerBody): void;
}

/** Answers every request. An error that it throws or rejects with becomes a plain 500, and never ends the process. */
export type Handler = (exchange: Exchange) => void | Promise<void>;

export interface Listening {
  readonly host: string;
  readonly port: number;
}

/** A server of HTTP/1.1 behind one of the drivers. */
export interface Transport {
  readonly driver: 'uws' | 'node';
  /** Exchanges that are not finished. */
  readonly inFlight: number;
  /**
   * Starts to listen; port 0 takes a free one. Rejects when the port is taken (never shares it by accident),
   * unless it is `shared` with other listeners of the same supervisor.
   */
  listen(host: string, port: number, shared?: boolean): Promise<Listening>;
  /** Stops accepting, lets exchanges in flight finish for at most `graceMs`, then cuts the rest. */
  close(graceMs: number): Promise<void>;
}

/** A request that was refused before any handler could. None of the client's own text. */
export interface MalformedRequest {
  /** As its answer has it. */
  readonly requestId: string;
  /** The peer's, as the socket has it. */
  readonly remoteAddress: string;
  readonly reason: string;
}

/** Options of both drivers. */
export interface TransportOptions {
  readonly handler: Handler;
  /** Called with what a handler threw, and what else went wrong here. */
  readonly onError: (error: unknown) => void;
  /** Called for each request that is refused because it is malformed. */
  readonly onMalformed: (request: MalformedRequest) => void;
  /** The answer to a request that no handler answers; in the API's words unless given. */
  readonly refusal?: (failure: Failure) => PlainAnswer;
  /** The largest body any route accepts; more is never buffered. */
  readonly maxBodyBytes: number;
  /** A request whose answer takes longer than this gets a 503. Milliseconds. */
  readonly requestDeadlineMs: number;
  /** Bytes of large answers, together, that clients have not taken yet; 256 MiB unless given. */
  readonly unsentBytesMax?: number;
}
