import type { ClientSettings } from './client-options.ts';
import type { Deadline } from './deadline.ts';
import type { Exchange, Incoming, Outgoing } from './exchange.ts';
import type { Pacer } from './pacer.ts';
import { backoffMs, jitteredMs, pause } from './pause.ts';
import {
  AnswerLostError,
  ConnectionError,
  ForeignAnswerError,
  PlatenError,
  RedirectError,
  RefusedError,
  UnreachableError,
} from './platen-error.ts';
import { type RateLimit, readRateLimit } from './rate-limit.ts';
import { refusalOf } from './refusal.ts';
import { retryAfterSeconds } from './retry-after.ts';

/** A call to the API, which may be sent several times. */
export interface ApiCall<T> {
  readonly outgoing: Outgoing;
  /** Units of the rate budget that the request costs. */
  readonly units: number;
  /** Reads an answer of status 200; throws for one that is not the service's, or malformed. */
  readonly read: (answer: Incoming) => T;
}

/** One attempt that failed. */
export interface FailedAttempt extends AttemptFacts {
  readonly failure: unknown;
}

/** The outcome of one attempt. */
export type Attempt<T> = FailedAttempt | (AttemptFacts & { readonly value: T });

interface AttemptFacts {
  /** The status of the answer; null without one. */
  readonly status: number | null;
  /** Whether the request was charged to the rate budget. */
  readonly isCharged: boolean;
  /** The rate budget after the attempt; null if the answer lacks it. */
  readonly budget: RateLimit | null;
  /** The wait that the answer asks for, in seconds; null without one. */
  readonly askedSeconds: number | null;
}

/**
 * Makes attempts until one succeeds.
 *
 * @param attempt sends once; `again` is false the first time.
 * @param afterFailure waits until the next attempt, or throws to give the call up; attempts count from 1.
 */
export async function sendUntilAnswered<T>(
  attempt: (again: boolean) => Promise<Attempt<T>>,
  afterFailure: (failed: FailedAttempt, count: number) => Promise<void>,
): Promise<T> {
  for (let count = 1; ; count++) {
    const sent = await attempt(count > 1);
    if ('value' in sent) return sent.value;
    await afterFailure(sent, count);
  }
}

/** Sends a call once. Never rejects: a failure, or the reason of the signal, is a failed attempt. */
export async function sendOnce<T>(
  { outgoing, read }: Pick<ApiCall<T>, 'outgoing' | 'read'>,
  exchange: Exchange,
  signal: AbortSignal,
): Promise<Attempt<T>> {
  let facts = NO_ANSWER;
  try {
    const answer = await exchange(outgoing, signal);
    const { status, headers } = answer;
    const budget = readRateLimit(headers);
    facts = { status, isCharged: !isPassing(status), budget, askedSeconds: retryAfterSeconds(headers) };
    return status === 200 ? { ...facts, value: read(answer) } : { ...facts, failure: refusalOf(answer) };
  } catch (failure) {
    return { ...facts, failure };
  }
}

const NO_ANSWER: AttemptFacts = { status: null, isCharged: false, budget: null, askedSeconds: null };

/** Sends a call until it is answered, as often as the settings and the deadline allow, with waits in between. */
export function callService<T>(
  call: ApiCall<T>,
  { maxWaitMs, maxAttempts }: ClientSettings,
  exchange: Exchange,
  pacer: Pacer | null,
  { signal, remainingMs }: Deadline,
): Promise<T> {
  const { outgoing, units } = call;
  let waitLeftMs = maxWaitMs;
  const mayWaitMs = (): number => Math.max(0, Math.min(waitLeftMs, remainingMs()));
  const waiting = async (wait: Promise<void> | undefined): Promise<void> => {
    const from = performance.now();
    await wait;
    waitLeftMs -= performance.now() - from;
  };
  return sendUntilAnswered(
    async (again) => {
      await waiting(pacer?.enter(units, mayWaitMs(), again, signal));
      const sent = await sendOnce(call, exchange, signal);
      pacer?.leave(units, sent.isCharged, sent.budget);
      return sent;
    },
    async ({ failure, status, budget, askedSeconds }, count) => {
      const neverPasses = budget !== null && units > budget.limit;
      if (neverPasses || count === maxAttempts || !mayRepeat(outgoing, failure))
        throw asThrown(outgoing, failure);
      const askedMs = askedSeconds === null ? backoffMs(count) : askedSeconds * 1000;
      if (askedMs > mayWaitMs()) throw asThrown(outgoing, failure);
      const pauseMs = jitteredMs(askedMs, mayWaitMs());
      if (status === 429) pacer?.close(pauseMs);
      await waiting(pause(pauseMs, signal));
    },
  );
}

/** Whether to send a call again: its failure passes, and the call was not carried out, or may be carried out twice. */
function mayRepeat({ repeatable }: Outgoing, failure: unknown): boolean {
  if (failure instanceof RefusedError) return isPassing(failure.status);
  if (failure instanceof UnreachableError || isGatewaysLimit(failure)) return true;
  if (failure instanceof ForeignAnswerError) return repeatable && failure.status >= 500;
  return repeatable && failure instanceof ConnectionError;
}

/** Whether a gateway refused a call before passing it on, by a 429. Its 503 may come after the service got the call. */
function isGatewaysLimit(failure: unknown): boolean {
  return failure instanceof ForeignAnswerError && failure.status === 429;
}

/** Whether requests that are answered with this status pass later, and were not carried out. */
export function isPassing(status: number): boolean {
  return status === 429 || status === 503;
}

/** The error that the caller gets for a call that is not repeated. */
function asThrown({ repeatable, requestId }: Outgoing, failure: unknown): unknown {
  const nothingDone =
    failure instanceof RefusedError ||
    failure instanceof RedirectError ||
    failure instanceof UnreachableError ||
    isGatewaysLimit(failure);
  // Any other error is the reason of an abort.
  if (repeatable || nothingDone || !(failure instanceof PlatenError)) return failure;
  const message = `The answer to the print job was lost, and it may have been carried out: ${failure.message}`;
  return new AnswerLostError(message, requestId, { cause: failure });
}
