import { Latency } from './latency.ts';
import type { Outcome } from './shot.ts';

/** What was answered in one stretch of time. */
export interface Point {
  /** From the start of the series until the middle of the stretch, in seconds. */
  readonly at: number;
  /** Answers 200 a second. */
  readonly rate: number;
  /** Refused or without an answer, a second. */
  readonly failed: number;
  readonly p50: number | null;
  readonly p99: number | null;
}

interface Stretch {
  readonly latency: Latency;
  failed: number;
}

/** Points of a series, at most. */
const MOST = 240;

/** How requests fared over time: however long that is, in at most 240 stretches of equal length. */
export class Series {
  readonly #startedAt = performance.now();
  #stretchMs = 500;
  #stretches: Stretch[] = [];

  record({ status, waitMs, answerMs }: Outcome): void {
    const stretch = this.#current();
    if (status === 200) stretch.latency.record(waitMs + answerMs);
    else stretch.failed++;
  }

  points(): readonly Point[] {
    const seconds = this.#stretchMs / 1000;
    return this.#stretches.map(({ latency, failed }, index) => ({
      at: (index + 0.5) * seconds,
      rate: latency.count / seconds,
      failed: failed / seconds,
      p50: latency.percentile(50),
      p99: latency.percentile(99),
    }));
  }

  #current(): Stretch {
    const index = Math.floor((performance.now() - this.#startedAt) / this.#stretchMs);
    if (index >= MOST) {
      this.#thin();
      return this.#current();
    }
    while (this.#stretches.length <= index) this.#stretches.push(empty());
    return this.#stretches[index] as Stretch;
  }

  /** Two stretches become one, twice as long. */
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
