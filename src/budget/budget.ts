/** Whose budgets are charged. Both have the same limit. */
export interface Payer {
  readonly accountId: string;
  readonly keyId: string;
  /** The limit that is theirs alone; null for the deployment's. */
  readonly unitsPerMinute: number | null;
}

/** The rest of one budget after a request, for the `RateLimit` headers. */
export interface BudgetState {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until more becomes available (0 when nothing is used). */
  readonly resetSeconds: number;
}

/** The two budgets that every charge goes to. */
export interface BudgetStates {
  readonly account: BudgetState;
  readonly key: BudgetState;
}

export type BudgetVerdict = BudgetStates &
  (
    | {
        readonly allowed: true;
        /** When it was charged, on the budgets' own clock: it names the charge to {@link Budget.refund}. */
        readonly chargedAt: number;
      }
    | {
        readonly allowed: false;
        /**
         * Whole seconds, at least 1, after which the whole request would pass if nothing else is charged; 60 for
         * one that never can.
         */
        readonly retryAfterSeconds: number;
      }
  );

export type GuardVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/**
 * Work budgets over a sliding window: no 60 seconds that end with a charge hold more units than the limit which that
 * charge was made under. A limit may change between charges: what was charged before stays charged. A refused charge
 * costs nothing. Implementations may answer at once or with a promise; a rejection means that the counter could not
 * be reached.
 */
export interface Budget {
  /**
   * Charges account and key together, or neither. `units` is at least 1. `whole` is what the request costs in
   * all where this is a part of it: who is refused pays the other parts again.
   */
  charge(payer: Payer, units: number, whole?: number): BudgetVerdict | Promise<BudgetVerdict>;
  /**
   * Takes a charge back from the moment at which it was made. Units that have expired, or that the window no longer
   * knows, stay as they are, so no window ever admits more than the budget. Call it at most once for a charge, with
   * its units.
   */
  refund(payer: Payer, units: number, chargedAt: number): BudgetStates | Promise<BudgetStates>;
}

/** Deployment-wide credential guards, over the same kind of window. */
export interface CredentialGuard {
  /** Counts one request before its key is looked at. */
  precheck(): GuardVerdict | Promise<GuardVerdict>;
  /** Counts one well-formed key that nobody has. */
  unknownKey(): GuardVerdict | Promise<GuardVerdict>;
}
