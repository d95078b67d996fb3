/** Times between two samples, and what is remembered: enough for two windows of a service's budget. Milliseconds. */
const SAMPLE_MS = 500;
const MEMORY_MS = 120_000;
/** What is shown as the rate now. */
const NOW_MS = 5000;

/**
 * How fast rows are done, by what was done lately. It begins with the first rows that are done: what it takes to start
 * says nothing of those that follow. Instants are milliseconds of a clock that never goes back.
 */
export class Speed {
  /** Instants and the rows done until then, oldest first. */
  readonly #samples: { readonly at: number; readonly rows: number }[] = [];

  add(at: number, rows: number): void {
    const samples = this.#samples;
    if (at - (samples.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < SAMPLE_MS) return;
    samples.push({ at, rows });
    while ((samples[1]?.at ?? at) < at - MEMORY_MS) samples.shift();
  }

  /** Rows a second over the last seconds; null when there was no time to tell. */
  rate(at: number, rows: number): number | null {
    return this.#rateSince(at - NOW_MS, at, rows);
  }

  /** Seconds that so many rows will take, waits for a budget included; null while nobody can tell. */
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
