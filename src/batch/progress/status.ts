import { durationText } from './duration.ts';
import { printable } from './printable.ts';
import { Speed } from './speed.ts';

/** What is done so far, before a resume included. */
export interface Counts {
  /** Failed ones too. */
  readonly rows: number;
  /** Copies included. */
  readonly labels: number;
  readonly failed: number;
}

/** Where a batch is, and how fast it goes. */
export class Status {
  /** Rows of the input, which is what people are told; see `RowInput`. */
  readonly total: number;
  /** Of `performance.now`. */
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
    this.#wait = what === null ? null : printable(what);
  }

  /** From 0 to 1. An empty input is done. */
  get share(): number {
    return this.total === 0 ? 1 : Math.min(1, this.#counts.rows / this.total);
  }

  get percent(): string {
    // Only what is done is 100 %.
    return `${Math.floor(this.share * 100)} %`;
  }

  get rows(): string {
    return `${figure(this.#counts.rows)} of ${figure(this.total)} rows`;
  }

  /** Empty when there are none. */
  get failures(): string {
    return this.#counts.failed === 0 ? '' : `${figure(this.#counts.failed)} failed`;
  }

  /** Since the start of this run. */
  get seconds(): number {
    return (performance.now() - this.startedMs) / 1000;
  }

  /** Rows a second; empty while nobody can tell. */
  get rate(): string {
    const rate = this.#speed.rate(performance.now(), this.#counts.rows);
    if (rate === null) return '';
    return `${rate >= 10 ? figure(Math.round(rate)) : rate.toFixed(1)} rows/s`;
  }

  /** What remains; empty while nobody can tell. */
  get remaining(): string {
    const left = Math.max(0, this.total - this.#counts.rows);
    const seconds = this.#speed.secondsFor(left, performance.now(), this.#counts.rows);
    return seconds === null ? '' : `${durationText(seconds, 'short')} left`;
  }
}

/** A count as people read it: `1,000,000`. */
export function figure(count: number): string {
  return count.toLocaleString('en-US');
}
