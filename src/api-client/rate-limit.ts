import type { AnswerHeaders } from './exchange.ts';

/** The state of the key's rate budget in an answer. */
export interface RateLimit {
  /** Units in a window; of the tighter budget, if the account's and the key's differ. Infinity if missing. */
  readonly limit: number;
  /** Units that are left. */
  readonly remaining: number;
  /** Seconds until more units become available. */
  readonly resetSeconds: number;
}

/** `RateLimit: "account";r=12;t=34` and `RateLimit-Policy: "account";q=60;w=60, "key";q=60;w=60`; null without them. */
export function readRateLimit(headers: AnswerHeaders): RateLimit | null {
  const text = headers.get('ratelimit') ?? '';
  const remaining = /;\s*r=(\d{1,9})\b/.exec(text)?.[1];
  const resetSeconds = /;\s*t=(\d{1,6})\b/.exec(text)?.[1];
  if (remaining === undefined || resetSeconds === undefined) return null;
  let limit = Infinity;
  for (const policy of (headers.get('ratelimit-policy') ?? '').split(',')) {
    limit = Math.min(limit, Number(/;\s*q=(\d{1,9})\b/.exec(policy)?.[1] ?? Infinity));
  }
  return {
    limit,
    remaining: Number(remaining),
    resetSeconds: Number(resetSeconds),
  };
}
