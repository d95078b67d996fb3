/** A stretch of a paragraph's characters that share a line. */
export interface LineRange {
  readonly start: number;
  /** Exclusive, without the spaces at the break. */
  readonly end: number;
  /** Widths of the characters printed. Dots, a fraction. */
  readonly width: number;
  /** The line ends at a soft hyphen, which prints. */
  readonly hyphen: boolean;
  /** Where the next line starts, past what vanishes at the break. */
  readonly next: number;
}

/** A place where a word may be broken with a hyphen; prints nothing elsewhere. */
export const SOFT_HYPHEN = '\u00ad';

/**
 * Breaks a paragraph at spaces and soft hyphens into lines of at most `widthOf(line)` dots. A word longer than
 * a line is broken where it overflows, without a hyphen; a line holds at least one character. Takes time in
 * proportion to the characters.
 */
export function breakLines(
  characters: readonly string[],
  advance: (character: string) => number,
  widthOf: (line: number) => number,
): LineRange[] {
  const lines: LineRange[] = [];
  let start = 0;
  do {
    const line = takeLine(characters, start, advance, widthOf(lines.length));
    lines.push(line);
    start = line.next;
  } while (start < characters.length);
  return lines;
}

function takeLine(
  characters: readonly string[],
  start: number,
  advance: (character: string) => number,
  limit: number,
): LineRange {
  let width = 0;
  let printed = false;
  let atBreak: LineRange | null = null;
  let spacesFrom: { readonly at: number; readonly width: number } | null = null;
  for (let i = start; i < characters.length; i++) {
    const character = characters[i] as string;
    if (character === SOFT_HYPHEN) {
      const hyphenated = width + advance('-');
      if (printed && hyphenated <= limit) {
        atBreak = { start, end: i, width: hyphenated, hyphen: true, next: i + 1 };
      }
      continue;
    }
    const step = advance(character);
    if (character === ' ') {
      spacesFrom ??= { at: i, width };
      width += step;
      if (printed) {
        atBreak = { start, end: spacesFrom.at, width: spacesFrom.width, hyphen: false, next: i + 1 };
      }
      continue;
    }
    if (width + step > limit && i > start) {
      return atBreak ?? { start, end: i, width, hyphen: false, next: i };
    }
    width += step;
    printed = true;
    spacesFrom = null;
  }
  const end = characters.length;
  return { start, end, width, hyphen: false, next: end };
}
