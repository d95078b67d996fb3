import type { Histogram, Registry } from 'prom-client';

/** Seconds, from a cached lookup to the request's deadline. */
const BOUNDS = [0.000_03, 0.000_1, 0.000_3, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 15];

interface Observed {
  /** One for each bound, not cumulative, and one for what is beyond. */
  readonly counts: number[];
  sum: number;
}

/**
 * A histogram with one label of known values. prom-client's own takes 0.4 µs for a value, and a request has six;
 * this takes 0.02 µs and is read as prom-client's is.
 */
export class StageHistogram<S extends string> {
  readonly name: string;
  readonly #help: string;
  readonly #observed: Readonly<Record<S, Observed>>;

  constructor(registry: Registry, name: string, help: string, stages: readonly S[]) {
    this.name = name;
    this.#help = help;
    const fresh = (stage: S) => [stage, { counts: Array<number>(BOUNDS.length + 1).fill(0), sum: 0 }];
    this.#observed = Object.fromEntries(stages.map(fresh));
    // All that a registry asks of a metric is its name and `get`.
    registry.registerMetric(this as unknown as Histogram);
  }

  observe(stage: S, seconds: number): void {
    const observed = this.#observed[stage];
    let at = 0;
    while (at < BOUNDS.length && seconds > (BOUNDS[at] as number)) at++;
    (observed.counts[at] as number)++;
    observed.sum += seconds;
  }

  /** For the registry. */
  async get() {
    const values = Object.entries<Observed>(this.#observed).flatMap(([stage, { counts, sum }]) => {
      let count = 0;
      const buckets = counts.map((inBucket, at) => {
        count += inBucket;
        return {
          metricName: `${this.name}_bucket`,
          value: count,
          labels: { le: BOUNDS[at] ?? '+Inf', stage },
        };
      });
      const labels = { stage };
      return [
        ...buckets,
        { metricName: `${this.name}_sum`, value: sum, labels },
        { metricName: `${this.name}_count`, value: count, labels },
      ];
    });
    return { name: this.name, help: this.#help, type: 'histogram', aggregator: 'sum', values };
  }
}
