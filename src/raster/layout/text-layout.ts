import type { TextElement } from '../../zpl/label.ts';
import type { Typeface } from '../font/typeface.ts';
import { combinedUnits } from './combined.ts';
import type { FieldBox } from './field-box.ts';
import { plainUnits, visualOrder } from './text-units.ts';

/** The place of one character on its baseline, in the field's upright coordinates. Whole dots. */
export interface GlyphPosition {
  readonly character: string;
  readonly u: number;
  readonly v: number;
}

/** The places of all characters of a field. */
export interface TextLayout extends FieldBox {
  readonly positions: readonly GlyphPosition[];
  /** After the last character's advance, where a `^FT` without coordinates goes on. */
  readonly end: { readonly u: number; readonly v: number };
  /** Ink at or below this v is cut off; null when nothing is. */
  readonly cut: number | null;
  /** Lines that a block has no room for: printed over the last one (`^FB`) or cut off (`^TB`). */
  readonly excess: number;
}

/** A field without a block. */
export interface LineLayout extends TextLayout {
  /** The sum of all advances. Dots, a fraction. */
  readonly reach: number;
}

/** A tab goes on at the next multiple of this from the field's origin, in every font (printer evidence 15). Dots. */
const TAB_STOP = 80;

/** Sums of advances are exact to far less than this. Dots. */
const SUM_ERROR = 1e-6;

/** A field without a block: one line, or one column for `^FPV`. */
export function layOutLine(
  text: string,
  typeface: Typeface,
  direction: TextElement['direction'],
  gap: number,
): LineLayout {
  if (direction === 'V') return layOutColumn(text, typeface);
  const positions: GlyphPosition[] = [];
  const { height, baseline } = typeface;
  const advanced = (pen: number, character: string, space: number): number => {
    if (character === '\t') return (Math.floor(pen / TAB_STOP) + 1) * TAB_STOP;
    return pen + (typeface.advance(character) + space);
  };
  const reversed = direction === 'R';
  let reach = 0;
  let first: number | undefined;
  if (reversed) {
    for (const group of combinedUnits(text, typeface.set?.(text, false) ?? plainUnits(text))) {
      for (const [i, character] of group.entries()) {
        reach = advanced(reach, character, i < group.length - 1 ? 0 : gap);
      }
      first ??= reach;
      // The first character of ^FPR has the place that it would have alone, and the rest are to its left (printer
      // evidence 16).
      setGroup(positions, group, typeface, first - reach, baseline);
    }
  } else {
    for (const character of inOrder(text, typeface)) {
      if (character !== '\t') positions.push({ character, u: Math.round(reach), v: baseline });
      reach = advanced(reach, character, gap);
    }
  }
  // Whole dots that hold the text: right-justified text begins that far to the left (printer evidence 17).
  const width = Math.max(0, Math.ceil((reversed ? (first ?? 0) : reach) - SUM_ERROR));
  // Whole dots, rounded down: each field of a chain begins on one (printer evidence 18).
  const end = { u: Math.floor(reversed ? (first ?? 0) - reach : reach), v: baseline };
  // Rotated text begins at the last of its dots, not past it (printer evidence 19).
  const rotatedStart = Math.max(0, width - 1);
  return { positions, width, rotatedStart, reach, height, anchor: baseline, end, cut: null, excess: 0 };
}

/** A field of `^FPV`. Printers leave out its gap, as Labelary does. */
function layOutColumn(text: string, typeface: Typeface): LineLayout {
  const positions: GlyphPosition[] = [];
  const { height, baseline } = typeface;
  const groups = combinedUnits(text, typeface.set?.(text, true) ?? plainUnits(text));
  let width = 0;
  for (const [i, group] of groups.entries()) {
    const reach = setGroup(positions, group, typeface, 0, baseline + i * height);
    width = Math.max(width, Math.round(reach));
  }
  const column = height * groups.length;
  const end = { u: 0, v: baseline + column };
  return { positions, width, reach: column, height: column, anchor: baseline, end, cut: null, excess: 0 };
}

/** Adds the positions of units that stay together, from `start` on; returns where they end. */
function setGroup(
  positions: GlyphPosition[],
  group: readonly string[],
  typeface: Typeface,
  start: number,
  v: number,
): number {
  let pen = start;
  for (const character of group) {
    if (character !== '\t') positions.push({ character, u: Math.round(pen), v });
    pen += typeface.advance(character);
  }
  return pen;
}

/** The units of a line, from left to right. */
function inOrder(text: string, typeface: Typeface): Iterable<string> {
  if (typeface.set === undefined) return text;
  const set = typeface.set(text, false);
  if (set.levels === null) return set.units;
  return visualOrder(set, 0, set.units.length).map((index) => set.units[index] as string);
}
