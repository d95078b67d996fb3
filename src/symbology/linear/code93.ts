import { CODE39_CHARACTERS } from './code39.ts';

/** Modules of the values 0–46 and then of start and stop. */
const PATTERNS = (
  '131112 111213 111312 111411 121113 121212 121311 111114 131211 141111 211113 211212 211311 221112 221211 ' +
  '231111 112113 112212 112311 122112 132111 111123 111222 111321 121122 131121 212112 212211 211122 211221 ' +
  '221121 222111 112122 112221 122121 123111 121131 311112 311211 321111 112131 113121 211131 121221 312111 ' +
  '311121 122211 111141'
)
  .split(' ')
  .map((widths) => Array.from(widths, Number));

const EDGE = 47;

/** Zebra's spelling of the shifts ($) (%) (/) (+), the values 43 to 46. */
export const CODE93_CHARACTERS = `${CODE39_CHARACTERS}&'()`;

/** Modules of a symbol with both check characters; the text has only {@link CODE93_CHARACTERS}. */
export function code93Elements(text: string): number[] {
  const values = Array.from(text, (character) => CODE93_CHARACTERS.indexOf(character));
  const elements = [...(PATTERNS[EDGE] as readonly number[])];
  for (const value of [...values, ...code93Checks(text)])
    elements.push(...(PATTERNS[value] as readonly number[]));
  elements.push(...(PATTERNS[EDGE] as readonly number[]), 1);
  return elements;
}

/** The values of the check characters C and K. */
export function code93Checks(text: string): [c: number, k: number] {
  const values = Array.from(text, (character) => CODE93_CHARACTERS.indexOf(character));
  const c = weighted(values, 20);
  return [c, weighted([...values, c], 15)];
}

/** Weights 1 to `cycle` from the right, modulo 47. */
function weighted(values: readonly number[], cycle: number): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++)
    sum += ((i % cycle) + 1) * (values[values.length - 1 - i] as number);
  return sum % 47;
}
