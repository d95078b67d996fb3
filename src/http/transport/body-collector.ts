import type { Framing } from './request-rules.ts';
import type { BodyResult } from './transport.ts';
import { turns } from './turns.ts';

const EMPTY = Buffer.alloc(0);

/** The result of reading a request without a body. */
export const NO_BODY: BodyResult = { kind: 'read', bytes: EMPTY };

type State = 'arriving' | 'complete' | 'too_large' | 'timeout' | 'aborted';

/**
 * Collects a request's body as the driver receives it, never more than `maxBytes` of it, until a handler asks
 * for it. A body that is too large, late or no longer wanted is dropped at once, and so is all that follows.
 */
export class BodyCollector {
  readonly #maxBytes: number;
  readonly #declaredBytes: number;
  #state: State = 'arriving';
  #bytes: Buffer = EMPTY;
  #length = 0;
  #limitBytes = Number.POSITIVE_INFINITY;
  #settle: ((result: BodyResult) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the client has sent all of it, kept or not. */
  received = false;

  constructor(framing: Framing, maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#declaredBytes = framing.kind === 'sized' ? framing.bytes : 0;
    if (this.#declaredBytes > maxBytes) this.#state = 'too_large';
  }

  /** Reading it took too long: the client is stuck in the middle of its request. */
  get timedOut(): boolean {
    return this.#state === 'timeout';
  }

  /** Takes the next bytes, which it copies: drivers reuse the memory. */
  push(chunk: Uint8Array, isLast: boolean): void {
    if (isLast) this.received = true;
    if (this.#state !== 'arriving') return;
    const length = this.#length + chunk.length;
    if (length > this.#maxBytes || length > this.#limitBytes) return this.#end('too_large');
    if (chunk.length > 0) this.#append(chunk, length, isLast);
    if (isLast) this.#end('complete');
  }

  /** The client has gone, or the answer is sent without it. */
  drop(): void {
    this.#end('aborted');
  }

  /**
   * All of the body, if that is at most `limitBytes`: at once where it is there. Waits for it for `remainingMs`, which
   * may have passed. The body may lie unread in its socket while the event loop stands still (a long collection, a
   * starved machine), and timers run before sockets: the sockets are read once more before a timeout.
   *
   * @param later calls back once all that came with this turn of the event loop was received, mostly the body too.
   */
  read(
    limitBytes: number,
    remainingMs: number,
    later: (work: () => void) => void,
  ): BodyResult | Promise<BodyResult> {
    this.#limitBytes = limitBytes;
    if (this.#declaredBytes > limitBytes || this.#length > limitBytes) this.#end('too_large');
    if (this.#state !== 'arriving') return this.#result();
    return new Promise((resolve) => {
      this.#settle = resolve;
      later(() => {
        if (this.#state !== 'arriving') return;
        // Node keeps a list of timers for each length that there is: whole milliseconds have one for all.
        this.#timer = setTimeout(() => later(() => this.#end('timeout')), Math.ceil(remainingMs));
      });
    });
  }

  /** One buffer that doubles: a client that sends a byte at a time costs no object for each. */
  #append(chunk: Uint8Array, length: number, isLast: boolean): void {
    if (isLast && this.#length === 0) {
      this.#bytes = Buffer.from(chunk);
    } else {
      if (length > this.#bytes.length) {
        const grown = Buffer.allocUnsafe(Math.min(this.#maxBytes, Math.max(length, 2 * this.#bytes.length)));
        this.#bytes.copy(grown, 0, 0, this.#length);
        this.#bytes = grown;
      }
      this.#bytes.set(chunk, this.#length);
    }
    this.#length = length;
  }

  #end(state: State): void {
    // A complete body can still turn out larger than its reader wants, or unwanted; other states are final.
    if (this.#state !== 'arriving' && this.#state !== 'complete') return;
    this.#state = state;
    if (state !== 'complete') this.#bytes = EMPTY;
    clearTimeout(this.#timer);
    const settle = this.#settle;
    this.#settle = undefined;
    // Bodies that are complete in the same turn would be parsed in it too.
    if (settle !== undefined) turns.run(() => settle(this.#result()));
  }

  #result(): BodyResult {
    if (this.#state === 'complete') return { kind: 'read', bytes: this.#bytes.subarray(0, this.#length) };
    return { kind: this.#state as 'too_large' | 'timeout' | 'aborted' };
  }
}
