import { LIMITS } from '../../limits.ts';
import { isTooLong } from '../../record/variables.ts';

/** Why a value cannot be printed, in words that follow the name of its column. */
export const WITH_NUL = 'has a NUL, which no label can print';

/** What is wrong with a value, in words that follow the name of its column; null for nothing. */
export function wrongValue(text: string): string | null {
  return isTooLong(text.length)
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

/** Of what is quoted in a message. */
const QUOTED = 40;

/** A name or a value as messages show it. */
export function quote(text: string): string {
  return JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text);
}
