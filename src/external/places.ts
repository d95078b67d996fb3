import { FailureError, failure } from '../errors.ts';

export interface PlacesOptions {
  /** Calls in flight at once. */
  readonly places: number;
  /** The longest that one may wait for its place. Milliseconds. */
  readonly waitMs: number;
}

/** A place of one call, until it leaves. */
export interface CallPlace {
  /** Aborted when the place goes to another account; the reason is a `busy` failure. */
  readonly lost: AbortSignal;
  /** Gives the place back, unless it was lost. */
  leave(): void;
}

interface Held {
  readonly account: string;
  readonly controller: AbortController;
}

interface Waiter {
  readonly account: string;
  readonly enter: (place: CallPlace) => void;
}

/** The calls of one account. */
interface Presence {
  /** Places in the order in which they were taken. */
  readonly held: Set<Held>;
  waiting: number;
}

/** The share of an account while others want places too is a quarter, or less if more than four accounts want some. */
const SHARES = 4;
/** Looks during a wait: at all but the last, a place may be taken from another account. */
const LOOKS = 8;

const BUSY = failure('busy', 'all calls of the external renderer are taken', { retryAfterSeconds: 1 });

/**
 * Decides which accounts may call. Any account may take a free place, so a single one may have all of them. Without a
 * free place, an account that has its share is refused at once. An account with less waits for a moment, and then takes
 * the latest place of the account with most, if that has more than its share.
 */
export class Places {
  readonly #options: PlacesOptions;
  /** The accounts that have a place or wait for one. */
  readonly #accounts = new Map<string, Presence>();
  readonly #waiting = new Set<Waiter>();
  #taken = 0;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes a place. Rejects with `busy`, at once or after the wait, or with the signal's reason. */
  async take(account: string, client: AbortSignal): Promise<CallPlace> {
    client.throwIfAborted();
    // No call waits while a place is free.
    if (this.#taken < this.#options.places) return this.#give(account);
    const presence = this.#accounts.get(account);
    const share = this.#share(presence === undefined ? 1 : 0);
    const has = presence === undefined ? 0 : presence.held.size + presence.waiting;
    if (has >= share || this.#waiting.size >= this.#options.places) throw new FailureError(BUSY);
    return this.#wait(account, client);
  }

  #wait(account: string, client: AbortSignal): Promise<CallPlace> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        account,
        enter: (place) => {
          over();
          resolve(place);
        },
      };
      const leave = (): void => {
        over();
        reject(client.reason);
      };
      let looks = 0;
      const timer = setInterval(() => {
        if (++looks < LOOKS) return this.#takeAway();
        over();
        reject(new FailureError(BUSY));
      }, this.#options.waitMs / LOOKS);
      const over = (): void => {
        clearInterval(timer);
        client.removeEventListener('abort', leave);
        this.#waiting.delete(waiter);
        this.#presence(account).waiting--;
        this.#forget(account);
      };
      client.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiter);
      this.#presence(account).waiting++;
    });
  }

  #give(account: string): CallPlace {
    const held: Held = { account, controller: new AbortController() };
    this.#presence(account).held.add(held);
    this.#taken++;
    return { lost: held.controller.signal, leave: () => this.#leave(held) };
  }

  #leave(held: Held): void {
    if (this.#accounts.get(held.account)?.held.delete(held) !== true) return;
    this.#taken--;
    this.#forget(held.account);
    let next: Waiter | undefined;
    for (const waiter of this.#waiting) {
      if (next === undefined || this.#heldBy(waiter) < this.#heldBy(next)) next = waiter;
    }
    next?.enter(this.#give(next.account));
  }

  /** Takes a place away from the account with most, for a call that has waited long enough. */
  #takeAway(): void {
    let most: Presence | undefined;
    for (const presence of this.#accounts.values()) {
      if (presence.held.size > (most?.held.size ?? this.#share(0))) most = presence;
    }
    const latest = [...(most?.held ?? [])].at(-1);
    if (latest === undefined) return;
    this.#leave(latest);
    latest.controller.abort(new FailureError(BUSY));
  }

  /** Places of each account if this many accounts come in addition. */
  #share(newcomers: number): number {
    return Math.max(1, Math.floor(this.#options.places / Math.max(SHARES, this.#accounts.size + newcomers)));
  }

  #heldBy({ account }: Waiter): number {
    return this.#presence(account).held.size;
  }

  #presence(account: string): Presence {
    let presence = this.#accounts.get(account);
    if (presence === undefined) {
      presence = { held: new Set(), waiting: 0 };
      this.#accounts.set(account, presence);
    }
    return presence;
  }

  #forget(account: string): void {
    const { held, waiting } = this.#presence(account);
    if (held.size + waiting === 0) this.#accounts.delete(account);
  }
}
