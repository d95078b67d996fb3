const CHARACTERS = '0123456789-';

/** Narrow (1) and wide (2) elements of 0–9, `-` and then of start and stop. */
const PATTERNS = '11112 21112 12112 22111 11212 21211 12211 11122 21121 21111 11211 11221'
  .split(' ')
  .map((widths) => Array.from(widths, Number));

const EDGE = 11;

/** Elements of the text with its check characters already added; characters are 0–9 and `-`. */
export function code11Elements(text: string): number[] {
  const elements = [...(PATTERNS[EDGE] as readonly number[])];
  for (const character of text) {
    elements.push(1, ...(PATTERNS[CHARACTERS.indexOf(character)] as readonly number[]));
  }
  elements.push(1, ...(PATTERNS[EDGE] as readonly number[]));
  return elements;
}

/** One or two check characters: C, then K over the text with C. */
export function code11Checks(text: string, count: 1 | 2): string {
  const c = weighted(text, 10);
  return count === 1 ? c : c + weighted(text + c, 9);
}

/** Weights 1 to `cycle` from the right, modulo 11. */
function weighted(text: string, cycle: number): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    sum += ((i % cycle) + 1) * CHARACTERS.indexOf(text[text.length - 1 - i] as string);
  }
  return CHARACTERS[sum % 11] as string;
}
