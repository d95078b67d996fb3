import type { Budget, BudgetStates, BudgetVerdict, CredentialGuard, GuardVerdict, Payer } from './budget.ts';
import { KeyedWindows } from './keyed-windows.ts';
import { SlidingWindow } from './window.ts';

/** Milliseconds on a clock that never goes backwards. */
export type MonotonicClock = () => number;

const ALLOWED: GuardVerdict = { allowed: true };

/** Work budgets kept in this process. */
export class MemoryBudget implements Budget {
  readonly #accounts = new KeyedWindows();
  readonly #keys = new KeyedWindows();
  readonly #unitsPerMinute: number;
  readonly #now: MonotonicClock;

  /** `unitsPerMinute` is the limit of those who have none of their own. */
  constructor(unitsPerMinute: number, now: MonotonicClock = () => performance.now()) {
    this.#unitsPerMinute = unitsPerMinute;
    this.#now = now;
  }

  /** Accounts and keys that are held in memory. */
  get size(): number {
    return this.#accounts.size + this.#keys.size;
  }

  charge(payer: Payer, units: number, whole: number = units): BudgetVerdict {
    const now = this.#now();
    const limit = payer.unitsPerMinute ?? this.#unitsPerMinute;
    const account = this.#accounts.get(payer.accountId, now);
    const key = this.#keys.get(payer.keyId, now);
    if (account.fits(units, limit, now) && key.fits(units, limit, now)) {
      account.add(units, now);
      key.add(units, now);
      return {
        allowed: true,
        account: account.state(limit, now),
        key: key.state(limit, now),
        chargedAt: now,
      };
    }
    const retryAfterSeconds = Math.max(
      account.retryAfterSeconds(whole, limit, now),
      key.retryAfterSeconds(whole, limit, now),
    );
    return {
      allowed: false,
      retryAfterSeconds,
      account: account.state(limit, now),
      key: key.state(limit, now),
    };
  }

  refund(payer: Payer, units: number, chargedAt: number): BudgetStates {
    const now = this.#now();
    const limit = payer.unitsPerMinute ?? this.#unitsPerMinute;
    const account = this.#accounts.get(payer.accountId, now);
    const key = this.#keys.get(payer.keyId, now);
    account.remove(units, chargedAt, now);
    key.remove(units, chargedAt, now);
    return { account: account.state(limit, now), key: key.state(limit, now) };
  }
}

/** Limits of the deployment-wide guards, each in requests per minute. */
export interface GuardLimits {
  readonly prechecks: number;
  readonly unknownKeys: number;
}

/** Credential guards kept in this process. */
export class MemoryGuard implements CredentialGuard {
  readonly #prechecks = new SlidingWindow();
  readonly #unknownKeys = new SlidingWindow();
  readonly #limits: GuardLimits;
  readonly #now: MonotonicClock;

  constructor(limits: GuardLimits, now: MonotonicClock = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  precheck(): GuardVerdict {
    return count(this.#prechecks, this.#limits.prechecks, this.#now());
  }

  unknownKey(): GuardVerdict {
    return count(this.#unknownKeys, this.#limits.unknownKeys, this.#now());
  }
}

function count(window: SlidingWindow, limit: number, now: number): GuardVerdict {
  if (!window.fits(1, limit, now)) {
    return { allowed: false, retryAfterSeconds: window.retryAfterSeconds(1, limit, now) };
  }
  window.add(1, now);
  return ALLOWED;
}
