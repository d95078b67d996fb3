import { setTimeout as pause } from 'node:timers/promises';
import { type Failure, failure } from '../../errors.ts';
import { failureAnswer } from './failure-answer.ts';
import type { Exchange, MalformedRequest, PlainAnswer, TransportOptions } from './transport.ts';

/** The parts of a driver's exchange that are used here. */
export interface InFlightExchange extends Exchange {
  /** Its index among the others. */
  place: number;
  /** Answers in the place of a handler that took too long. */
  expire(): void;
  /** Ends the connection at once. */
  abandon(): void;
}

/**
 * A client that keeps its connection sends its next request within this, and learns from the answer that it
 * must not send another. A connection that is closed while a request is on its way loses that. Milliseconds.
 */
const QUIET_MS = 250;
const DRAIN_CHECK_MS = 10;

/** Clients that do not read would otherwise hold as much memory as they have connections for. */
const UNSENT_BYTES_MAX = 256 * 2 ** 20;

/**
 * The exchanges of one transport that are not finished. One timer watches all
 * of their deadlines, because a timer for each would be the larger part of a short request's cost.
 */
export class InFlight {
  readonly options: TransportOptions;
  /** Set while the transport closes: every answer is then its connection's last. */
  draining = false;
  /**
   * In no order, each at its `place`. Not a `Set`: one that is added to and taken from all the time is made again again
   * and again, and the collector has each of them refer to the next, so that all that they ever held lives on.
   */
  readonly #exchanges: InFlightExchange[] = [];
  /** Large answers that clients have not taken yet, in bytes, the oldest first. */
  readonly #unsent = new Map<InFlightExchange, number>();
  #unsentBytes = 0;
  #atTurnsEnd: (() => void)[] = [];
  readonly #watch: NodeJS.Timeout;
  #lastArrivalMs = 0;

  constructor(options: TransportOptions) {
    this.options = options;
    // A quarter of the deadline is late enough to notice, and 250 ms soon enough for any deadline.
    this.#watch = setInterval(() => this.#expire(), Math.min(250, options.requestDeadlineMs / 4)).unref();
  }

  get size(): number {
    return this.#exchanges.length;
  }

  /** Does this when all that came with this turn of the event loop has been looked at. */
  atTurnsEnd(work: () => void): void {
    if (this.#atTurnsEnd.push(work) > 1) return;
    setImmediate(() => {
      const works = this.#atTurnsEnd;
      this.#atTurnsEnd = [];
      for (const each of works) each();
    });
  }

  /** The answer to a request that no handler answers. */
  refusalOf(failure: Failure): PlainAnswer {
    return (this.options.refusal ?? failureAnswer)(failure);
  }

  /** Hands an exchange to the handler; whatever that does, the exchange gets an answer. */
  start(exchange: InFlightExchange): void {
    try {
      const pending = this.options.handler(exchange);
      if (pending !== undefined)
        Promise.resolve(pending).catch((error: unknown) => this.#fail(exchange, error));
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  add(exchange: InFlightExchange): void {
    exchange.place = this.#exchanges.push(exchange) - 1;
    this.#lastArrivalMs = exchange.arrivedAtMs;
  }

  remove(exchange: InFlightExchange): void {
    const last = this.#exchanges.at(-1);
    if (last === undefined || this.#exchanges[exchange.place] !== exchange) return;
    this.#exchanges[exchange.place] = last;
    last.place = exchange.place;
    this.#exchanges.pop();
    this.#forgetUnsent(exchange);
  }

  /** Counts a large answer before it is sent. If all together are too large, the oldest ones are given up. */
  sends(exchange: InFlightExchange, bytes: number): void {
    this.#unsent.set(exchange, bytes);
    this.#unsentBytes += bytes;
    for (const oldest of this.#unsent.keys()) {
      if (oldest === exchange || this.#unsentBytes <= (this.options.unsentBytesMax ?? UNSENT_BYTES_MAX))
        return;
      this.#forgetUnsent(oldest);
      this.report(new Error('too many answers wait for their clients: the oldest was given up'));
      oldest.abandon();
    }
  }

  #forgetUnsent(exchange: InFlightExchange): void {
    this.#unsentBytes -= this.#unsent.get(exchange) ?? 0;
    this.#unsent.delete(exchange);
  }

  /** Reports an error to the owner of the transport. A failing report must not end the process. */
  report(error: unknown): void {
    try {
      this.options.onError(error);
    } catch {
      // There is nowhere else to report to.
    }
  }

  /** Tells the owner of the transport of a request that is refused. */
  reportMalformed(request: MalformedRequest): void {
    try {
      this.options.onMalformed(request);
    } catch (error) {
      this.report(error);
    }
  }

  /** Resolves when no exchange is left and none has come for a while, or after `graceMs` with those that are left. */
  async drain(graceMs: number): Promise<void> {
    this.draining = true;
    const began = performance.now();
    const done = (now: number): boolean =>
      this.#exchanges.length === 0 && now - Math.max(began, this.#lastArrivalMs) >= QUIET_MS;
    for (let now = began; now - began < graceMs && !done(now); now = performance.now()) {
      await pause(Math.min(DRAIN_CHECK_MS, graceMs));
    }
    clearInterval(this.#watch);
  }

  #fail(exchange: InFlightExchange, error: unknown): void {
    this.report(error);
    const { status, headers, body } = this.refusalOf(failure('internal'));
    exchange.send(status, headers, body);
  }

  #expire(): void {
    const latestMs = performance.now() - this.options.requestDeadlineMs;
    for (const exchange of this.#exchanges.filter(({ arrivedAtMs }) => arrivedAtMs <= latestMs))
      exchange.expire();
  }
}
