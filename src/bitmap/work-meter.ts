import { fail } from '../errors.ts';

/**
 * The most work of drawing one label, in units of about a nanosecond on one core: some fifty times the largest canvas
 * painted over, or fifteen hundred letters that were never drawn before. Counting the work instead of timing it makes a
 * label fail always or never.
 */
export const WORK_MAX = 75_000_000;

/**
 * The most work of all labels of one request, files included: more than PDFs of a hundred labels take. With all
 * pictures that a stream may bring it stays well below half a second.
 */
const TOTAL_WORK_MAX = 200_000_000;

/** Counts the work of drawing labels, before it is done. */
export class WorkMeter {
  #spent: number;
  #before: number;

  /** @param shared units that no label pays for alone. */
  constructor(shared = 0) {
    this.#spent = shared;
    this.#before = shared;
    this.spend(0);
  }

  /** Units so far. */
  get spent(): number {
    return this.#spent;
  }

  /** Starts counting for another label. */
  nextLabel(): void {
    this.#before = this.#spent;
  }

  /** Fails with `too_large` once it is more than a label, or the labels of a request together, may cost. */
  spend(units: number): void {
    this.#spent += units;
    if (this.#spent - this.#before > WORK_MAX) {
      fail('too_large', 'the label takes too much work to draw; fewer or smaller fields over one another do');
    }
    if (this.#spent > TOTAL_WORK_MAX) {
      fail('too_large', 'the labels take too much work to draw together; fewer or smaller pages do');
    }
  }
}
