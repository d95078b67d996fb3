import { Latency } from './latency.ts';
import { PARTS, type Part, partsOf } from './parts.ts';
import type { Outcome } from './shot.ts';

/** How often something was answered, by status and the name of the failure; `none` without an answer. */
type Counts = ReadonlyMap<string, number>;

/** What came of requests of one kind, or of all. Its memory does not grow with their number. */
export class Tally {
  /** From when a request was due until its answer was there, of answers 200. */
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

  record(outcome: Outcome): void {
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

  /** How many were answered like that: with this status, or this status and failure. */
  count(what: string): number {
    const like = [...this.#counts].filter(([each]) => each === what || each.startsWith(`${what} `));
    return sum(like.map(([, count]) => count));
  }

  #count(what: string, count: number): void {
    // What a stranger answers must not fill the memory.
    const counted = this.#counts.has(what) || this.#counts.size < 100 ? what : 'other';
    this.#counts.set(counted, (this.#counts.get(counted) ?? 0) + count);
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
