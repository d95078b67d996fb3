import { type ApiRequest, listRequest, outgoingOf } from '../../api-client/api-requests.ts';
import { type Attempt, type FailedAttempt, sendOnce, sendUntilAnswered } from '../../api-client/attempts.ts';
import { type ClientSettings, checkOptions } from '../../api-client/client-options.ts';
import { Pacer } from '../../api-client/pacer.ts';
import { backoffMs, jitteredMs, MAX_TIMER_MS, pause } from '../../api-client/pause.ts';
import { ForeignAnswerError, RefusedError } from '../../api-client/platen-client.ts';
import type { RateLimit } from '../../api-client/rate-limit.ts';
import { BatchStopped } from '../batch-failure.ts';
import type { RunTrace } from '../run-trace.ts';
import type { Watcher } from '../stages.ts';
import { AdaptiveLimit } from './adaptive-limit.ts';
import { askedSeconds, classifyFailure, describeFailure, stopping } from './call-failure.ts';
import { URGENT_UNITS } from './estimate.ts';
import { PooledExchange } from './pooled-exchange.ts';

/** Time for an answer. A service answers within 15 s, so an answer that takes longer never comes. */
const ANSWER_MS = 30_000;
/** The longest time in which the service may be silent or only fail. */
const SILENCE_MS = 60_000;
/** Failures of one request, while others are answered, after which the request counts as the cause. */
const FAILURES_MAX = 3;
/** Shorter waits for the budget are not shown. */
const SHORT_WAIT_MS = 1000;

export interface ServiceOptions {
  readonly url: string;
  readonly key: string;
  /** Requests under way, at most; null to adapt the number to the service alone. */
  readonly concurrency: number | null;
  readonly watcher: Watcher;
  /** The trace that requests belong to; none if it is absent. */
  readonly trace?: RunTrace;
}

export interface Request<T> extends ApiRequest<T> {
  /** Whether the request goes before waiting ones, and in addition to those that may be under way. */
  readonly isUrgent?: boolean;
}

/**
 * Sends requests to one service with one key, each until it is answered: within the rate budget, no more at a time than
 * the service can take, and again while it is busy, unreachable or failing. Requests of a batch print nothing by
 * themselves, so a repetition is safe.
 */
export class ServiceCalls {
  readonly #url: string;
  readonly #settings: ClientSettings;
  readonly #exchange: PooledExchange;
  readonly #limit: AdaptiveLimit;
  readonly #waits: WaitBoard;
  readonly #pacer = new Pacer();
  #budget: RateLimit | null = null;
  /** The time of the last answer that is no failure of the service. */
  #heardAt = -Infinity;
  /** Requests that the limit lets through, and that wait for the budget. */
  #unsent = 0;
  /** Requests that wait for their answer. */
  #sent = 0;
  #budgetTimer: ReturnType<typeof setTimeout> | undefined;
  #endBudgetWait: (() => void) | undefined;

  /** Throws `BatchUsage` for a malformed url or key. */
  constructor({ url, key, concurrency, watcher, trace }: ServiceOptions) {
    this.#url = url;
    this.#limit = new AdaptiveLimit(concurrency);
    this.#waits = new WaitBoard(watcher);
    this.#settings = settingsOf(url, key);
    this.#exchange = new PooledExchange(this.#settings.url, ANSWER_MS, trace ?? null);
  }

  /** Closes the connections. No request may be under way. */
  close(): Promise<void> {
    return this.#exchange.close();
  }

  /** The rate budget in the last answer. */
  get budget(): RateLimit | null {
    return this.#budget;
  }

  /** Requests that may be under way now. */
  get concurrency(): number {
    return this.#limit.limit;
  }

