import { LIMITS } from '../../limits.ts';
import { isTooLongText } from '../../record/variables.ts';
import type { RowLayout } from '../stages.ts';

/** Why a value cannot be printed, in words that follow the name of its column. */
export const WITH_NUL = 'has a NUL, which no label can print';

/** The fault of a value, in words that follow the name of its column; null for none. */
export function wrongValue(text: string): string | null {
  return isTooLongText(text)
    ? `has a value of ${text.length} characters; at most ${LIMITS.variableValueUnits} are allowed`
    : null;
}

const COPIES = /^\d{1,3}$/;

/** Copies as a cell has them, `usual` for an empty one; null for what is no such number. */
export function copiesOf(text: string, usual: number): number | null {
  const digits = text.trim();
  if (digits === '') return usual;
  const copies = COPIES.test(digits) ? Number(digits) : 0;
  return copies >= 1 && copies <= LIMITS.printCopies ? copies : null;
}

/** Why {@link copiesOf} is null, in words that follow the name of the column. */
export function wrongCopies(text: string): string {
  return `has ${quote(text)} copies; allowed are 1 to ${LIMITS.printCopies}`;
}

/** The longest quotation in a message. */
const QUOTED = 40;

/** A name or a value as messages show it. */
export function quote(text: string): string {
  return JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text);
}

/**
 * Makes the variables of rows: each a copy of one object that has all of them, with the values of `--set`. An object
 * that is filled name by name becomes a dictionary at 13 names, which takes longer to make and to cross to threads: 20
 * variables take 0.4 µs instead of 1.1, bench batch-rows.
 */
export class VariableSlots {
  readonly #all: Readonly<Record<string, string>>;

  constructor({ variables, set }: Pick<RowLayout, 'variables' | 'set'>) {
    const empty = Object.values(variables).map((variable) => [variable, '']);
    // Objects of JSON are no dictionaries, however many members they have.
    this.#all = JSON.parse(JSON.stringify({ ...Object.fromEntries(empty), ...set }));
  }

  copy(): Record<string, string> {
    return { ...this.#all };
  }
}
