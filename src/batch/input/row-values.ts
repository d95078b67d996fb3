import { LIMITS } from '../../limits.ts';
import { isTooLongText } from '../../record/variables.ts';
import type { RowLayout } from '../stages.ts';

/** The fault of a value with a NUL, in words that follow the name of its column. */
export const WITH_NUL = 'has a NUL, which no label can print';

/** The fault of a value, in words that follow the name of its column; null for none. */
export function wrongValue(text: string): string | null {
  return isTooLongText(text)
    ? `has a value of ${text.length} characters; at most ${LIMITS.variableValueUnits} are allowed`
    : null;
}

const COPIES = /^\d{1,3}$/;

/** The copies that a cell asks for; `usual` for an empty cell, null for a cell without an allowed number. */
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
 * Makes the variables of rows, as copies of one object that has all of them and the values of `--set`. An object that
 * is filled name by name becomes a dictionary at 13 names, which takes longer to make and to send to threads: 20
 * variables take 0.4 µs instead of 1.1, bench batch-rows.
 */
export class VariableSlots {
  readonly #all: Readonly<Record<string, string>>;

  constructor({ variables, set }: Pick<RowLayout, 'variables' | 'set'>) {
    const empty = Object.values(variables).map((variable) => [variable, '']);
    // V8 makes no dictionary of an object that `JSON.parse` returns, however many members it has.
    this.#all = JSON.parse(JSON.stringify({ ...Object.fromEntries(empty), ...set }));
  }

  copy(): Record<string, string> {
    return { ...this.#all };
  }
}
