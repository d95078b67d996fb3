/** The service answers within 15 s: what has not come by then never will. */
const ANSWER_MS = 30_000;

/** One sending of a request. Its time begins when it is sent, after whatever wait for the budget. */
export class Attempt {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #leave = (): void => this.#controller.abort(this.#outer.reason);
  #sentAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(outer: AbortSignal) {
    this.#outer = outer;
    outer.addEventListener('abort', this.#leave);
  }

  /** Aborts with the outer signal, or when no answer comes. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  send(): void {
    this.#sentAt = performance.now();
    const late = (): void => this.#controller.abort(new LateAnswer(`no answer within ${ANSWER_MS / 1000} s`));
    this.#timer = setTimeout(late, ANSWER_MS);
  }

  sinceSentMs(): number {
    return performance.now() - this.#sentAt;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#leave);
  }
}

/** An attempt was given up. */
export class LateAnswer extends Error {
  override readonly name = 'LateAnswer';
}
