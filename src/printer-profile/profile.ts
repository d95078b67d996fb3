import type { Orientation } from '../bitmap/rotate.ts';
import type { RuleName } from './profile-rules.ts';

/** Fonts that are sampled, as `^A` calls them: those that every printer holds. */
export const PROFILE_FONTS = '0ABCDEFGHPQRSTUV';

/** The limits of a profile. Lengths in dots. */
export const PROFILE_LIMITS = {
  sizes: 500,
  /** Characters of a size. */
  glyphs: 20_000,
  /** Sides of a glyph's ink. */
  glyphDots: 4000,
  /** Heights and widths that `^A` asks for, advances, and distances from the pen. */
  dots: 32_000,
  /** Bytes of all strikes, as threads hold them. */
  strikeBytes: 64 * 1024 * 1024,
  /** Characters of the printer's name, model and firmware. */
  nameCharacters: 100,
  /** Bytes of `profile.json`, and of the file of a size. */
  indexBytes: 4 * 1024 * 1024,
  sizeBytes: 16 * 1024 * 1024,
} as const;

/** Fonts of one printer at some sizes, and its rules, as its previews show them. */
export interface PrinterProfile {
  readonly printer: {
    /** The printer's name by its user, and its model and firmware by itself; null if not known. */
    readonly name: string | null;
    readonly model: string | null;
    readonly firmware: string | null;
  };
  /** Resolution: 152, 203, 300 or 600. */
  readonly dpi: number;
  /** Rules that were tried; one that is absent is off. */
  readonly rules: Readonly<Partial<Record<RuleName, SampledRule>>>;
  /** No two of the same font, orientation, height and width. */
  readonly sizes: readonly SampledSize[];
  /** No two of the same font. */
  readonly advances: readonly SampledAdvances[];
}

/** Whether the printer follows a rule, with the evidence. */
export interface SampledRule {
  readonly on: boolean;
  /** Black dots that the printer's preview shares with the drawing, over those that either has, from 0 to 1. */
  readonly evidence: { readonly with: number; readonly without: number };
}

/** The glyphs of one font at one size in one orientation. Lengths in dots. */
export interface SampledSize {
  /** One of {@link PROFILE_FONTS}. */
  readonly font: string;
  readonly orientation: Orientation;
  /** The size as drawn: whole multiples of a bitmap font's cell; a side that `^A` left out has its value too. */
  readonly height: number;
  readonly width: number;
  /**
   * From the top of the upright field to its baseline. The field is as high as the size, so for R and I it is the
   * height less the distance from the baseline of `^FT` to the edge at `^FO`.
   */
  readonly baseline: number;
  /** Glyphs by character, which is one code point. A character that is absent was not sampled. */
  readonly glyphs: ReadonlyMap<string, SampledGlyph>;
}

/** A character's dots. All lengths are those of the upright field: u along the line, v downwards. */
export interface SampledGlyph {
  /** The distance from this pen position to the next. */
  readonly advance: number;
  /** The ink's left edge from the pen, its top from the baseline (negative above), and its sides; 0 for a blank. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /**
   * Rows of ceil(width / 8) bytes, the highest bit leftmost, 1 is black, and 0 beyond the width. A glyph that was
   * sampled turned is turned back to N, which loses nothing.
   */
  readonly bits: Uint8Array;
}

/** Advances of a font at one large width; those of other widths are in proportion. */
export interface SampledAdvances {
  readonly font: string;
  /** The width that `^A` asked for. Dots. */
  readonly width: number;
  /** Whole dots by character. */
  readonly advances: ReadonlyMap<string, number>;
}
