import type { Variables } from '../../record/variables.ts';
import { RecordValues } from '../../template/records/record-values.ts';
import { StepFailure } from '../../template/transforms/step-failure.ts';
import { runStep } from '../../template/transforms/steps.ts';
import type { TransformProgram } from '../../template/transforms/transform-program.ts';

/** The value after a step; undefined for a step without a value. */
export interface ShownStep {
  readonly op: string;
  readonly value: string | undefined;
  /** Why the step could not be applied; the steps after it are not shown. Null if it was. */
  readonly failure: string | null;
}

/** A variable's transforms, step by step. */
export interface ShownTransform {
  readonly variable: string;
  readonly before: string | undefined;
  readonly steps: readonly ShownStep[];
}

/** The most steps that are shown of a label. */
const STEPS_MAX = 1000;

/** Applies transforms as a render does, and keeps the value after each step. Malformed transforms show no steps. */
export function showTransforms(
  program: TransformProgram,
  variables: Variables,
  now: Date,
): readonly ShownTransform[] {
  if (!program.ok) return [];
  const record = new RecordValues(variables);
  const failed = new Set<string>();
  let left = STEPS_MAX;
  return program.transforms.map(({ variable, names, keys, steps }) => {
    const before = record.get({ names, keys });
    let value = before;
    const shown: ShownStep[] = [];
    for (const step of failed.has(keys[0]) ? [] : steps.slice(0, left)) {
      left--;
      const failure = failureOf(() => (value = runStep(step, value, now)));
      shown.push({ op: step.op, value, failure });
      if (failure !== null) {
        failed.add(keys[0]);
        break;
      }
    }
    if (value !== undefined && !failed.has(keys[0])) record.set(keys[0], value);
    return { variable, before, steps: shown };
  });
}

function failureOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof StepFailure) return error.message;
    throw error;
  }
}
