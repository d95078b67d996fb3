import type { MetricSamples } from '../telemetry/listener-metrics.ts';

/** A question of the supervisor to a listener, for an operator's request to all of them. */
export interface Question {
  readonly id: number;
  readonly about: 'metrics' | 'ready';
}

/** Messages of a listener to its supervisor. */
export type WorkerMessage =
  | { readonly kind: 'listening'; readonly url: string }
  /** There are no samples in the answer to `ready`. */
  | { readonly kind: 'answer'; readonly id: number; readonly samples: MetricSamples }
  | { readonly kind: 'failure'; readonly id: number; readonly reason: string };

/** Names the variable by which a supervisor tells a process its number, from 1. */
export const NUMBER_VARIABLE = 'PLATEN_LISTENER';
