import { AsyncLocalStorage } from 'node:async_hooks';
import { backoffMs, jitteredMs, MAX_TIMER_MS, pause } from '../../api-client/pause.ts';
import { type CallOptions, PlatenClient, RefusedError } from '../../api-client/platen-client.ts';
import { type RateLimit, readRateLimit } from '../../api-client/rate-limit.ts';
import { BatchStopped } from '../batch-failure.ts';
import type { Watcher } from '../stages.ts';
import { AdaptiveLimit } from './adaptive-limit.ts';
import { Attempt } from './attempt.ts';
import { inWords, kindOf, stopping } from './call-failure.ts';
import { WaitBoard } from './wait-board.ts';

/** So long the service may be silent, or do nothing but fail. */
const SILENCE_MS = 60_000;
/** Failures of the service at one request, while it answers others: then it is the request. */
const FAILURES_MAX = 3;
/** Waits for the budget that are not worth a word. */
const SHORT_WAIT_MS = 1000;

export interface ServiceOptions {
  readonly url: string;
  readonly key: string;
  /** Requests under way at most; null for what suits. */
  readonly concurrency: number | null;
  readonly watcher: Watcher;
}

/** A request by one of the client's methods. */
interface Request<T> {
  /** Of the rate budget. */
  readonly units: number;
  readonly call: (client: PlatenClient, options: CallOptions) => Promise<T>;
}

/**
 * Requests to one service with one key, each sent until it is answered: below the budget, no more at once than is good for
 * the service, and again when that is busy, gone or broken. Nothing that is asked here prints, so asking again is safe.
 */
export class ServiceCalls {
  readonly #url: string;
  readonly #client: PlatenClient;
  readonly #limit: AdaptiveLimit;
  readonly #waits: WaitBoard;
  readonly #attempts = new AsyncLocalStorage<Attempt>();
  #budget: RateLimit | null = null;
  /** When something was answered that is no failure of the service. */
  #heardAt = -Infinity;
  /** Attempts that wait for the budget. */
  readonly #unsent = new Set<Attempt>();
  #underWay = 0;
  #budgetTimer: ReturnType<typeof setTimeout> | undefined;
  #endBudgetWait: (() => void) | undefined;

  constructor({ url, key, concurrency, watcher }: ServiceOptions) {
    this.#url = url;
    this.#limit = new AdaptiveLimit(concurrency);
    this.#waits = new WaitBoard(watcher);
    this.#client = new PlatenClient({
      url,
      key,
      // It waits for the budget, as long as that takes. Other waits and repetitions are shown, so they are done here.
      timeoutMs: MAX_TIMER_MS,
      maxWaitMs: MAX_TIMER_MS,
      maxAttempts: 1,
      fetch: (input, init) => this.#fetch(input, init),
    });
  }

  /** What the last answer said of the rate budget. */
  get budget(): RateLimit | null {
    return this.#budget;
  }

  /** Requests that may be under way now. */
  get concurrency(): number {
    return this.#limit.limit;
  }

  /**
   * Resolves with the answer. Rejects with a `RefusedError` that is about this request alone (400, 413, 422, a 429 that
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
    try {
      for (let attempt = 1; ; attempt++) {
        const came = await this.#attempt(request.call, attempt > 1, signal);
        if ('value' in came) return came.value;
        const { error } = came;
        const kind = kindOf(error);
        if (kind === 'final') throw stopping(error);
        if (kind === 'request' || this.#neverPasses(request, error)) throw error;
        if (kind === 'busy') {
          const ms = waitMs(error, attempt);
          await waiting(`${inWords(error)}, ${Math.ceil(ms / 1000)} s`, ms);
          continue;
        }
        failsSince = Math.min(failsSince, performance.now());
        if (kind === 'failed') failures++;
        if (failures >= FAILURES_MAX && (await this.#answersOthers(failsSince, error, signal))) throw error;
        this.#checkSilence(failsSince, error);
        await waiting(inWords(error), backoffMs(attempt));
      }
    } finally {
      over();
    }
  }

  async #attempt<T>(
    call: Request<T>['call'],
    again: boolean,
    signal: AbortSignal,
  ): Promise<{ readonly value: T } | { readonly error: unknown }> {
    await this.#limit.enter(again, signal);
    const attempt = new Attempt(signal);
    this.#unsent.add(attempt);
    this.#underWay++;
    this.#watchBudget();
    try {
      const value = await this.#attempts.run(attempt, () => call(this.#client, { signal: attempt.signal }));
      this.#heardAt = performance.now();
      this.#limit.answered(attempt.sinceSentMs());
      return { value };
    } catch (error) {
      signal.throwIfAborted();
      const status = error instanceof RefusedError ? error.status : Infinity;
      if (status < 500 || status === 503) this.#heardAt = performance.now();
      if (status === 503) this.#limit.refused();
      return { error };
    } finally {
      attempt.end();
      this.#unsent.delete(attempt);
      this.#underWay--;
      this.#limit.leave();
      this.#watchBudget();
    }
  }

  async #fetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const attempt = this.#attempts.getStore();
    if (attempt !== undefined) this.#unsent.delete(attempt);
    attempt?.send();
    this.#watchBudget();
    const response = await fetch(input, init);
    this.#budget = readRateLimit(response.headers) ?? this.#budget;
    return response;
  }

  #neverPasses({ units }: Request<unknown>, error: unknown): boolean {
    return error instanceof RefusedError && error.status === 429 && units > (this.#budget?.limit ?? Infinity);
  }

  /** Whether a request that fails is alone with that; of a 500, a cheap one that touches no label tells. */
  async #answersOthers(failsSince: number, error: unknown, signal: AbortSignal): Promise<boolean> {
    if (error instanceof RefusedError && error.status === 500) {
      await this.#attempt((client, options) => client.listLabels({ limit: 1 }, options), true, signal);
    }
    return this.#heardAt > failsSince;
  }

  /** Throws `BatchStopped` when nothing was heard for too long. */
  #checkSilence(failsSince: number, error: unknown): void {
    const silentMs = performance.now() - Math.max(failsSince, this.#heardAt);
    if (silentMs < SILENCE_MS) return;
    const seconds = Math.round(silentMs / 1000);
    const message = `${this.#url} has given no answer for ${seconds} s (${inWords(error)}); see that it runs and can be reached`;
    throw new BatchStopped(message, { cause: error });
  }

  /** Tells of a wait for the budget: attempts are there, and none of them is sent for a while. */
  #watchBudget(): void {
    clearTimeout(this.#budgetTimer);
    const allWait = this.#unsent.size > 0 && this.#unsent.size === this.#underWay;
    if (!allWait) {
      this.#endBudgetWait?.();
      this.#endBudgetWait = undefined;
    } else if (this.#endBudgetWait === undefined) {
      this.#budgetTimer = setTimeout(() => {
        this.#endBudgetWait = this.#waits.begin(`budget of ${this.#budget?.limit} units a minute`);
      }, SHORT_WAIT_MS);
    }
  }
}

/** How long the service asks to wait before the next attempt. */
function waitMs(error: unknown, attempt: number): number {
  const seconds = error instanceof RefusedError ? error.retryAfterSeconds : null;
  return jitteredMs(seconds === null ? backoffMs(attempt) : seconds * 1000, MAX_TIMER_MS);
}
