import type { DotsPerMm } from '../../units.ts';
import { type Face, type FaceName, faceFor } from './face.ts';
import { magnifications } from './magnification.ts';
import { drawOutline, glyphExtents } from './outline.ts';
import type { Typeface } from './typeface.ts';

/** A fixed-pitch font at magnification 1, in dots. */
interface Cell {
  readonly height: number;
  readonly width: number;
  /** Cell and gap. */
  readonly advance: number;
  readonly baseline: number;
}

interface BitmapFont extends Cell {
  readonly face: FaceName;
  /** Em of the substitute. */
  readonly em: number;
  /** Ink is centred in this width. */
  readonly slot: number;
  /** The printer's substitute for small letters that it lacks: capitals, or nothing. */
  readonly lowerCase: 'drawn' | 'capitals' | 'blank';
}

/**
 * Fonts A–H: cells from the ZPL guide's font matrices at 8 dots per mm; ems and baselines are those with which free
 * faces best cover the dots of these fonts (printer evidence 10).
 */
const FONTS: Readonly<Record<string, BitmapFont>> = {
  A: fontOf('dejavu-sans-mono', 9, 5, 6, 7, 9.54),
  B: { ...fontOf('dejavu-sans-mono-bold', 11, 7, 9, 11, 15.12), lowerCase: 'capitals' },
  C: fontOf('dejavu-sans-mono', 18, 10, 12, 14, 19.24),
  D: fontOf('dejavu-sans-mono', 18, 10, 12, 14, 19.24),
  E: { ...fontOf('ocr-b', 28, 15, 20, 23, 27.7), slot: 14 },
  F: fontOf('dejavu-sans-mono', 26, 13, 16, 21, 28.88),
  G: fontOf('dejavu-sans-mono', 60, 40, 48, 48, 65.9),
  H: { ...fontOf('ocr-a', 21, 13, 19, 21, 28.5), lowerCase: 'blank' },
};

/** Cells of E and H at other densities, height by width. */
const CELLS: Readonly<Record<string, Readonly<Partial<Record<DotsPerMm, readonly [number, number]>>>>> = {
  E: { 6: [21, 10], 12: [42, 20], 24: [42, 20] },
  H: { 6: [17, 11], 12: [34, 22], 24: [34, 22] },
};

/** Ink wider than this part of the advance is squeezed to it. */
const WIDEST_INK = 0.9;

/** Whether a name is that of a bitmap font of fixed pitch, A to H. */
export function isBitmapFont(name: string): boolean {
  return Object.hasOwn(FONTS, name);
}

/** The cell of one of A–H at magnification 1. Dots. */
export function bitmapCell(
  name: string,
  dotsPerMm: DotsPerMm,
): { readonly height: number; readonly width: number } {
  const { height, width } = atDensity(name, FONTS[name] as BitmapFont, dotsPerMm);
  return { height, width };
}

/** One of A–H at the whole magnification nearest to the size asked for (0: not given). */
export function bitmapTypeface(name: string, height: number, width: number, dotsPerMm: DotsPerMm): Typeface {
  const font = atDensity(name, FONTS[name] as BitmapFont, dotsPerMm);
  const [my, mx] = magnifications(height, width, font.height, font.width);
  const shown = (character: string): string =>
    font.lowerCase === 'capitals' ? character.toUpperCase() : character;
  const faceOf = (character: string): Face | null =>
    font.lowerCase === 'blank' && /^\p{Ll}$/u.test(character) ? null : faceFor(shown(character), font.face);
  return {
    name,
    key: `${name}/${font.height}/${my}/${mx}`,
    height: font.height * my,
    textBlockPitch: font.height * my,
    baseline: font.baseline * my,
    advance: () => font.advance * mx,
    isMissing: (character) => faceOf(character) === null,
    draw(character, ink) {
      const drawn = shown(character);
      const face = faceOf(character);
      if (face === null) return null;
      const { left, right } = glyphExtents(face, drawn);
      const natural = (right - left) * font.em * mx;
      const inkWidth = Math.min(natural, WIDEST_INK * font.advance * mx);
      if (!(inkWidth > 0)) return null;
      const emX = (font.em * mx * inkWidth) / natural;
      const inkLeft = Math.max(0, (font.slot * mx - inkWidth) / 2);
      const at = { emX, emY: font.em * my, shiftX: inkLeft - left * emX, shiftY: 0 };
      return drawOutline(face, drawn, at, ink);
    },
  };
}

function fontOf(
  face: FaceName,
  height: number,
  width: number,
  advance: number,
  baseline: number,
  em: number,
): BitmapFont {
  return { face, height, width, advance, baseline, em, slot: width, lowerCase: 'drawn' };
}

/** E and H keep their millimetres: everything scales with the cell. */
function atDensity(name: string, font: BitmapFont, dotsPerMm: DotsPerMm): BitmapFont {
  const cell = CELLS[name]?.[dotsPerMm];
  if (cell === undefined) return font;
  const [height, width] = cell;
  const wider = width / font.width;
  const taller = height / font.height;
  return {
    ...font,
    height,
    width,
    advance: Math.round(font.advance * wider),
    slot: font.slot * wider,
    baseline: Math.round(font.baseline * taller),
    em: font.em * taller,
  };
}
