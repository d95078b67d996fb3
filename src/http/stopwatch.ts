import type { WorkTimings } from '../engine/task.ts';

/** The stages of a request's time, in order; handling the body and the label lies between them. */
export const STAGES = ['auth', 'limit', 'queue', 'render', 'encode'] as const;

export type RequestStage = (typeof STAGES)[number];

const QUEUE = STAGES.indexOf('queue');
const RENDER = STAGES.indexOf('render');
const ENCODE = STAGES.indexOf('encode');

/** How long one request takes, and each stage of it. Milliseconds; 0 for a stage that was not reached. */
export class Stopwatch {
  /** `performance.now()` when it was made. */
  readonly startedAtMs = performance.now();
  /** The place of the stage that runs; negative where there is none. */
  #stage = -1;
  #since = 0;
  readonly #ms = [0, 0, 0, 0, 0];

  /** Milliseconds of each stage so far, in the order of {@link STAGES}; 0 for one that was not reached. */
  get ms(): readonly number[] {
    return this.#ms;
  }

  /** Ends the stage that runs, if any, and begins this one. */
  enter(stage: RequestStage | null): void {
    const now = performance.now();
    if (this.#stage >= 0) this.#ms[this.#stage] = this.#at(this.#stage) + now - this.#since;
    this.#stage = stage === null ? -1 : STAGES.indexOf(stage);
    this.#since = now;
  }

  /**
   * Ends the queue's stage. The part of it that was work counts as rendering and encoding: all of it where it was not
   * measured. The rest is the wait, and the way to the worker and back.
   */
  worked(timings?: WorkTimings): void {
    this.enter(null);
    const away = this.#at(QUEUE);
    const { renderMs, encodeMs } = timings ?? { renderMs: away, encodeMs: 0 };
    this.#ms[RENDER] = renderMs;
    this.#ms[ENCODE] = encodeMs;
    this.#ms[QUEUE] = Math.max(0, away - renderMs - encodeMs);
  }

  /** Milliseconds until now. */
  total(): number {
    return performance.now() - this.startedAtMs;
  }

  /** The stages as a `Server-Timing` header has them; empty when there was none. Ends the stage that runs. */
  header(): string {
    if (this.#stage >= 0) this.enter(null);
    let header = '';
    for (let stage = 0; stage < STAGES.length; stage++) {
      const ms = this.#at(stage);
      if (ms > 0) header += `${header === '' ? '' : ', '}${STAGES[stage]};dur=${inHundredths(ms)}`;
    }
    return header;
  }

  #at(stage: number): number {
    return this.#ms[stage] as number;
  }
}

/**
 * Two decimals, or none. From whole numbers, whose texts the engine keeps: with those of fractions (`toFixed`) a header
 * takes 0.80 µs instead of 0.55.
 */
function inHundredths(ms: number): string {
  const hundredths = Math.round(ms * 100);
  const rest = hundredths % 100;
  const whole = (hundredths - rest) / 100;
  return rest === 0 ? String(whole) : `${whole}.${rest < 10 ? '0' : ''}${rest}`;
}
