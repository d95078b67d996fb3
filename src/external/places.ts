import { FailureError, failure } from '../errors.ts';

export interface PlacesOptions {
  /** Calls in flight at once. */
  readonly places: number;
  /** The longest that one may wait for its place. Milliseconds. */
  readonly waitMs: number;
}

/** A place of one call, until it leaves. */
export interface CallPlace {
  /** Fires when the place went to another account; the reason is a `busy` failure. */
  readonly lost: AbortSignal;
  /** Gives it back, if it was not lost. */
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
  /** In the order in which they came. */
  readonly held: Set<Held>;
  waiting: number;
}

/**
 * The share of the places for each account while others want some: a quarter, and less if more than four share them.
 */
const SHARES = 4;
/** Places that become free by themselves are waited for so often before one is taken away. */
const LOOKS = 8;

const BUSY = failure('busy', 'all calls of the external renderer are taken', { retryAfterSeconds: 1 });

/**
 * Decides which accounts may call. A free place is anybody's, so an account alone may have all of them. When there is
 * none, an account that has its share already is refused at once; one that has less waits, a moment for a place that
 * becomes free, and then takes the latest of the account that has most, if that is more than its share.
 */
export class Places {
  readonly #options: PlacesOptions;
  /** By account; those that have and want nothing are not here. */
  readonly #accounts = new Map<string, Presence>();
  readonly #waiting = new Set<Waiter>();
  #taken = 0;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Rejects with `busy`, at once or when the wait was in vain, or with the signal's reason when the client leaves. */
  async take(account: string, client: AbortSignal): Promise<CallPlace> {
    client.throwIfAborted();
    // Nobody waits while one is free.
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

  /** Somebody has waited long enough for a place. */
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

  /** The places of each account when this many accounts come in addition. */
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
