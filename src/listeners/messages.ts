import type { MetricSamples } from '../telemetry/listener-metrics.ts';

/** A question of the supervisor to a listener, for an operator's request to all listeners. */
export interface Question {
  readonly id: number;
  readonly about: 'metrics' | 'ready';
}

/** Messages of a listener to its supervisor. */
export type WorkerMessage =
  | { readonly kind: 'listening'; readonly url: string }
  /** The answer to `ready` has no samples. */
  | { readonly kind: 'answer'; readonly id: number; readonly samples: MetricSamples }
  | { readonly kind: 'failure'; readonly id: number; readonly reason: string };

/** The environment variable in which a process gets its number from the supervisor, from 1. */
export const NUMBER_VARIABLE = 'PLATEN_LISTENER';
