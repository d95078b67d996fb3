import type { z } from 'zod';
import { fail } from '../../errors.ts';
import { onFirstUse, zod } from '../../on-first-use.ts';
import { variableKey } from '../placeholders/token.ts';
import type { RecordValues } from '../records/record-values.ts';
import type { SubstitutionBudget } from '../records/substitution-budget.ts';
import { nameOfStep, StepFailure } from './step-failure.ts';
import { workOf } from './step-work.ts';
import { operations, runStep, type Step, stepSchema } from './steps.ts';

/** Saved field transforms, checked, or the reason why they cannot be applied. */
export type TransformProgram =
  | { readonly ok: true; readonly transforms: readonly CheckedTransform[] }
  | { readonly ok: false; readonly details: string };

interface CheckedTransform {
  readonly variable: string;
  readonly names: readonly [string];
  readonly keys: readonly [string];
  readonly steps: readonly Step[];
}

export const TRANSFORMS_MAX = 200;
/** Values of all maps together: to check this many takes about 50 ms. */
const MAP_VALUES_MAX = 100_000;

const transformsSchema = onFirstUse(() => zod().array(zod().unknown()).max(TRANSFORMS_MAX));

const transformSchema = onFirstUse(() => {
  const z = zod();
  return z.object({ variable: z.string().trim().min(1), steps: z.array(z.unknown()).max(50) });
});

/** Checks saved field transforms; null means none. Never throws. */
export function compileTransforms(saved: unknown): TransformProgram {
  // Most labels have none, and no need of the schemas.
  if (saved === null || saved === undefined || (Array.isArray(saved) && saved.length === 0)) {
    return { ok: true, transforms: [] };
  }
  const list = transformsSchema().safeParse(saved);
  if (!list.success) return malformed('they are', list.error);
  const transforms: CheckedTransform[] = [];
  let mapValues = 0;
  for (const [index, item] of list.data.entries()) {
    const transform = transformSchema().safeParse(item);
    if (!transform.success) return malformed(`transform ${index + 1} is`, transform.error);
    const { variable } = transform.data;
    const steps: Step[] = [];
    for (const [position, candidate] of transform.data.steps.entries()) {
      mapValues += countMapValues(candidate);
      if (mapValues > MAP_VALUES_MAX) {
        return {
          ok: false,
          details: `they are malformed, their maps have more than ${MAP_VALUES_MAX} values`,
        };
      }
      const step = stepSchema().safeParse(candidate);
      if (!step.success) {
        const name = nameOfStep(position, (candidate as { op?: unknown } | null)?.op);
        return malformed(`transform of "${variable}", ${name} is`, step.error);
      }
      steps.push(step.data);
    }
    transforms.push({ variable, names: [variable], keys: [variableKey(variable)], steps });
  }
  return { ok: true, transforms };
}

function countMapValues(step: unknown): number {
  const values = (step as { values?: unknown } | null)?.values;
  return typeof values === 'object' && values !== null ? Object.keys(values).length : 0;
}

function malformed(what: string, error: z.ZodError): TransformProgram {
  const [issue] = error.issues;
  return { ok: false, details: `${what} malformed${issue === undefined ? '' : `, ${inWords(issue)}`}` };
}

/** The fault of a member, without a full stop: `op must be one of trim, upper`. */
function inWords(issue: z.core.$ZodIssue): string {
  const member = issue.path.length === 0 ? 'it' : issue.path.join('.');
  switch (issue.code) {
    case 'invalid_type':
      return `${member} must be ${AS_NOUN[issue.expected] ?? `of type ${issue.expected}`}`;
    case 'invalid_union':
      return `${member} must be one of ${operations().join(', ')}`;
    case 'invalid_value':
      return `${member} must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `${member} must ${issue.origin === 'string' ? 'not be empty' : `be at least ${issue.minimum}`}`;
    case 'too_big':
      return `${member} must be at most ${issue.maximum}${UNIT[issue.origin] ?? ''}`;
    default:
      return `${member} is not valid`;
  }
}

const AS_NOUN: Readonly<Record<string, string>> = {
  array: 'a list',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};
/** The unit of a size; none for numbers. */
const UNIT: Readonly<Record<string, string>> = { array: ' entries long', string: ' characters long' };

/**
 * Transforms the values of one record at a time of the clock. Steps that cannot be applied become faults of the budget.
 * Fails with field_transform_invalid (422) where the transforms are malformed, with too_large (413) before a step that
 * takes more work than the request has left.
 *
 * @returns the keys of the variables that failed, which have no value that could be used; null for none.
 */
export function applyTransforms(
  program: TransformProgram,
  record: RecordValues,
  now: Date,
  budget: SubstitutionBudget,
): ReadonlySet<string> | null {
  if (!program.ok) fail('field_transform_invalid', program.details);
  let failed: Set<string> | null = null;
  for (const { variable, names, keys, steps } of program.transforms) {
    if (failed?.has(keys[0])) continue;
    let value = record.get({ names, keys });
    for (const [position, step] of steps.entries()) {
      budget.spendText(workOf(step, value));
      try {
        value = runStep(step, value, now);
      } catch (error) {
        if (!(error instanceof StepFailure)) throw error;
        const { op } = step;
        budget.faults.step({ variable, step: position, op, value: value ?? '', reason: error.message });
        failed ??= new Set();
        failed.add(keys[0]);
        break;
      }
    }
    if (value !== undefined) record.set(keys[0], value);
  }
  return failed;
}
