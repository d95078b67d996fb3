/** A transform's step that cannot be applied to a value; the message says why. */
export class StepFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StepFailure';
  }
}
