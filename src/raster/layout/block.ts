import type { RuleName } from '../../printer-profile/profile-rules.ts';
import type { FieldBlock, TextBlock } from '../../zpl/label.ts';
import type { Typeface } from '../font/typeface.ts';
import { breakPlaces, isBeyondLatin } from './break-places.ts';
import { breakLines, type LineRange, SOFT_HYPHEN } from './line-break.ts';
import type { GlyphPosition, TextLayout } from './text-layout.ts';
import { plainUnits, type TextUnits, visualOrder } from './text-units.ts';

const NO_RULES: ReadonlySet<RuleName> = new Set();

/**
 * `^FB`: wraps at the block's width, justifies, and prints lines beyond the last over it. `^FT` anchors the
 * last line that the block has room for, whatever the text's length.
 */
export function layOutFieldBlock(
  text: string,
  typeface: Typeface,
  block: FieldBlock,
  gap: number,
  rules: ReadonlySet<RuleName> = NO_RULES,
): TextLayout {
  const inWholeDots = rules.has('blockWholeDots');
  // In a block a tab is as wide as a space, and a space takes no gap of `^FP` (printer evidence 21).
  const advance = (character: string): number =>
    character === ' ' || character === '\t' ? typeface.advance(' ') : typeface.advance(character) + gap;
  const { pitch: ownPitch, baseline } = typeface.inBlock ?? {
    pitch: typeface.height,
    baseline: typeface.baseline,
  };
  // Lines never run upwards (printer evidence 22).
  const pitch = Math.max(0, ownPitch + block.lineSpacing);
  const lastLine = Math.max(1, block.lines) - 1;
  const positions: GlyphPosition[] = [];
  let end = { u: 0, v: baseline };
  let lineNumber = 0;
  const isPlain = typeface.set === undefined && !isBeyondLatin(text);
  const paragraphs = paragraphsOf(text);
  for (const [number, paragraph] of paragraphs.entries()) {
    // The indent holds from a paragraph's second line on.
    const indentOf = (line: number): number => (line === 0 ? 0 : Math.max(0, block.indent));
    const joined = isPlain ? '' : paragraph.join('');
    const set = typeface.set?.(joined, false) ?? { units: paragraph, lengths: null, levels: null };
    const places = isPlain ? null : breakPlaces(joined, set);
    const lines = breakLines(set.units, advance, (line) => block.width - indentOf(line), places);
    for (const [i, line] of lines.entries()) {
      const v = baseline + Math.min(lineNumber, lastLine) * pitch;
      const indent = indentOf(i);
      const room = block.width - indent;
      const stretch = block.justify === 'J' && i < lines.length - 1;
      const isEnded = i === lines.length - 1 && number < paragraphs.length - 1;
      const start = startOf(line, room, block.justify, isEnded ? 0 : advance(' '));
      const left = indent + (inWholeDots ? Math.floor(start) : start);
      const spare = stretch ? room - line.width : 0;
      const u = setLine(positions, set, line, left, v, spare, advance, inWholeDots);
      end = { u, v };
      lineNumber++;
    }
  }
  return {
    positions,
    width: block.width,
    // A rotated block has the spacing after its last line too (printer evidence 23), or begins at the last of its dots
    // and ends with its last line (printer evidence 66).
    ...(rules.has('blockEdges')
      ? { height: lastLine * pitch + ownPitch, rotatedStart: Math.max(0, block.width - 1) }
      : { height: (lastLine + 1) * pitch }),
    anchor: baseline + lastLine * pitch,
    end,
    cut: null,
    excess: Math.max(0, lineNumber - 1 - lastLine),
  };
}

/**
 * `^TB`: wraps at the block's width and at line feeds, and cuts off what is below its height, even within a character.
 * Only `^FH` can send a line feed: plain line ends in field data are dropped.
 */
