import type { ClientSettings } from './client-options.ts';
import type { Deadline } from './deadline.ts';
import { exchange, type Incoming, type Outgoing } from './exchange.ts';
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
import { refusalOf } from './refusal.ts';
import { retryAfterSeconds } from './retry-after.ts';

/** A call to the API, however often it is sent. */
export interface Call<T> {
  readonly outgoing: Outgoing;
  /** What it costs of the rate budget. */
  readonly units: number;
  /** Whether it may be sent again when nobody knows what became of it. */
  readonly repeatable: boolean;
  /** Reads an answer of status 200, or throws what is wrong with it. */
  readonly read: (answer: Incoming) => T;
}

/** Sends a call until it is answered, as often as the settings allow, with waits between that end in time. */
export async function callService<T>(
  call: Call<T>,
  { fetch, maxWaitMs, maxAttempts }: ClientSettings,
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
    await waiting(pacer?.enter(call.units, mayWaitMs(), attempt > 1, signal));
    let answer: Incoming | null = null;
    let failure: unknown;
    try {
      answer = await exchange(fetch, call.outgoing, signal);
      if (answer.status === 200) return call.read(answer);
      failure = refusalOf(answer);
    } catch (error) {
      failure = error;
    } finally {
      pacer?.leave(call.units, answer?.headers ?? null);
    }
    const askedMs = waitBeforeRepeating(call, failure, answer, attempt);
    if (askedMs === null || attempt === maxAttempts || askedMs > mayWaitMs()) throw asThrown(call, failure);
    const pauseMs = jitteredMs(askedMs, mayWaitMs());
    if (answer?.status === 429) pacer?.close(pauseMs);
    await waiting(pause(pauseMs, signal));
  }
}

/** Milliseconds, or null if the call is not to be repeated: the failure is final, or it may have been carried out. */
function waitBeforeRepeating(
  call: Call<unknown>,
  failure: unknown,
  answer: Incoming | null,
  attempt: number,
): number | null {
  const mayRepeat =
    // The service says that it did nothing.
    (failure instanceof RefusedError && isPassing(failure.status)) ||
    failure instanceof UnreachableError ||
    (call.repeatable &&
      (failure instanceof ConnectionError ||
        (failure instanceof ForeignAnswerError && (isPassing(failure.status) || failure.status >= 500))));
  if (!mayRepeat) return null;
  const seconds = answer === null ? null : retryAfterSeconds(answer.headers);
  return seconds === null ? backoffMs(attempt) : seconds * 1000;
}

const isPassing = (status: number): boolean => status === 429 || status === 503;

/** What the caller is told of a call that is not repeated. */
function asThrown({ repeatable, outgoing }: Call<unknown>, failure: unknown): unknown {
  const nothingDone =
    failure instanceof RefusedError ||
    failure instanceof RedirectError ||
    failure instanceof UnreachableError;
  // What is no error of ours is the reason of an abort.
  if (repeatable || nothingDone || !(failure instanceof PlatenError)) return failure;
  const message = `The answer to the print job was lost, and it may have been carried out: ${failure.message}`;
  return new AnswerLostError(message, outgoing.requestId, { cause: failure });
}
