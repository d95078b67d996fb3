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

/** A call to the API, however often it is sent. */
export interface Call<T> {
  readonly outgoing: Outgoing;
  /** Units of the rate budget that the request costs. */
  readonly units: number;
  /** Reads an answer of status 200, or throws what is wrong with it. */
  readonly read: (answer: Incoming) => T;
}

/** Sends a call until it is answered, as often as the settings allow, with waits between that end in time. */
export async function callService<T>(
  { outgoing, units, read }: Call<T>,
  { maxWaitMs, maxAttempts }: ClientSettings,
  exchange: Exchange,
  pacer: Pacer | null,
  { signal, remainingMs }: Deadline,
): Promise<T> {
  let waitLeftMs = maxWaitMs;
  const mayWaitMs = (): number => Math.max(0, Math.min(waitLeftMs, remainingMs()));
  const waiting = async (wait: Promise<void> | undefined): Promise<void> => {
    const from = performance.now();
    await wait;
    waitLeftMs -= performance.now() - from;
  };
  for (let attempt = 1; ; attempt++) {
    await waiting(pacer?.enter(units, mayWaitMs(), attempt > 1, signal));
    let answer: Incoming | null = null;
    let budget: RateLimit | null = null;
    let failure: unknown;
    try {
      answer = await exchange(outgoing, signal);
      budget = readRateLimit(answer.headers);
      if (answer.status === 200) return read(answer);
      failure = refusalOf(answer);
    } catch (error) {
      failure = error;
    } finally {
      pacer?.leave(units, answer !== null && !isPassing(answer.status), budget);
    }
    const neverPasses = budget !== null && units > budget.limit;
    if (neverPasses || attempt === maxAttempts || !mayRepeat(outgoing, failure))
      throw asThrown(outgoing, failure);
    const askedSeconds = answer === null ? null : retryAfterSeconds(answer.headers);
    const askedMs = askedSeconds === null ? backoffMs(attempt) : askedSeconds * 1000;
    if (askedMs > mayWaitMs()) throw asThrown(outgoing, failure);
    const pauseMs = jitteredMs(askedMs, mayWaitMs());
    if (answer?.status === 429) pacer?.close(pauseMs);
    await waiting(pause(pauseMs, signal));
  }
}

/** Whether a call is to be sent again: the failure passes, and it was not carried out, or does no harm if it was. */
function mayRepeat({ repeatable }: Outgoing, failure: unknown): boolean {
  if (failure instanceof RefusedError) return isPassing(failure.status);
  if (failure instanceof UnreachableError || isGatewaysLimit(failure)) return true;
  if (failure instanceof ForeignAnswerError) return repeatable && failure.status >= 500;
  return repeatable && failure instanceof ConnectionError;
}

/** A gateway's 429 comes before the request is passed on. Its 503 may come after: the service died meanwhile, say. */
function isGatewaysLimit(failure: unknown): boolean {
  return failure instanceof ForeignAnswerError && failure.status === 429;
}

const isPassing = (status: number): boolean => status === 429 || status === 503;

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
