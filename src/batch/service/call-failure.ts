import { isPassing } from '../../api-client/attempts.ts';
import { LONGEST_WAIT_SECONDS } from '../../api-client/pause.ts';
import {
  ConnectionError,
  ForeignAnswerError,
  RefusedError,
  TimedOutError,
  UsageError,
} from '../../api-client/platen-client.ts';
import { FAILURES } from '../../errors.ts';
import { BatchStopped, BatchUsage } from '../batch-failure.ts';
import { durationText } from '../progress/status.ts';

/**
 * The kind of a failed request. `busy`: it is sent again after the wait that the answer asks for; `failed`: the service
 * could not answer it; `silent`: no answer came, or only one of a gateway that asks for no wait; `request`: the request
 * itself is wrong; `final`: no repetition helps.
 */
export function classifyFailure(error: unknown): 'busy' | 'failed' | 'silent' | 'request' | 'final' {
  if (error instanceof ConnectionError || error instanceof TimedOutError) return 'silent';
  if (error instanceof ForeignAnswerError) {
    if (isPassing(error.status) && error.retryAfterSeconds !== null) return 'busy';
    return error.status >= 500 || error.status === 429 ? 'silent' : 'final';
  }
  if (!(error instanceof RefusedError)) return 'final';
  if (isPassing(error.status)) return 'busy';
  // A body that arrives too slowly is the connection's fault.
  if (error.status === 408) return 'silent';
  if (error.status >= 500) return 'failed';
  return error.status === 400 || error.status === 413 || error.status === 422 ? 'request' : 'final';
}

/**
 * Seconds that the answer asks to wait before the next attempt; null without a wait. Throws `BatchStopped` for more
 * than an hour.
 *
 * @param url of the service, for the message
 */
export function askedSeconds(error: unknown, url: string): number | null {
  if (!(error instanceof RefusedError || error instanceof ForeignAnswerError)) return null;
  const { status, retryAfterSeconds: seconds } = error;
  if (seconds === null || seconds <= LONGEST_WAIT_SECONDS) return seconds;
  throw new BatchStopped(
    `${url} answers ${status} and asks for a wait of ${durationText(seconds)}, and a batch waits for an hour at most: ` +
      'run the command again after that wait',
    { cause: error },
  );
}

/** A passing failure in a few words. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof RefusedError)) return error instanceof Error ? error.message : String(error);
  if (error.code === 'budget_exceeded') return '429: budget';
  return `${error.status}: ${error.message}`;
}

/**
 * The error that ends the batch, with what to do; `BatchUsage` if no request could be sent. Throws anything that is no
 * error.
 */
export function stopping(error: unknown): BatchStopped | BatchUsage {
  if (!(error instanceof Error)) throw error;
  if (error instanceof UsageError) return new BatchUsage(error.message);
  const needsKey = error instanceof RefusedError && ['key_unknown', 'key_missing'].includes(error.code);
  const hint = needsKey
    ? 'Make a new key with platen keys create; --resume continues with it'
    : hintFor(error);
  const message = `${error.message} ${hint}`.trimEnd().replace(/\.$/, '');
  return new BatchStopped(message, { cause: error, saysResume: needsKey });
}

function hintFor(error: Error): string {
  if (!(error instanceof RefusedError)) return '';
  const { code } = error;
  if (code === 'label_not_found') return 'It was deleted, or belongs to another account than the key';
  return Object.hasOwn(FAILURES, code) ? FAILURES[code as keyof typeof FAILURES].hint : '';
}
