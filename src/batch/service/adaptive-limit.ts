/** Requests that may be under way at first, and at most without `--concurrency`. */
const FIRST = 2;
const MOST = 32;

/** Multiples of the latency without load: below FLAT the limit grows by one, above RISEN it is halved. */
const FLAT = 2;
const RISEN = 3;
/**
 * The least latency without load that counts, in milliseconds. On the machine of a service that answers sooner, 16 to
 * 32 requests at a time cost both sides a quarter less processor time each than 4, for some milliseconds of latency.
 */
const QUICK_MS = 10;
/** The latency that a pause of the machine may add. Milliseconds. */
const NOISE_MS = 5;
/** The fewest answers that show a change. */
const ROUND_MIN = 8;

interface Waiting {
  readonly go: () => void;
  readonly signal: AbortSignal;
}

/**
 * Bounds the requests under way: one more after each round in which latency stayed flat, half as many after a round in
 * which it rose clearly, or when the service refuses for lack of room. A round has at least as many answers as the
 * limit, so each change is judged by requests that were sent after it.
 */
export class AdaptiveLimit {
  readonly #most: number;
  #limit: number;
  #underWay = 0;
  readonly #queue: Waiting[] = [];
  /** The latency without load: of the latest round at the first limit, or of a quicker one since. */
  #unloadedMs = Infinity;
  #roundMs: number[] = [];
  /** Answers that are still to come for requests sent before the last change; they do not count. */
  #staleAnswers = 0;

  /** @param most the bound of the user; null without one */
  constructor(most: number | null) {
    this.#most = most ?? MOST;
    this.#limit = Math.min(FIRST, this.#most);
  }

  /** Requests that may be under way now. */
  get limit(): number {
    return this.#limit;
  }

  /**
   * Resolves when one more may be under way; rejects with the signal's reason.
   *
   * @param first whether the request goes before waiting ones, as one that is sent again does
   */
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

  /** Called after each request that entered. */
  leave(): void {
    this.#underWay--;
    this.#admit();
  }

  /** Counts an answer that came after `ms` milliseconds. */
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

  /** Counts a refusal for lack of room. Requests that were sent together are refused together, which counts once. */
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
