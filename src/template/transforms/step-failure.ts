/** A step in words, such as `step 1 (trim)`: people count from 1. */
export function nameOfStep(position: number, op: unknown): string {
  return typeof op === 'string' ? `step ${position + 1} (${op.slice(0, 40)})` : `step ${position + 1}`;
}

/** A transform's step that cannot be applied to a value; the message says why. */
export class StepFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StepFailure';
  }
}
