import type { WorkTimings } from '../engine/task.ts';

/** What a request's time can go into, in order; handling the body and the label lies between them. */
export const STAGES = ['auth', 'limit', 'queue', 'render', 'encode'] as const;

export type Stage = (typeof STAGES)[number];

/** How long one request takes, and each stage of it. Milliseconds; 0 for a stage that was not reached. */
export class Stopwatch {
  /** `performance.now()` when it was made. */
  readonly startedAtMs = performance.now();
  #stage: Stage | null = null;
  #since = 0;
  readonly #ms: Record<Stage, number> = { auth: 0, limit: 0, queue: 0, render: 0, encode: 0 };

  /** Milliseconds of a stage so far; 0 where it was not reached. */
  ms(stage: Stage): number {
    return this.#ms[stage];
  }

  /** Ends the stage that runs, if any, and begins this one. */
  enter(stage: Stage | null): void {
    const now = performance.now();
    if (this.#stage !== null) this.#ms[this.#stage] += now - this.#since;
    this.#stage = stage;
    this.#since = now;
  }

  /**
   * Ends the queue's stage. The part of it that was work counts as rendering and encoding: all of it where it was not
   * measured. The rest is the wait, and the way to the worker and back.
   */
  worked(timings?: WorkTimings): void {
    this.enter(null);
    const away = this.ms('queue');
    const { renderMs, encodeMs } = timings ?? { renderMs: away, encodeMs: 0 };
    this.#ms.render = renderMs;
    this.#ms.encode = encodeMs;
    this.#ms.queue = Math.max(0, away - renderMs - encodeMs);
  }

  /** Milliseconds until now. */
  total(): number {
    return performance.now() - this.startedAtMs;
  }

  /** The stages as a `Server-Timing` header has them; empty when there was none. Ends the stage that runs. */
  header(): string {
    this.enter(null);
    let header = '';
    for (const stage of STAGES) {
      const ms = this.ms(stage);
      if (ms > 0) header += `${header === '' ? '' : ', '}${stage};dur=${inHundredths(ms)}`;
    }
    return header;
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
