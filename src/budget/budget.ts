/** What is left of one budget after a request, for the `RateLimit` headers. */
export interface BudgetState {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until more becomes available (0 when nothing was used). */
  readonly resetSeconds: number;
}

export type Verdict =
  | { readonly allowed: true; readonly account: BudgetState; readonly key: BudgetState }
  | {
      readonly allowed: false;
      /** Whole seconds, at least 1, after which the same charge would pass if nothing else is charged. */
      readonly retryAfterSeconds: number;
      readonly account: BudgetState;
      readonly key: BudgetState;
    };

export type GuardVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/**
 * Work budgets over a sliding window: no 60 seconds admit more units than the budget. A refused charge costs
 * nothing. Implementations may answer at once or with a promise; a rejection means that the counter could not
 * be reached.
 */
export interface Budget {
  /** Charges account and key together, or neither. `units` is at least 1. */
  charge(accountId: string, keyId: string, units: number): Verdict | Promise<Verdict>;
}

/** Deployment-wide credential guards, over the same kind of window. */
export interface CredentialGuard {
  /** Counts one request before its key is looked at. */
  precheck(): GuardVerdict | Promise<GuardVerdict>;
  /** Counts one well-formed key that nobody has. */
  unknownKey(): GuardVerdict | Promise<GuardVerdict>;
}
