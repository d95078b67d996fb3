import type { TextElement } from '../../zpl/label.ts';
import type { Typeface } from '../font/typeface.ts';
import type { FieldBox } from '../frame.ts';

/** One character's pen position on its baseline, in the field's upright coordinates, in whole dots. */
export interface Pen {
  readonly character: string;
  readonly u: number;
  readonly v: number;
}

/** Where every character of a field goes. */
export interface TextLayout extends FieldBox {
  readonly pens: readonly Pen[];
  /** The pen after the last character, where a `^FT` without coordinates goes on. */
  readonly end: { readonly u: number; readonly v: number };
  /** Ink at or below this v is cut off; null when nothing is. */
  readonly cut: number | null;
  /** Lines that a block has no room for: printed over the last one (`^FB`) or cut off (`^TB`). */
  readonly excess: number;
}

/** A tab goes on at the next multiple of this from the field's origin, in every font (ZD621). Dots. */
const TAB_STOP = 80;

/** A field without a block: one line, or one column for `^FPV`. */
export function layOutLine(
  text: string,
  typeface: Typeface,
  direction: TextElement['direction'],
  gap: number,
): TextLayout {
  const characters = Array.from(text);
  const pens: Pen[] = [];
  const { height, baseline } = typeface;
  if (direction === 'V') {
    let width = 0;
    for (const [i, character] of characters.entries()) {
      pens.push({ character, u: 0, v: baseline + i * height });
      width = Math.max(width, Math.round(typeface.advance(character)));
    }
    const column = height * characters.length;
    const end = { u: 0, v: baseline + column };
    return { pens, width, height: column, anchor: baseline, end, cut: null, excess: 0 };
  }
  let pen = 0;
  for (const character of characters) {
    if (character === '\t') {
      const stop = (Math.floor(Math.abs(pen) / TAB_STOP) + 1) * TAB_STOP;
      pen = direction === 'R' ? -stop : stop;
      continue;
    }
    const advance = typeface.advance(character) + gap;
    if (direction === 'R') pen -= advance;
    pens.push({ character, u: Math.round(pen), v: baseline });
    if (direction === 'H') pen += advance;
  }
  const width = Math.round(Math.abs(pen));
  // Whole dots, rounded down: each field of a chain begins on one (measured).
  const end = { u: Math.floor(pen), v: baseline };
  return { pens, width, height, anchor: baseline, end, cut: null, excess: 0 };
}
