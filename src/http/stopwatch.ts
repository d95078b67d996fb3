import type { WorkTimings } from '../engine/task.ts';

/** What a request's time can go into, in order; handling the body and the label lies between them. */
export const STAGES = ['auth', 'limit', 'queue', 'render', 'encode'] as const;

export type Stage = (typeof STAGES)[number];

/** By name, because to look a stage's property up by its name takes longer than to measure it. */
const INDEXES: Readonly<Record<Stage, number>> = { auth: 0, limit: 1, queue: 2, render: 3, encode: 4 };

/** How long one request takes, and each stage of it. Milliseconds; 0 for a stage that was not reached. */
export class Stopwatch {
  readonly #startedAt = performance.now();
  #stage: Stage | null = null;
  #since = 0;
  readonly #ms = STAGES.map(() => 0);

  /** Milliseconds of a stage so far; 0 where it was not reached. */
  ms(stage: Stage): number {
    return this.#ms[INDEXES[stage]] as number;
  }

  /** Ends the stage that runs, if any, and begins this one. */
  enter(stage: Stage | null): void {
    const now = performance.now();
    if (this.#stage !== null) (this.#ms[INDEXES[this.#stage]] as number) += now - this.#since;
    this.#stage = stage;
    this.#since = now;
  }

  /**
   * Ends the queue's stage. What of it was work goes where it belongs: all of it when nobody measured. The rest
   * is the wait, and the way to the worker and back.
   */
  worked(timings?: WorkTimings): void {
    this.enter(null);
    const away = this.ms('queue');
    const { renderMs, encodeMs } = timings ?? { renderMs: away, encodeMs: 0 };
    this.#ms[INDEXES.render] = renderMs;
    this.#ms[INDEXES.encode] = encodeMs;
    this.#ms[INDEXES.queue] = Math.max(0, away - renderMs - encodeMs);
  }

  /** Milliseconds until now. */
  total(): number {
    return performance.now() - this.#startedAt;
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

/** Two decimals, or none; from whole numbers, whose texts the engine keeps, while those of fractions take long. */
function inHundredths(ms: number): string {
  const hundredths = Math.round(ms * 100);
  const rest = hundredths % 100;
  const whole = (hundredths - rest) / 100;
  return rest === 0 ? String(whole) : `${whole}.${rest < 10 ? '0' : ''}${rest}`;
}
