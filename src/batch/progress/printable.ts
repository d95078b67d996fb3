/** Controls, marks that turn the direction of a text, breaks of lines, halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]+/gu;

/** Text of a label, a row or a server on one line, without anything that a terminal would obey. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, ' ').trim();
}
