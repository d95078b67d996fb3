import type { Measurement } from './measure.ts';

/**
 * What a measurement says of its rate. `refused` is 503, `budget` 429, `failed` another failure or none of an answer,
 * `unreached` fewer requests than were asked for, `slow` a p99 above the bound.
 */
export type Verdict = 'good' | 'slow' | 'unreached' | 'refused' | 'budget' | 'failed';

/** Fewer requests than this share of those asked for are too few. */
const REACHED = 0.95;

/** Judges by what is worst. */
export function verdictOf({ all, unsent }: Measurement, p99BoundMs: number): Verdict {
  const sent = all.sent;
  if (all.count('429') > 0) return 'budget';
  if (all.count('503') > 0) return 'refused';
  if (all.count('200') < sent) return 'failed';
  if (sent < (sent + unsent) * REACHED) return 'unreached';
  const p99Ms = all.latency.percentile(99);
  return p99Ms !== null && p99Ms > p99BoundMs ? 'slow' : 'good';
}

/** A verdict in words. */
export const VERDICTS: Readonly<Record<Verdict, string>> = {
  good: 'good',
  slow: 'p99 above the bound',
  unreached: 'rate not reached',
  refused: 'refused (503)',
  budget: 'over a budget (429)',
  failed: 'failures',
};