  /**
   * Resolves with the answer. Rejects with a `RefusedError` for a fault of this request (400, 413, 422, a 429 that
   * never passes, a 5xx while others are answered), with `BatchStopped` when no repetition helps, or with the signal's
   * reason.
   */
  async send<T>(request: Request<T>, signal: AbortSignal): Promise<T> {
    let over = (): void => {};
    const waiting = async (what: string, ms: number): Promise<void> => {
      over();
      over = this.#waits.begin(what);
      await pause(ms, signal);
    };
    let failures = 0;
    let failsSince = Infinity;
    const afterFailure = async ({ failure }: FailedAttempt, count: number): Promise<void> => {
      const kind = classifyFailure(failure);
      if (kind === 'final') throw stopping(failure);
      if (kind === 'request' || this.#neverPasses(request, failure)) throw failure;
      if (kind === 'busy') {
        const seconds = askedSeconds(failure, this.#url);
        const ms = jitteredMs(seconds === null ? backoffMs(count) : seconds * 1000, Infinity);
        return waiting(`${describeFailure(failure)}, ${Math.ceil(ms / 1000)} s`, ms);
      }
      failsSince = Math.min(failsSince, performance.now());
      if (kind === 'failed') failures++;
      if (failures >= FAILURES_MAX && (await this.#answersOthers(failsSince, failure, signal))) throw failure;
      this.#checkSilence(failsSince, failure);
      await waiting(describeFailure(failure), backoffMs(count));
    };
    try {
      return await sendUntilAnswered((again) => this.#attempt(request, again, signal), afterFailure);
    } finally {
      over();
    }
  }

  /** Sends a request once, when there is room for it and the budget covers it. */
  async #attempt<T>(request: Request<T>, again: boolean, signal: AbortSignal): Promise<Attempt<T>> {
    const { isUrgent = false } = request;
    if (!isUrgent) await this.#limit.enter(again, signal);
    try {
      await this.#enterBudget(request, again, signal);
      const sentAt = performance.now();
      // A request is always repeatable for the exchange: `send` decides about repetitions, and shows the waits.
      const call = { outgoing: outgoingOf(request, this.#settings, true), read: request.read };
      const sent = await sendOnce(call, (outgoing) => this.#exchange.send(outgoing, signal), signal);
      this.#sent--;
      this.#budget = sent.budget ?? this.#budget;
      this.#pacer.leave(request.units, sent.isCharged, this.#budget);
      this.#watchBudget();
      if (!('value' in sent)) signal.throwIfAborted();
      this.#note(sent, sentAt);
      return sent;
    } finally {
      if (!isUrgent) this.#limit.leave();
    }
  }

  /** Notes what an attempt shows about the service: that it answers, and its load. */
  #note(sent: Attempt<unknown>, sentAt: number): void {
    const now = performance.now();
    if ('value' in sent) {
      this.#heardAt = now;
      this.#limit.answered(now - sentAt);
      return;
    }
    const status = sent.failure instanceof RefusedError ? sent.failure.status : null;
    if (status !== null && (status < 500 || status === 503)) this.#heardAt = now;
    if (status === 503 || isFullGateway(sent.failure)) this.#limit.refused();
  }

  async #enterBudget(
    { units, isUrgent = false }: Request<unknown>,
    again: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    this.#unsent++;
    this.#watchBudget();
    try {
      await this.#pacer.enter(units, MAX_TIMER_MS, again || isUrgent, signal, isUrgent ? 0 : URGENT_UNITS);
      this.#sent++;
    } finally {
      this.#unsent--;
      this.#watchBudget();
    }
  }

  #neverPasses({ units }: Request<unknown>, error: unknown): boolean {
    return error instanceof RefusedError && error.status === 429 && units > (this.#budget?.limit ?? Infinity);
  }

  /** Whether the service answers other requests meanwhile. After a 500, a cheap one without a label finds out. */
  async #answersOthers(failsSince: number, error: unknown, signal: AbortSignal): Promise<boolean> {
    if (error instanceof RefusedError && error.status === 500) {
      await this.#attempt(CHEAP, true, signal);
    }
    return this.#heardAt > failsSince;
  }

  /** Throws `BatchStopped` when no answer has come for too long. */
  #checkSilence(failsSince: number, error: unknown): void {
    const silentMs = performance.now() - Math.max(failsSince, this.#heardAt);
    if (silentMs < SILENCE_MS) return;
    const seconds = Math.round(silentMs / 1000);
    const message = `${this.#url} has given no answer for ${seconds} s (${describeFailure(error)}); check that it runs and can be reached`;
    throw new BatchStopped(message, { cause: error });
  }

  /** Shows a wait for the budget: requests are ready, and none is sent for a while. */
  #watchBudget(): void {
    clearTimeout(this.#budgetTimer);
    if (this.#unsent === 0 || this.#sent > 0) {
      this.#endBudgetWait?.();
      this.#endBudgetWait = undefined;
    } else if (this.#endBudgetWait === undefined) {
      this.#budgetTimer = setTimeout(() => {
        this.#endBudgetWait = this.#waits.begin(`budget of ${this.#budget?.limit} units a minute`);
      }, SHORT_WAIT_MS);
    }
  }
}

const CHEAP: Request<unknown> = listRequest({ limit: 1 });

function settingsOf(url: string, key: string): ClientSettings {
  try {
    return checkOptions({ url, key });
  } catch (error) {
    throw stopping(error);
  }
}

/** Whether a gateway refused the request, as a rule since the service has no room. */
function isFullGateway(error: unknown): boolean {
  return error instanceof ForeignAnswerError && error.status === 503;
}

/** Shows why requests wait: the latest reason that is not over. */
class WaitBoard {
  readonly #watcher: Watcher;
  /** The waits that are not over, in the order in which they began. */
  readonly #waits = new Set<{ readonly what: string }>();

  constructor(watcher: Watcher) {
    this.#watcher = watcher;
  }

  /** Shows a reason. Returns a function that ends it. */
  begin(what: string): () => void {
    const wait = { what };
    this.#waits.add(wait);
    this.#watcher.waiting(what);
    return () => {
      if (this.#waits.delete(wait)) this.#watcher.waiting([...this.#waits].at(-1)?.what ?? null);
    };
  }
}
