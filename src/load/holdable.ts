import type { Found } from './find.ts';
import type { Measurement } from './measure.ts';

/** Of the service's budgets and guards. */
export const WINDOW_MS = 60_000;

/** Of what a window let through, so that chance does not go beyond it. */
const SAFE = 0.9;

/**
 * The rate that a search says can be held; null if none was good, or nothing was let through. Its short steps may go beyond a budget's minute: what
 * was let through in the minute before the first 429 is what a minute lets through.
 */
export function holdable({ good, bad, steps }: Found<Pick<Measurement, 'all' | 'endedAt'>>): number | null {
  if (bad?.verdict !== 'budget') return good?.rate ?? null;
  const from = bad.measurement.endedAt - WINDOW_MS;
  const passed = steps
    .filter(({ measurement }) => measurement.endedAt > from)
    .reduce((total, { measurement: { all } }) => total + all.sent - all.count('429'), 0);
  if (passed === 0) return null;
  return Math.min(good?.rate ?? Infinity, (passed * SAFE) / (WINDOW_MS / 1000));
}
