import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';

/** A registry as JSON, to be sent from one process to another. */
export type MetricSamples = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Metrics of the process that supervises listeners: its own, and how they are. */
export interface SupervisorMetrics {
  readonly registry: Registry;
  readonly replaced: Counter;
}

export function supervisorMetrics(serving: () => number): SupervisorMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'platen_listeners',
    help: 'Processes that serve the port',
    registers,
    collect() {
      this.set(serving());
    },
  });
  const replaced = new Counter({
    name: 'platen_listeners_replaced_total',
    help: 'Processes that ended by themselves and were replaced',
    registers,
  });
  return { registry, replaced };
}

/**
 * The samples of several processes together, each with the `listener` that it is of. They are not added up: a sum
 * would fall when one is replaced and counts from 0 again, and is no use for most gauges.
 */
export function together(parts: readonly { listener: string; samples: MetricSamples }[]): Registry {
  const labelled = parts.map(({ listener, samples }) =>
    samples.map((metric) => ({
      ...metric,
      // With the label no two samples are alike; other ways would leave some metrics out.
      aggregator: 'sum',
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, listener } })),
    })),
  );
  return AggregatorRegistry.aggregate(labelled);
}
