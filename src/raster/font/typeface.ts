import type { TextUnits } from '../layout/text-units.ts';
import type { GlyphBits, InkRule } from './fill-outline.ts';

/** A printer font at one size. All lengths in dots. */
export interface Typeface {
  /** The name in labels: `0`, `A`–`V`, `GS`, or the name of a downloaded font. */
  readonly name: string;
  /** A key that no other font and size has. */
  readonly key: string;
  /** Height of the cell. */
  readonly height: number;
  /** Pitch of lines in a `^TB` block. */
  readonly textBlockPitch: number;
  /** From the top of the cell to the baseline. */
  readonly baseline: number;
  /** Pitch of lines in a `^FB` block and its first baseline, where they are not the cell's. */
  readonly inBlock?: { readonly pitch: number; readonly baseline: number };
  /** The distance from one pen position to the next; a fraction in proportional fonts. */
  advance(character: string): number;
  /** The character's dots, redrawn; null when it is blank. */
  draw(character: string, ink?: InkRule): GlyphBits | null;
  /**
   * Sets text in a line or as a column; absent if text is set as its characters.
   *
   * @param levels of its code units, where they are known because it is a part of a text.
   */
  set?(text: string, isVertical: boolean, levels?: Uint8Array | null): TextUnits;
  /** Its file has the forms that letters take next to others. */
  readonly shapes?: boolean;
  /** Its sign for missing characters is printed in place of a blank. */
  readonly hasDefaultGlyph?: boolean;
  /** The baseline is the last row of dots of its capitals, not the line below. */
  readonly isOnLastRow?: boolean;
  /** The name of the sample in the printer's profile from which it is drawn. */
  readonly sample?: string;
  /** A clause about what the printer's profile lacks for this font; absent if nothing. */
  readonly unsampled?: string;
  /** Whether the font has no glyph for a character; that of a space is blank. */
  isMissing(character: string): boolean;
}
