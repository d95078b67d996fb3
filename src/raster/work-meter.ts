import { fail } from '../errors.ts';

/**
 * What drawing one label may cost, in units of about a nanosecond on one core: some fifty times the largest
 * canvas painted over, or fifteen hundred letters that nobody has drawn before. Counting the work instead of timing
 * it makes a label fail always or never.
 */
export const WORK_MAX = 75_000_000;

/** Counts the work of drawing one label, before it is done. */
export class WorkMeter {
  #spent = 0;

  /** Units so far. */
  get spent(): number {
    return this.#spent;
  }

  /** Fails with `too_large` once it is more than {@link WORK_MAX}. */
  spend(units: number): void {
    this.#spent += units;
    if (this.#spent > WORK_MAX) {
      fail(
        'too_large',
        'The label takes too much work to draw: fewer or smaller fields over one another do.',
      );
    }
  }
}
