import type { Histogram, Registry } from 'prom-client';

/** Seconds, from a cached lookup to a request's deadline. */
const BOUNDS = [0.000_03, 0.000_1, 0.000_3, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 15];

interface Observed {
  /** One for each bound, not cumulative, and one for the rest. */
  readonly counts: number[];
  sum: number;
}

/**
 * A histogram of seconds with one label of known values. prom-client's own takes 0.4 µs for a value, and a request
 * has eight; this takes 0.02 µs and is read as prom-client's is.
 */
export class LightHistogram<V extends string> {
  readonly name: string;
  readonly #help: string;
  readonly #label: string | null;
  readonly #observed: Readonly<Record<V, Observed>>;

  /** @param label the label's name; null for a histogram without one, which then has one value of any name. */
  constructor(registry: Registry, name: string, help: string, label: string | null, values: readonly V[]) {
    this.name = name;
    this.#help = help;
    this.#label = label;
    const fresh = (value: V) => [value, { counts: Array<number>(BOUNDS.length + 1).fill(0), sum: 0 }];
    this.#observed = Object.fromEntries(values.map(fresh));
    // All that a registry asks of a metric is its name and `get`; a test compares what it prints with the library.
    registry.registerMetric(this as unknown as Histogram);
  }

  observe(value: V, seconds: number): void {
    const observed = this.#observed[value];
    let at = 0;
    while (at < BOUNDS.length && seconds > (BOUNDS[at] as number)) at++;
    (observed.counts[at] as number)++;
    observed.sum += seconds;
  }

  /** For the registry. */
  async get() {
    const values = Object.entries<Observed>(this.#observed).flatMap(([value, { counts, sum }]) => {
      const labels = this.#label === null ? {} : { [this.#label]: value };
      let count = 0;
      const buckets = counts.map((inBucket, at) => {
        count += inBucket;
        return {
          metricName: `${this.name}_bucket`,
          value: count,
          labels: { le: BOUNDS[at] ?? '+Inf', ...labels },
        };
      });
      return [
        ...buckets,
        { metricName: `${this.name}_sum`, value: sum, labels },
        { metricName: `${this.name}_count`, value: count, labels },
      ];
    });
    return { name: this.name, help: this.#help, type: 'histogram', aggregator: 'sum', values };
  }
}
