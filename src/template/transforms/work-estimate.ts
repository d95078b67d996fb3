import { TEXT_WORK } from '../records/substitution-budget.ts';
import { workOfSaved } from './step-work.ts';
import type { SavedStep } from './steps.ts';
import { TRANSFORMS_MAX } from './transform-program.ts';

/** Work by the length of the longest value, as a straight line. */
interface Estimate {
  /** The work for a value of one code unit, which may grow like any other. */
  readonly least: number;
  readonly perCodeUnit: number;
}

/** UTF-16 code units that a value of a request may have. */
const LONG_VALUE = 1000;

/** Labels stay in memory, and their saved transforms with them. */
const known = new WeakMap<object, Estimate>();

/**
 * Estimates what saved field transforms take for a record, before they are checked, in the work units of
 * {@link SubstitutionBudget.spendText}; 0 where they are malformed, since none is applied then.
 *
 * @param longest UTF-16 code units of the record's longest value.
 */
export function estimateTransforms(saved: unknown, longest: number): number {
  if (!Array.isArray(saved) || saved.length === 0) return 0;
  let estimate = known.get(saved);
  if (estimate === undefined) {
    const least = workOfAll(saved, 1);
    estimate = { least, perCodeUnit: (workOfAll(saved, LONG_VALUE) - least) / LONG_VALUE };
    known.set(saved, estimate);
  }
  return Math.min(TEXT_WORK, estimate.least + estimate.perCodeUnit * longest);
}

function workOfAll(saved: readonly unknown[], length: number): number {
  if (saved.length > TRANSFORMS_MAX) return 0;
  try {
    const work = (saved as readonly { readonly steps: readonly SavedStep[] }[]).reduce(
      (sum, { steps }) => sum + workOfSaved(steps, length),
      0,
    );
    return Number.isFinite(work) ? work : 0;
  } catch {
    return 0;
  }
}
