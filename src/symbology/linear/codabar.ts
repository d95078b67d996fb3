export const CODABAR_CHARACTERS = '0123456789-$:/.+';

/** Narrow (1) and wide (2) elements of {@link CODABAR_CHARACTERS}, then of A to D. */
const PATTERNS = (
  '1111122 1111221 1112112 2211111 1121121 2111121 1211112 1211211 1221111 2112111 1112211 1122111 2111212 ' +
  '2121112 2121211 1121212 1122121 1212112 1112122 1112221'
)
  .split(' ')
  .map((widths) => Array.from(widths, Number));

const ALL = `${CODABAR_CHARACTERS}ABCD`;

/** Elements of a text that begins and ends with its start and stop letters. */
export function codabarElements(text: string): number[] {
  const elements: number[] = [];
  for (const character of text) {
    if (elements.length > 0) elements.push(1);
    elements.push(...(PATTERNS[ALL.indexOf(character)] as readonly number[]));
  }
  return elements;
}
