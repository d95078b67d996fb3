import { MAX_TIMER_MS } from './pause.ts';
import { UsageError } from './platen-error.ts';

export interface PlatenClientOptions {
  /** The address of the API, base path included: `https://labels.example/label-api`. */
  readonly url: string | URL;
  /** An API key: `svc_` and 48 lower-case hexadecimal digits. */
  readonly key: string;
  /** The longest time of a call, waits and repetitions included. 120000 if absent. */
  readonly timeoutMs?: number | undefined;
  /**
   * The part of that time that may be spent waiting, because the service is busy or the budget used up. A call that
   * would wait longer fails with the service's answer. 90000 if absent: a budget's window is 60 s long.
   */
  readonly maxWaitMs?: number | undefined;
  /** The most attempts of a call. 5 if absent; 1 never repeats. */
  readonly maxAttempts?: number | undefined;
  /** Whether calls that the rate budget does not cover wait before they are sent. True if absent. */
  readonly pacing?: boolean | undefined;
  /** The function that sends requests instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** {@link PlatenClientOptions}, checked and complete. */
export interface ClientSettings {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
  readonly timeoutMs: number;
  readonly maxWaitMs: number;
  readonly maxAttempts: number;
  readonly pacing: boolean;
  readonly fetch: typeof fetch;
}

const KEY = /^svc_[0-9a-f]{48}$/;

/** Checks and completes options. Throws a {@link UsageError} for those that cannot work; no message has the key. */
export function checkOptions(options: PlatenClientOptions): ClientSettings {
  const { key, pacing = true } = options;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new UsageError('key must be svc_ and 48 lower-case hexadecimal digits');
  }
  // Called without an object, since `fetch` of browsers and workers refuses to be a method of another one.
  const send = options.fetch ?? globalThis.fetch;
  return {
    url: checkUrl(options.url),
    key,
    timeoutMs: checkTimeout(options.timeoutMs ?? 120_000),
    maxWaitMs: checkInteger('maxWaitMs', options.maxWaitMs ?? 90_000, 0, MAX_TIMER_MS),
    maxAttempts: checkInteger('maxAttempts', options.maxAttempts ?? 5, 1, 100),
    pacing,
    fetch: (input, init) => send(input, init),
  };
}

/** Returns a valid `timeoutMs`. Throws a {@link UsageError} for any other number. */
export function checkTimeout(timeoutMs: number): number {
  return checkInteger('timeoutMs', timeoutMs, 1, MAX_TIMER_MS);
}

function checkUrl(given: string | URL): string {
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    throw new UsageError('url must be absolute, as https://labels.example/label-api');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new UsageError('url must be http or https');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UsageError('url must have no user, no query and no fragment');
  }
  return url.href.replace(/\/+$/, '');
}

function checkInteger(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new UsageError(`${name} must be an integer from ${min} to ${max}`);
}
