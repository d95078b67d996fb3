/** Clocks that an instance and its Redis go by. */
export interface Clocks {
  /** Milliseconds; never goes back, never jumps. */
  readonly monotonic: () => number;
  /** Milliseconds since the epoch. Only looked at before Redis has answered for the first time. */
  readonly wall: () => number;
}

export const SYSTEM_CLOCKS: Clocks = { monotonic: () => performance.now(), wall: () => Date.now() };

/** Between which moments of the deployment's time it is now. Whole microseconds. */
export interface TimeBounds {
  readonly least: number;
  readonly most: number;
}

/** A request for the time, to be passed to {@link DeploymentClock.learn} with its answer. */
export interface TimeQuestion extends TimeBounds {
  readonly sentAt: number;
}

/** Longer than any answer takes that is waited for, the asker's own stalls aside. Microseconds. */
const WAY_US = 200_000;
/** A clock that is set right bit by bit runs faster by at most this much, and is believed. */
const FASTER = 0.001;
/** How far the wall clocks of two hosts may be apart. Microseconds. */
const HOSTS_APART_US = 1_000_000;

/**
 * The time that all windows of the deployment go by, whichever node of Redis they are on. Its home is one key on the
 * guards' node, which every request asks (`redis-scripts.ts`), and it runs as that node's clock does, as long as that
 * is plausible: every question says how far the time must and may have gone on, by what this instance has measured
 * itself since the answers before. A clock that jumps (set by hand, by NTP, or another node's after a failover)
 * therefore moves no window: forwards the time goes on by {@link WAY_US} at most, and by no more than a thousandth
 * faster than the monotonic clock of an instance that asks; it never goes back, and what an instance knows to have
 * passed is made up for.
 *
 * An instance that has just started has measured nothing, and believes the server's clock no further than its host's
 * wall clock. Since every instance asks once a second, it matters only for what has passed since the last of them
 * asked: where none ran, and both clocks jumped meanwhile, that is believed.
 */
export class DeploymentClock {
  readonly #clocks: Clocks;
  #known = false;
  /** The last answer, and when, on the monotonic clock, it was asked for and came. Microseconds. */
  #time = 0;
  #sentAt = 0;
  #receivedAt = 0;
  /** How far the deployment's time is ahead of the monotonic clock, at most. */
  #lead = 0;

  constructor(clocks: Clocks) {
    this.#clocks = clocks;
  }

  /** Before a question. */
  ask(): TimeQuestion {
    const sentAt = this.#monotonicUs();
    if (!this.#known) {
      return { sentAt, least: 0, most: Math.ceil(this.#clocks.wall() * 1000 + HOSTS_APART_US) };
    }
    const least = Math.floor(this.#time + sentAt - this.#receivedAt);
    return { sentAt, least, most: Math.ceil(sentAt + this.#lead + WAY_US) };
  }

  /** The answer to a question. */
  learn(time: number, { sentAt, most }: TimeQuestion): void {
    const lead = time - sentAt;
    // Further than this instance let it go: others have, who know more, or it knew nothing.
    if (!this.#known || time > most) this.#lead = lead;
    else this.#lead = Math.min(lead, this.#lead + Math.max(0, sentAt - this.#sentAt) * FASTER);
    this.#known = true;
    this.#time = time;
    this.#sentAt = sentAt;
    this.#receivedAt = this.#monotonicUs();
  }

  /** The time by the last answer. Only after there was one. */
  now(): TimeBounds {
    const now = this.#monotonicUs();
    return {
      least: Math.floor(this.#time + now - this.#receivedAt),
      most: Math.ceil(this.#time + now - this.#sentAt),
    };
  }

  #monotonicUs(): number {
    return this.#clocks.monotonic() * 1000;
  }
}
