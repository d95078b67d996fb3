import { owned } from '../../borrowed-bytes.ts';
import { type Failure, FailureError, failure } from '../../errors.ts';
import { checkHeaders } from './answer-rules.ts';
import { BodyCollector, NO_BODY } from './body-collector.ts';
import type { InFlight, InFlightExchange } from './in-flight.ts';
import { type Framing, framingOf, requestId } from './request-rules.ts';
import { type AnswerBody, type BodyResult, type Ending, LARGE_BYTES, type SentHeaders } from './transport.ts';

/** A request as a driver's parser delivers it. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Names in lower case and values, alternating, as they came. */
  readonly headers: readonly string[];
}

/** The body of an answer that is not written at once. */
export function kept(body: AnswerBody): string | Uint8Array {
  return typeof body === 'string' ? body : owned(body);
}

/**
 * The part of an exchange that is the same on every driver. An exchange is open until it is answered or its
 * client has gone; it is in flight until its driver has handed the last byte of the answer to the system.
 */
export abstract class DriverExchange implements InFlightExchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  abstract readonly remoteAddress: string;
  readonly framing: Framing;
  /** Null when the request has no body. */
  readonly requestBody: BodyCollector | null;
  readonly arrivedAtMs = performance.now();
  place = -1;
  onEnded: ((ending: Ending) => void) | undefined;
  onGone: (() => void) | undefined;
  readonly #headers: readonly string[];
  readonly #inFlight: InFlight;
  #open = true;
  #id: string | undefined;
  // Made on demand: a controller for each request costs more than the rest of this object together.
  #controller: AbortController | undefined;
  #left = false;
  /** Why it left, where work that stops should know. */
  #reason: FailureError | undefined;

  constructor(head: RequestHead, inFlight: InFlight) {
    this.method = head.method;
    this.path = head.path;
    this.query = head.query;
    this.#headers = head.headers;
    this.#inFlight = inFlight;
    this.framing = framingOf(head.headers);
    this.requestBody =
      this.framing.kind === 'none' || this.framing.kind === 'malformed'
        ? null
        : new BodyCollector(this.framing, inFlight.options.maxBodyBytes);
  }

  get id(): string {
    this.#id ??= requestId(this.header('x-request-id'));
    return this.#id;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#left) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  get gone(): boolean {
    return this.#left;
  }

  /** Neither answered nor given up. */
  get open(): boolean {
    return this.#open;
  }

  /** Whether the client is not done with the request's body. */
  get arriving(): boolean {
    return this.requestBody !== null && !this.requestBody.received;
  }

  /** A repeated header's values are joined by commas, as RFC 9110 allows for those that may be repeated. */
  header(name: string): string | undefined {
    let found: string | undefined;
    for (let at = 0; at < this.#headers.length; at += 2) {
      if (this.#headers[at] !== name) continue;
      const value = this.#headers[at + 1] as string;
      found = found === undefined ? value : `${found}, ${value}`;
    }
    return found;
  }

  /** The time runs from the request's arrival: a handler that waits first gives the client none. */
  body(limitBytes: number, timeoutMs: number): BodyResult | Promise<BodyResult> {
    if (!this.#open) return { kind: 'aborted' };
    if (this.requestBody === null) return NO_BODY;
    const remainingMs = this.arrivedAtMs + timeoutMs - performance.now();
    return this.requestBody.read(limitBytes, remainingMs, (work) => this.#inFlight.atTurnsEnd(work));
  }

  send(status: number, headers: SentHeaders, body: AnswerBody): void {
    if (!this.#open) return;
    checkHeaders(headers);
    this.#answer(status, headers, body, this.#isLast);
  }

  /** Answers a request that is not well-formed, and ends the connection: where the next one starts is unknown. */
  refuse(reason: string): void {
    const { id, remoteAddress } = this;
    this.#inFlight.reportMalformed({ requestId: id, remoteAddress, reason });
    if (!this.#open) return;
    this.#answerFailure(failure('malformed_request', reason), true);
    this.#leave('malformed');
  }

  /** Answers 503, and stops all work for the request. */
  expire(): void {
    if (!this.#open) return;
    this.#inFlight.report(new Error(`no answer to ${this.method} within the deadline`));
    const late = failure('busy', 'the request took too long');
    this.#answerFailure(late, this.#isLast);
    // A task that still waits for its turn is rejected with this.
    this.#reason = new FailureError(late);
    this.#leave('deadline');
  }

  abandon(): void {
    this.cut();
  }

  /** The driver's connection is gone: the client hung up, or was cut. */
  protected lost(): void {
    if (this.#open) {
      this.#open = false;
      this.requestBody?.drop();
      this.#leave('client_gone');
    }
    this.finished();
  }

  /** The driver has no more to do for this exchange. */
  protected finished(): void {
    this.#inFlight.remove(this);
  }

  /** Puts the answer on the wire; `last` when the connection should end with it. */
  protected abstract write(status: number, headers: SentHeaders, body: AnswerBody, last: boolean): void;

  /** Ends the connection at once. */
  protected abstract cut(): void;

  /** Whether to close the connection after the answer: the client is stuck in its body, or the server is closing. */
  get #isLast(): boolean {
    return this.#inFlight.draining || this.requestBody?.timedOut === true;
  }

  #answer(status: number, headers: SentHeaders, body: AnswerBody, last: boolean): void {
    this.#open = false;
    if (body.length > LARGE_BYTES) this.#inFlight.sends(this, body.length);
    try {
      this.write(status, headers, body, last);
    } catch (error) {
      this.failed(error);
    }
    this.requestBody?.drop();
  }

  /** The answer could not be written. Half of it may be out, and there is no second. */
  protected failed(error: unknown): void {
    this.cut();
    this.#inFlight.report(error);
  }

  /** Answers in the handler's place: every answer has a request id. */
  #answerFailure(failure: Failure, last: boolean): void {
    const { status, headers, body } = this.#inFlight.refusalOf(failure);
    this.#answer(status, [...headers, ['X-Request-Id', this.id]], body, last);
  }

  #leave(ending: Ending): void {
    this.#left = true;
    this.#controller?.abort(this.#reason);
    this.onGone?.();
    this.onEnded?.(ending);
  }
}