export function layOutTextBlock(
  text: string,
  typeface: Typeface,
  block: TextBlock,
  gap: number,
  right: boolean,
): TextLayout {
  const advance = (character: string): number => typeface.advance(character) + gap;
  const positions: GlyphPosition[] = [];
  let end = { u: 0, v: typeface.baseline };
  const lines = withoutAngleEscapes(text)
    .split('\n')
    .flatMap((paragraph) => {
      const set = typeface.set?.(paragraph, false) ?? plainUnits(paragraph);
      const places = breakPlaces(paragraph, set);
      return breakLines(set.units, advance, () => block.width, places).map((line) => ({ set, ...line }));
    });
  const hasRoom = (line: number): boolean =>
    line * typeface.textBlockPitch + typeface.baseline <= block.height;
  for (const [i, line] of lines.entries()) {
    const top = i * typeface.textBlockPitch;
    if (top >= block.height) break;
    const left = right ? block.width - line.width : 0;
    const v = top + typeface.baseline;
    end = { u: setLine(positions, line.set, line, left, v, 0, advance, false), v };
  }
  const { width, height } = block;
  return {
    positions,
    width,
    height,
    anchor: height,
    end,
    cut: height,
    excess: lines.filter((_, i) => !hasRoom(i)).length,
  };
}

/**
 * The beginning of a line. Centring counts a space after every line with room for it, which moves such a line left by
 * half a space, except if `\&` ends it. A line wider than its room begins at the edge (printer evidence 24).
 */
function startOf(line: LineRange, room: number, justify: FieldBlock['justify'], space: number): number {
  const spare = Math.max(0, room - line.width);
  if (justify === 'C') return (spare > space ? spare - space : spare) / 2;
  return justify === 'R' ? spare : 0;
}

/**
 * Adds the positions of one line and returns where it ends; `spare` dots are shared out among its spaces, in whole dots
 * of which the first spaces get those that are left over, or each a fraction (printer evidence 67).
 */
function setLine(
  positions: GlyphPosition[],
  text: TextUnits,
  line: LineRange,
  left: number,
  v: number,
  spare: number,
  advance: (character: string) => number,
  inWholeDots: boolean,
): number {
  const { units: characters, levels } = text;
  let spaces = 0;
  for (let i = line.start; i < line.end; i++) if (characters[i] === ' ') spaces++;
  const share = spaces > 0 ? spare / spaces : 0;
  const perSpace = inWholeDots ? Math.floor(share) : share;
  let leftOver = inWholeDots ? Math.floor(spare) - perSpace * spaces : 0;
  let pen = left;
  const set = (character: string): void => {
    positions.push({ character, u: Math.round(pen), v });
    pen += advance(character);
    if (character === ' ') pen += perSpace + (leftOver-- > 0 ? 1 : 0);
  };
  const order = levels === null ? null : visualOrder(text, line.start, line.end);
  for (let i = line.start; i < line.end; i++) {
    const character = characters[order?.[i - line.start] ?? i] as string;
    if (character !== SOFT_HYPHEN) set(character);
  }
  if (line.hyphen) set('-');
  return Math.floor(pen);
}

/** The text of a block as it is printed, with a line end for each `\&` of a `^FB`, but none where lines wrap. */
export function printedText(text: string, kind: 'block' | 'text-block'): string {
  if (kind === 'text-block') return withoutAngleEscapes(text);
  return paragraphsOf(text)
    .map((paragraph) => paragraph.filter((character) => character !== SOFT_HYPHEN).join(''))
    .join('\n');
}

/**
 * Resolves `\&` (new line), `\\` and `\-` (soft hyphen); another character after a backslash stays as it is. A
 * paragraph begins with its first word (printer evidence 25). A line feed is a space that stays at the beginning of a
 * paragraph.
 */
function paragraphsOf(text: string): string[][] {
  let paragraph: string[] = [];
  const paragraphs = [paragraph];
  const characters = Array.from(text);
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] as string;
    const next = characters[i + 1];
    if (character !== '\\' || (next !== '&' && next !== '\\' && next !== '-')) {
      if (character !== ' ' || paragraph.length > 0) paragraph.push(character === '\n' ? ' ' : character);
      continue;
    }
    i++;
    if (next === '&') {
      paragraph = [];
      paragraphs.push(paragraph);
    } else {
      paragraph.push(next === '-' ? SOFT_HYPHEN : next);
    }
  }
  return paragraphs;
}

/** `<…>` is an escape in `^TB`: `<<>` prints `<`, any other is not printed. */
function withoutAngleEscapes(text: string): string {
  let shown = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf('<', at);
    const close = open < 0 ? -1 : text.indexOf('>', open + 1);
    if (close < 0) return shown + text.slice(at);
    shown += text.slice(at, open) + (text.slice(open + 1, close) === '<' ? '<' : '');
    at = close + 1;
  }
}
