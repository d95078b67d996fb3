import { rounded } from './numbers.ts';
import type { RequestOutcome } from './planned-requests.ts';
import { Latency } from './tally.ts';

/** Answers in one stretch of time. */
export interface Point {
  /** Time from the first answer until the end of the stretch. */
  readonly seconds: number;
  /** Answers 200 a second. */
  readonly rate: number;
  /** Requests a second that were refused, or not answered. */
  readonly failed: number;
  readonly p50_ms: number | null;
  readonly p99_ms: number | null;
}

interface Stretch {
  readonly latency: Latency;
  failed: number;
}

/** Points of a series, at most. */
const MOST = 240;

/** The outcomes of requests over time, in at most 240 stretches of equal length, which grow with the time. */
export class Series {
  /** The time of the first answer. */
  #startedAt: number | null = null;
  #stretchMs = 500;
  #stretches: Stretch[] = [];

  record({ status, waitMs, answerMs }: RequestOutcome): void {
    const stretch = this.#current();
    if (status === 200) stretch.latency.record(waitMs + answerMs);
    else stretch.failed++;
  }

  /** All stretches but the last, which is not over, unless it is the only one. */
  points(): readonly Point[] {
    const seconds = this.#stretchMs / 1000;
    return this.#stretches
      .slice(0, Math.max(1, this.#stretches.length - 1))
      .map(({ latency, failed }, index) => ({
        seconds: (index + 1) * seconds,
        rate: rounded(latency.count / seconds),
        failed: rounded(failed / seconds),
        p50_ms: rounded(latency.percentile(50)),
        p99_ms: rounded(latency.percentile(99)),
      }));
  }

  #current(): Stretch {
    this.#startedAt ??= performance.now();
    const index = Math.floor((performance.now() - this.#startedAt) / this.#stretchMs);
    if (index >= MOST) {
      this.#thin();
      return this.#current();
    }
    while (this.#stretches.length <= index) this.#stretches.push(empty());
    return this.#stretches[index] as Stretch;
  }

  /** Joins every two stretches to one that is twice as long. */
  #thin(): void {
    this.#stretchMs *= 2;
    this.#stretches = this.#stretches.flatMap((stretch, index) => {
      const next = this.#stretches[index + 1];
      if (index % 2 === 1) return [];
      if (next !== undefined) stretch.latency.add(next.latency);
      return [{ latency: stretch.latency, failed: stretch.failed + (next?.failed ?? 0) }];
    });
  }
}

function empty(): Stretch {
  return { latency: new Latency(2), failed: 0 };
}
