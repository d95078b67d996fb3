import type { Progress } from '../journal/record.ts';

/** The work done so far, of the resumed runs too. */
export type Counts = Pick<Progress, 'rows' | 'labels' | 'failed'>;

/** The progress of a batch, and its speed. */
export class Status {
  /** Rows of the input: see `RowInput.count`. */
  readonly total: number;
  /** The start of this run, of `performance.now`. */
  readonly startedMs = performance.now();
  readonly #speed = new Speed();
  #counts: Counts;
  #wait: string | null = null;

  constructor(total: number, before: number) {
    this.total = total;
    this.#counts = { rows: before, labels: 0, failed: 0 };
  }

  get counts(): Counts {
    return this.#counts;
  }

  set counts(counts: Counts) {
    this.#counts = counts;
    this.#speed.add(performance.now(), counts.rows);
  }

  get wait(): string | null {
    return this.#wait;
  }

  set wait(what: string | null) {
    this.#wait = what === null ? null : oneLine(what);
  }

  /** From 0 to 1. An empty input is done. */
  get share(): number {
    return this.total === 0 ? 1 : Math.min(1, this.#counts.rows / this.total);
  }

  get percent(): string {
    // Rounded down: only a finished run is at 100 %.
    return `${Math.floor(this.share * 100)} %`;
  }

  get rows(): string {
    return `${figure(this.#counts.rows)} of ${figure(this.total)} rows`;
  }

  /** The number of failed rows in words; empty if there are none. */
  get failures(): string {
    return this.#counts.failed === 0 ? '' : `${figure(this.#counts.failed)} failed`;
  }

  /** Seconds since the start of this run. */
  get seconds(): number {
    return (performance.now() - this.startedMs) / 1000;
  }

  /** Rows a second in words; empty while unknown. */
  get rate(): string {
    const rate = this.#speed.rate(performance.now(), this.#counts.rows);
    if (rate === null) return '';
    return `${rate >= 10 ? figure(Math.round(rate)) : rate.toFixed(1)} rows/s`;
  }

  /** The remaining time in words; empty while unknown. */
  get remaining(): string {
    const left = Math.max(0, this.total - this.#counts.rows);
    const seconds = this.#speed.secondsFor(left, performance.now(), this.#counts.rows);
    return seconds === null ? '' : `${durationText(seconds, 'short')} left`;
  }
}

/** A count with commas: `1,000,000`. */
export function figure(count: number): string {
  return count.toLocaleString('en-US');
}

/** Control characters, marks that turn the direction of a text, line breaks, and lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]+/gu;

/** Text of a label, a row or a server on one line, without characters that control a terminal. */
export function oneLine(text: string): string {
  return text.replace(UNPRINTABLE, ' ').trim();
}

/** Seconds of each unit, with its full and its short name. */
const UNITS = [
  [86_400, 'day', 'd'],
  [3600, 'hour', 'h'],
  [60, 'minute', 'min'],
  [1, 'second', 's'],
] as const;

/**
 * A duration in words, to the second largest of its units: `13 days 21 hours`, or `13 d 21 h` in short.
 *
 * @param seconds not negative; a part of a second is rounded up, so that remaining time is never shown as 0
 */
export function durationText(seconds: number, style: 'full' | 'short' = 'full'): string {
  const whole = Math.ceil(seconds);
  const first = UNITS.findIndex(([size]) => whole >= size);
  if (first < 0) return style === 'full' ? '0 seconds' : '0 s';
  // Rounded first, so that no unit is full: 60 minutes become an hour.
  const smallest = UNITS[Math.min(first + 1, UNITS.length - 1)]?.[0] ?? 1;
  let left = Math.round(whole / smallest) * smallest;
  const said: string[] = [];
  for (const [size, name, symbol] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0)
      said.push(style === 'short' ? `${count} ${symbol}` : `${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return said.join(' ');
}

/** Time between two samples, and time that samples are kept: two windows of a service's budget. Milliseconds. */
const SAMPLE_MS = 500;
const MEMORY_MS = 120_000;
/** Period of the shown rate. Milliseconds. */
const NOW_MS = 5000;

/**
 * The recent speed of a run. The first sample is taken when the first rows are done, so that the time of the start does
 * not count. Instants are milliseconds of a monotonic clock.
 */
class Speed {
  /** Instants and the rows done until then, oldest first. */
  readonly #samples: { readonly at: number; readonly rows: number }[] = [];

  add(at: number, rows: number): void {
    const samples = this.#samples;
    if (at - (samples.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < SAMPLE_MS) return;
    samples.push({ at, rows });
    while ((samples[1]?.at ?? at) < at - MEMORY_MS) samples.shift();
  }

  /** Rows a second over the last seconds; null while unknown. */
  rate(at: number, rows: number): number | null {
    return this.#rateSince(at - NOW_MS, at, rows);
  }

  /** Seconds that `left` more rows will take, waits for a budget included; null while unknown. */
  secondsFor(left: number, at: number, rows: number): number | null {
    const rate = this.#rateSince(at - MEMORY_MS, at, rows);
    return rate === null || rate === 0 ? null : left / rate;
  }

  #rateSince(from: number, at: number, rows: number): number | null {
    const samples = this.#samples;
    const base = samples.findLast((sample) => sample.at <= from) ?? samples[0];
    if (base === undefined || at - base.at < SAMPLE_MS) return null;
    return ((rows - base.rows) * 1000) / (at - base.at);
  }
}
