/** The characters in the order of their check values. */
export const CODE39_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';

/** Bars and spaces of each character and then of `*`: 1 narrow, 2 wide. */
const PATTERNS = (
  '111221211 211211112 112211112 212211111 111221112 211221111 112221111 111211212 211211211 112211211 ' +
  '211112112 112112112 212112111 111122112 211122111 112122111 111112212 211112211 112112211 111122211 ' +
  '211111122 112111122 212111121 111121122 211121121 112121121 111111222 211111221 112111221 111121221 ' +
  '221111112 122111112 222111111 121121112 221121111 122121111 121111212 221111211 122111211 121212111 ' +
  '121211121 121112121 111212121 121121211'
)
  .split(' ')
  .map((widths) => Array.from(widths, Number));

const STAR = 43;

/** Narrow (1) and wide (2) elements of `*text*`; the text has only {@link CODE39_CHARACTERS}. */
export function code39Elements(text: string): number[] {
  const elements = [...(PATTERNS[STAR] as readonly number[])];
  for (const character of text) {
    elements.push(1, ...(PATTERNS[CODE39_CHARACTERS.indexOf(character)] as readonly number[]));
  }
  elements.push(1, ...(PATTERNS[STAR] as readonly number[]));
  return elements;
}

/** The modulo 43 check character. */
export function mod43(text: string): string {
  let sum = 0;
  for (const character of text) sum += CODE39_CHARACTERS.indexOf(character);
  return CODE39_CHARACTERS[sum % 43] as string;
}
