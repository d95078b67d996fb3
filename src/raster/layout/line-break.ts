/** A stretch of a paragraph's characters that share a line. */
export interface LineRange {
  readonly start: number;
  /** Exclusive, without the spaces at the break. */
  readonly end: number;
  /** Widths of the characters printed. Dots, a fraction. */
  readonly width: number;
  /** The line ends at a soft hyphen, which prints. */
  readonly hyphen: boolean;
  /** The beginning of the next line, past the characters that vanish at the break. */
  readonly next: number;
}

/** A place where a word may be broken with a hyphen; prints nothing elsewhere. */
export const SOFT_HYPHEN = '\u00ad';

/**
 * Breaks a paragraph at spaces and soft hyphens into lines of at most `widthOf(line)` dots. A word longer than
 * the next line begins on the line that has room, and is broken where it overflows, without a hyphen; a line
 * holds at least one character. Takes time in proportion to the characters.
 *
 * @param places numbers of characters before which a line may end as well.
 */
export function breakLines(
  characters: readonly string[],
  advance: (character: string) => number,
  widthOf: (line: number) => number,
  places: ReadonlySet<number> | null = null,
): LineRange[] {
  const lines: LineRange[] = [];
  let start = 0;
  do {
    const line = lines.length;
    const taken = takeLine(characters, start, advance, places, [widthOf(line), widthOf(line + 1)]);
    lines.push(taken);
    start = taken.next;
  } while (start < characters.length);
  return lines;
}

function takeLine(
  characters: readonly string[],
  start: number,
  advance: (character: string) => number,
  places: ReadonlySet<number> | null,
  [limit, nextLimit]: readonly [limit: number, nextLimit: number],
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
    if (printed && spacesFrom === null && places?.has(i) === true) {
      atBreak = { start, end: i, width, hyphen: false, next: i };
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
      const here = { start, end: i, width, hyphen: false, next: i };
      if (atBreak === null) return here;
      const hasRoom = !atBreak.hyphen && i > atBreak.next;
      return hasRoom && isLonger(characters, atBreak.next, advance, places, nextLimit) ? here : atBreak;
    }
    width += step;
    printed = true;
    spacesFrom = null;
  }
  const end = characters.length;
  return { start, end, width, hyphen: false, next: end };
}

/** Whether the word that starts here, as far as it may first be broken, is wider than a line. */
function isLonger(
  characters: readonly string[],
  start: number,
  advance: (character: string) => number,
  places: ReadonlySet<number> | null,
  limit: number,
): boolean {
  let width = 0;
  for (let i = start; i < characters.length && width <= limit; i++) {
    const character = characters[i] as string;
    if (character === ' ' || (i > start && places?.has(i) === true)) return false;
    if (character === SOFT_HYPHEN) return width + advance('-') > limit;
    width += advance(character);
  }
  return width > limit;
}
