import type { Budget, BudgetStates, CredentialGuard, GuardVerdict, Verdict } from './budget.ts';
import { KeyedWindows } from './keyed-windows.ts';
import { SlidingWindow } from './window.ts';

/** Milliseconds on a clock that never goes backwards. */
export type MonotonicClock = () => number;

const ALLOWED: GuardVerdict = { allowed: true };

/** Work budgets kept in this process, with the same limit for each account and each key. */
export class MemoryBudget implements Budget {
  readonly #accounts: KeyedWindows;
  readonly #keys: KeyedWindows;
  readonly #now: MonotonicClock;

  constructor(unitsPerMinute: number, now: MonotonicClock = () => performance.now()) {
    this.#accounts = new KeyedWindows(unitsPerMinute);
    this.#keys = new KeyedWindows(unitsPerMinute);
    this.#now = now;
  }

  /** Accounts and keys that are held in memory. */
  get size(): number {
    return this.#accounts.size + this.#keys.size;
  }

  charge(accountId: string, keyId: string, units: number, whole: number = units): Verdict {
    const now = this.#now();
    const account = this.#accounts.get(accountId, now);
    const key = this.#keys.get(keyId, now);
    if (account.fits(units, now) && key.fits(units, now)) {
      account.add(units, now);
      key.add(units, now);
      return { allowed: true, account: account.state(now), key: key.state(now), chargedAt: now };
    }
    const retryAfterSeconds = Math.max(
      account.retryAfterSeconds(whole, now),
      key.retryAfterSeconds(whole, now),
    );
    return { allowed: false, retryAfterSeconds, account: account.state(now), key: key.state(now) };
  }

  refund(accountId: string, keyId: string, units: number, chargedAt: number): BudgetStates {
    const now = this.#now();
    const account = this.#accounts.get(accountId, now);
    const key = this.#keys.get(keyId, now);
    account.remove(units, chargedAt, now);
    key.remove(units, chargedAt, now);
    return { account: account.state(now), key: key.state(now) };
  }
}

/** Limits of the deployment-wide guards, each in requests per minute. */
export interface GuardLimits {
  readonly prechecks: number;
  readonly unknownKeys: number;
}

/** Credential guards kept in this process. */
export class MemoryGuard implements CredentialGuard {
  readonly #prechecks: SlidingWindow;
  readonly #unknownKeys: SlidingWindow;
  readonly #now: MonotonicClock;

  constructor(limits: GuardLimits, now: MonotonicClock = () => performance.now()) {
    this.#prechecks = new SlidingWindow(limits.prechecks);
    this.#unknownKeys = new SlidingWindow(limits.unknownKeys);
    this.#now = now;
  }

  precheck(): GuardVerdict {
    return count(this.#prechecks, this.#now());
  }

  unknownKey(): GuardVerdict {
    return count(this.#unknownKeys, this.#now());
  }
}

function count(window: SlidingWindow, now: number): GuardVerdict {
  if (!window.fits(1, now)) return { allowed: false, retryAfterSeconds: window.retryAfterSeconds(1, now) };
  window.add(1, now);
  return ALLOWED;
}
