import {
  ConnectionError,
  ForeignAnswerError,
  RefusedError,
  TimedOutError,
  UsageError,
} from '../../api-client/platen-client.ts';
import { FAILURES } from '../../errors.ts';
import { BatchStopped, BatchUsage } from '../batch-failure.ts';

/**
 * What to make of a request that failed. `busy`: it waits as it is told; `failed`: the service could not answer it; `silent`:
 * nobody has, or only a gateway; `request`: it is wrong itself; `final`: no repetition helps.
 */
export function kindOf(error: unknown): 'busy' | 'failed' | 'silent' | 'request' | 'final' {
  if (error instanceof ConnectionError || error instanceof TimedOutError) return 'silent';
  if (error instanceof ForeignAnswerError) {
    return error.status >= 500 || error.status === 429 ? 'silent' : 'final';
  }
  if (!(error instanceof RefusedError)) return 'final';
  if (error.status === 429 || error.status === 503) return 'busy';
  // A body that arrives too slowly is the connection's fault.
  if (error.status === 408) return 'silent';
  if (error.status >= 500) return 'failed';
  return error.status === 400 || error.status === 413 || error.status === 422 ? 'request' : 'final';
}

/** A failure that passes, in a few words. */
export function inWords(error: unknown): string {
  if (!(error instanceof RefusedError)) return error instanceof Error ? error.message : String(error);
  if (error.code === 'budget_exceeded') return '429: budget';
  return `${error.status}: ${error.message}`;
}

/** Why the batch stops, and what to do; `BatchUsage` if nothing could be asked. Throws what is no failure of a request. */
export function stopping(error: unknown): BatchStopped | BatchUsage {
  if (!(error instanceof Error)) throw error;
  if (error instanceof UsageError) return new BatchUsage(error.message);
  const message = `${error.message} ${hintFor(error)}`.trimEnd().replace(/\.$/, '');
  return new BatchStopped(message, { cause: error });
}

function hintFor(error: Error): string {
  if (!(error instanceof RefusedError)) return '';
  switch (error.code) {
    case 'key_unknown':
    case 'key_missing':
      return 'Make a new key with platen keys create; --resume goes on with it';
    case 'label_not_found':
      return 'It was deleted, or belongs to another account than the key';
    default:
      return Object.hasOwn(FAILURES, error.code) ? FAILURES[error.code as keyof typeof FAILURES].hint : '';
  }
}
