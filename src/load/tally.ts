import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { type RequestStage, STAGES } from '../http/stopwatch.ts';
import { rounded } from './numbers.ts';
import type { RequestOutcome } from './request-plan.ts';

/** The parts of an answer's time: the wait to be sent, the service's stages, and the network and event loops. */
export const PARTS = ['wait', ...STAGES, 'rest'] as const;

export type Part = (typeof PARTS)[number];

const isStage = (name: string): name is RequestStage => STAGES.some((stage) => stage === name);

/** An answer's time by part, in milliseconds. Stages that the service did not reach are 0. */
export function partsOf({ headers, waitMs, answerMs }: RequestOutcome): Readonly<Record<Part, number>> {
  const parts = { wait: waitMs, auth: 0, limit: 0, queue: 0, render: 0, encode: 0, rest: answerMs };
  for (const [, name = '', ms = ''] of (headers.get('server-timing') ?? '').matchAll(TIMING)) {
    if (!isStage(name)) continue;
    parts[name] = Number(ms);
    parts.rest = Math.max(0, parts.rest - Number(ms));
  }
  return parts;
}

const TIMING = /(\w+);dur=(\d{1,9}(?:\.\d{1,9})?)/g;

/** The number of answers by status and name of the failure; `none` counts requests without an answer. */
type Counts = ReadonlyMap<string, number>;

/** Counts the outcomes of requests of one kind, or of all, in memory that does not grow with their number. */
export class Tally {
  /** Times from when a request was due until its answer had come, of answers 200. */
  readonly latency = new Latency();
  readonly parts = Object.fromEntries(PARTS.map((part) => [part, new Latency()])) as Readonly<
    Record<Part, Latency>
  >;
  readonly #counts = new Map<string, number>();

  get counts(): Counts {
    return this.#counts;
  }

  /** Requests that were sent. */
  get sent(): number {
    return sum(this.#counts.values());
  }

  record(outcome: RequestOutcome): void {
    const { status, headers } = outcome;
    this.#count(status === null ? 'none' : [status, headers.get('x-svc-error-code')].join(' ').trim(), 1);
    if (status !== 200) return;
    this.latency.record(outcome.waitMs + outcome.answerMs);
    for (const [part, ms] of Object.entries(partsOf(outcome))) this.parts[part as Part].record(ms);
  }

  add(other: Tally): void {
    this.latency.add(other.latency);
    for (const part of PARTS) this.parts[part].add(other.parts[part]);
    for (const [what, count] of other.counts) this.#count(what, count);
  }

  /** The number of answers with this status, or with this status and failure. */
  count(what: string): number {
    const like = [...this.#counts].filter(([each]) => each === what || each.startsWith(`${what} `));
    return sum(like.map(([, count]) => count));
  }

  #count(what: string, count: number): void {
    // Answers of other programs, such as proxies, must not fill the memory.
    const counted = this.#counts.has(what) || this.#counts.size < 100 ? what : 'other';
    this.#counts.set(counted, (this.#counts.get(counted) ?? 0) + count);
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** Answers in one stretch of time. */
export interface SeriesPoint {
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
const POINTS_MAX = 240;

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
  points(): readonly SeriesPoint[] {
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
    if (index >= POINTS_MAX) {
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

/** The longest time that is counted as it is, in microseconds: two minutes, longer than any wait for a request. */
const LONGEST_US = 120_000_000;

/** Added to each time, since a histogram counts from 1. */
const FIRST = 1;

/** Percentages of a distribution, ever closer together, since slow answers matter most. */
const PERCENTAGES = [
  1, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99, 99.5, 99.8, 99.9, 99.95, 99.98, 99.99,
];

/** Counts times in classes, in memory that does not grow with their number. */
export class Latency {
  readonly #histogram: RecordableHistogram;

  /** @param figures significant digits: 3 take 150 KiB, 2 take 20 KiB. */
  constructor(figures: 2 | 3 = 3) {
    this.#histogram = createHistogram({ lowest: FIRST, highest: LONGEST_US + FIRST, figures });
  }

  record(ms: number): void {
    this.#histogram.record(FIRST + Math.min(LONGEST_US, Math.max(0, Math.round(ms * 1000))));
  }

  add(other: Latency): void {
    this.#histogram.add(other.#histogram);
  }

  get count(): number {
    return this.#histogram.count;
  }

  /** The mean in milliseconds; null without times, as for all figures here. */
  get mean(): number | null {
    return this.count === 0 ? null : inMs(this.#histogram.mean);
  }

  get max(): number | null {
    return this.count === 0 ? null : inMs(this.#histogram.max);
  }

  /** The time, in milliseconds, below which this percentage is. */
  percentile(percentage: number): number | null {
    return this.count === 0 ? null : inMs(this.#histogram.percentile(percentage));
  }

  /** Percentages, each with the time below which that many answers came, as far as there are enough of them. */
  distribution(): readonly { readonly percentage: number; readonly ms: number }[] {
    return PERCENTAGES.filter((percentage) => (1 - percentage / 100) * this.count >= 1).map((percentage) => ({
      percentage,
      ms: inMs(this.#histogram.percentile(percentage)),
    }));
  }
}

const inMs = (counted: number): number => (counted - FIRST) / 1000;
