/** The longest delay of a timer, in milliseconds; a longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * The longest wait that a command takes upon itself, in seconds: it ends for a longer one, so that somebody hears of
 * it.
 */
export const LONGEST_WAIT_SECONDS = 3600;

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8000;
/** Callers that were refused together do not come back together. */
const JITTER_MS = 1000;

/** How long to wait after an attempt (counted from 1) that nothing was heard of: doubles, half of it by chance. */
export function backoffMs(attempt: number): number {
  const most = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
  return most * (0.5 + Math.random() / 2);
}

/** A wait that the service asked for, and up to a second more where that stays within `mostMs`. */
export function jitteredMs(askedMs: number, mostMs: number): number {
  return Math.min(askedMs + Math.random() * JITTER_MS, Math.max(askedMs, mostMs));
}

/**
 * Resolves after `ms`, however long that is: a wait that no timer holds is made of several. Rejects with the signal's
 * reason when it is aborted.
 */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  for (let left = ms; left > 0; left -= MAX_TIMER_MS) await timer(Math.min(left, MAX_TIMER_MS), signal);
}

function timer(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timeout);
      reject(signal.reason);
    };
    const timeout = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, ms);
    signal.addEventListener('abort', leave, { once: true });
  });
}
