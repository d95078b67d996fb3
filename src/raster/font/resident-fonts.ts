import type { DotsPerMm } from '../../units.ts';
import type { FontChoice } from '../../zpl/label.ts';
import { bitmapCell, bitmapTypeface, isBitmapFont } from './bitmap-fonts.ts';
import { fontZero, fontZeroSize } from './font-zero.ts';
import { magnifications } from './magnification.ts';
import type { Typeface } from './typeface.ts';

/** A proportional bitmap font at magnification 1, in dots. */
interface Preset {
  /** The cell of the ZPL guide's font matrices. */
  readonly height: number;
  readonly width: number;
  /** From the top of the cell. */
  readonly baseline: number;
  /** Size of the font 0 that it looks like. */
  readonly emHeight: number;
  readonly emWidth: number;
}

/**
 * Baselines and ems give capitals and advances the sizes that a printer's have (printer evidence 11).
 */
const PRESETS: Readonly<Record<string, Preset>> = {
  P: { height: 20, width: 18, baseline: 15, emHeight: 16.7, emWidth: 16.1 },
  Q: { height: 28, width: 24, baseline: 22, emHeight: 23.9, emWidth: 23.3 },
  R: { height: 35, width: 31, baseline: 28, emHeight: 29.7, emWidth: 29.2 },
  S: { height: 40, width: 35, baseline: 30, emHeight: 33.4, emWidth: 33.3 },
  T: { height: 48, width: 42, baseline: 36, emHeight: 40, emWidth: 39.2 },
  U: { height: 59, width: 53, baseline: 46, emHeight: 49.5, emWidth: 50 },
  V: { height: 80, width: 71, baseline: 62, emHeight: 66.7, emWidth: 66.7 },
};

/**
 * P–V: font 0 in a smaller em, advancing by whole dots. Lines in a `^FB` block have the pitch and ascent of that em,
 * not those of the cell (printer evidence 12).
 */
function presetTypeface(name: string, font: Preset, height: number, width: number): Typeface {
  const [y, x] = presetMagnifications(font, height, width);
  const emHeight = font.emHeight * y;
  const em = fontZero(emHeight, font.emWidth * x);
  return {
    ...em,
    name,
    height: font.height * y,
    textBlockPitch: Math.round(font.height * y * 1.25),
    baseline: font.baseline * y,
    inBlock: { pitch: Math.ceil(emHeight), baseline: em.baseline },
    advance: (character) => Math.round(em.advance(character)),
  };
}

/** Magnifications in which a size that is not given does not follow the other one (printer evidence 13). */
function presetMagnifications(
  font: Preset,
  height: number,
  width: number,
): ReturnType<typeof magnifications> {
  return magnifications(height || font.height, width || font.width, font.height, font.width);
}

/**
 * The sample of a printer's profile that a label's font is drawn with. A–H are sampled at magnification 1, since larger
 * ones have each dot several times. Unknown names are font A.
 */
export function sampleOf(
  { name, height, width }: FontChoice,
  dotsPerMm: DotsPerMm,
): { readonly font: string; readonly height: number; readonly width: number } {
  if (name === '0') return { font: name, ...fontZeroSize(height, width) };
  const preset = PRESETS[name];
  if (preset !== undefined) {
    const [y, x] = presetMagnifications(preset, height, width);
    return { font: name, height: preset.height * y, width: preset.width * x };
  }
  const font = isBitmapFont(name) ? name : 'A';
  return { font, ...bitmapCell(font, dotsPerMm) };
}

/** The size of a bitmap font at magnification 1. Dots. */
export interface FontCell {
  readonly height: number;
  readonly width: number;
  /** A side that is not given is that of the cell; otherwise it follows the other side. */
  readonly isApart: boolean;
}

/** The cell of a resident bitmap font; null for font 0, and for a name that no bitmap font has. */
export function cellOf(name: string, dotsPerMm: DotsPerMm): FontCell | null {
  const preset = PRESETS[name];
  if (preset !== undefined) return { height: preset.height, width: preset.width, isApart: true };
  return isBitmapFont(name) ? { ...bitmapCell(name, dotsPerMm), isApart: false } : null;
}

/** The font that a label chose. Unknown names are font A, as in printers. */
export function typefaceOf(font: FontChoice, dotsPerMm: DotsPerMm): Typeface {
  if (font.name === '0') return fontZero(font.height, font.width);
  const preset = PRESETS[font.name];
  if (preset !== undefined) return presetTypeface(font.name, preset, font.height, font.width);
  return bitmapTypeface(isBitmapFont(font.name) ? font.name : 'A', font.height, font.width, dotsPerMm);
}
