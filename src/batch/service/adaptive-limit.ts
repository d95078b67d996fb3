/** How many requests are under way at first, and at most where nobody says otherwise. */
const FIRST = 2;
const MOST = 32;

/** Multiples of the latency without load: up to here it is flat, and from here on it has clearly risen. */
const FLAT = 2;
const RISEN = 3;
/**
 * A service that answers sooner counts as if it took so long without load: on one machine with it, 16 to 32 requests at
 * a time cost both sides a quarter less processor time each than 4, and nobody notices these milliseconds.
 */
const QUICK_MS = 10;
/** The latency that a pause of the machine may add. Milliseconds. */
const NOISE_MS = 5;
/** Fewer answers say nothing. */
const ROUND_MIN = 8;

interface Waiting {
  readonly go: () => void;
  readonly signal: AbortSignal;
}

/**
 * How many requests may be under way: one more after each round in which latency stayed flat, half as many after one in
 * which it rose clearly, or when the service refuses for want of room. A round is at least as many answers as the limit
 * is, so each change is judged by requests that were sent after it.
 */
export class AdaptiveLimit {
  readonly #most: number;
  #limit: number;
  #underWay = 0;
  readonly #queue: Waiting[] = [];
  /** The latency without load: of the latest round in which so few were under way, or of a quicker one since. */
  #unloadedMs = Infinity;
  #roundMs: number[] = [];
  /** Answers to requests that were sent before the last change say nothing of it. */
  #staleAnswers = 0;

  /** @param most null where the user does not say. */
  constructor(most: number | null) {
    this.#most = most ?? MOST;
    this.#limit = Math.min(FIRST, this.#most);
  }

  /** Requests that may be under way now. */
  get limit(): number {
    return this.#limit;
  }

  /** Resolves when one more may be under way; rejects with the signal's reason. Who was there before goes `first`. */
  async enter(first: boolean, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#queue.length === 0 && this.#underWay < this.#limit) this.#underWay++;
    else await this.#wait(first, signal);
  }

  #wait(first: boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        go: () => {
          signal.removeEventListener('abort', leave);
          this.#underWay++;
          resolve();
        },
        signal,
      };
      signal.addEventListener('abort', leave);
      if (first) this.#queue.unshift(waiting);
      else this.#queue.push(waiting);
    });
  }

  /** After each that entered. */
  leave(): void {
    this.#underWay--;
    this.#admit();
  }

  /** An answer came, after so many milliseconds. */
  answered(ms: number): void {
    if (this.#staleAnswers > 0) {
      this.#staleAnswers--;
      return;
    }
    this.#roundMs.push(ms);
    if (this.#roundMs.length < Math.max(ROUND_MIN, this.#limit)) return;
    const median = this.#roundMs.toSorted((a, b) => a - b)[this.#roundMs.length >> 1] as number;
    this.#unloadedMs = this.#limit <= FIRST ? median : Math.min(this.#unloadedMs, median);
    const usualMs = Math.max(this.#unloadedMs, QUICK_MS);
    if (median > usualMs * RISEN + NOISE_MS) this.#change(this.#limit / 2);
    else if (median <= usualMs * FLAT + NOISE_MS) this.#change(this.#limit + 1);
    else this.#roundMs = [];
  }

  /** The service has no room. Those that were sent together are refused together, which counts once. */
  refused(): void {
    if (this.#staleAnswers > 0) this.#staleAnswers--;
    else this.#change(this.#limit / 2);
  }

  #change(limit: number): void {
    this.#limit = Math.max(1, Math.min(this.#most, Math.floor(limit)));
    this.#roundMs = [];
    this.#staleAnswers = Math.max(0, this.#underWay - 1);
    this.#admit();
  }

  #admit(): void {
    while (this.#underWay < this.#limit) {
      const waiting = this.#queue.shift();
      if (waiting === undefined) return;
      waiting.go();
    }
  }
}
