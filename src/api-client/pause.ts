/** The longest delay of a timer, in milliseconds; a longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** The longest wait that a command makes, in seconds. It ends instead of a longer one, so that its user notices. */
export const LONGEST_WAIT_SECONDS = 3600;

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8000;
/** The longest random delay, so that callers that were refused together do not return together. */
const JITTER_MS = 1000;

/** Milliseconds to wait after an attempt (from 1) without an answer: doubles each time, and half of it is random. */
export function backoffMs(attempt: number): number {
  const most = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
  return most * (0.5 + Math.random() / 2);
}

/** A wait that the service asked for, and up to a second more within `mostMs`. Milliseconds. */
export function jitteredMs(askedMs: number, mostMs: number): number {
  return Math.min(askedMs + Math.random() * JITTER_MS, Math.max(askedMs, mostMs));
}

/**
 * Resolves after `ms` milliseconds, which may be more than a single timer can wait. Rejects with the signal's reason.
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
