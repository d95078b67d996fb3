import { LEAST_SCALABLE } from '../../zpl/command-table/text.ts';
import { type Face, type FaceName, faceFor } from './face.ts';
import { FONT_ZERO_METRICS } from './font-zero-metrics.ts';
import { drawFitted, drawOutline } from './outline.ts';
import type { Typeface } from './typeface.ts';

const BASIC_FACE: FaceName = 'roboto-condensed-bold';

/** Characters for which other free faces share more ink with font 0 (printer evidence 10). */
const CLOSER_FACES: readonly (readonly [FaceName, string])[] = [
  ['tex-gyre-heros-cn-bold', '%(),+<>69QRefiy{¢¼½¾ß€øàäêëñü'],
  ['dejavu-sans-mono-bold', '#?APÄÖ'],
];

/** Roboto's em, in units of the font's width and height, where caps and stems agree with font 0. */
const EM_PER_WIDTH = 0.9677;
const EM_PER_HEIGHT = 1.0517;
/** Measured metrics are in ten-thousandths. */
const UNIT = 1e-4;

/** The size of a scalable font for which a label gives neither side. Dots. */
export const UNSET_SIZE = { height: 15, width: 12 } as const;

/** The size that font 0 has where a label asks for this one (0: not given). Dots. */
export function fontZeroSize(
  heightGiven: number,
  widthGiven: number,
): { readonly height: number; readonly width: number } {
  const unset = heightGiven <= 0 && widthGiven <= 0;
  return {
    height: Math.max(LEAST_SCALABLE, unset ? UNSET_SIZE.height : heightGiven || widthGiven),
    width: Math.max(LEAST_SCALABLE, unset ? UNSET_SIZE.width : widthGiven || heightGiven),
  };
}

/**
 * Font 0 (CG Triumvirate Bold Condensed): free faces, mostly Roboto Condensed Bold, with each character
 * stretched to the ink box and the advance of the original. A size that is not given (0) equals the other one;
 * below 10 dots it is 10.
 */
export function fontZero(heightGiven: number, widthGiven: number): Typeface {
  const { height, width } = fontZeroSize(heightGiven, widthGiven);
  return {
    name: '0',
    key: `0/${height}/${width}`,
    height,
    textBlockPitch: Math.round(height * 1.25),
    baseline: Math.floor(height * 0.75),
    advance: (character) => width * advanceOf(character),
    isMissing: (character) => faceOf(character, measuredLike(character)) === null,
    draw(asked, ink) {
      const character = asked === '`' ? '‘' : asked;
      const like = measuredLike(character);
      const face = faceOf(character, like);
      if (face === null) return null;
      const measured = FONT_ZERO_METRICS[like];
      if (measured === undefined) {
        const at = { emX: EM_PER_WIDTH * width, emY: EM_PER_HEIGHT * height, shiftX: 0, shiftY: 0 };
        return drawOutline(face, character, at, ink);
      }
      const [, left, right, top, bottom] = measured;
      if (left === undefined || right === undefined || top === undefined || bottom === undefined) return null;
      const box = {
        left: left * UNIT * width,
        right: right * UNIT * width,
        top: top * UNIT * height,
        bottom: bottom * UNIT * height,
      };
      return drawFitted(face, character, box, ink, like);
    },
  };
}

/** Advances of characters up to U+00FF by their codes; NaN while unknown. */
const latinAdvances = new Float64Array(256).fill(Number.NaN);
const advances = new Map<string, number>();
const ADVANCES_KEPT = 4096;

/** The advance of a character, in units of the width. */
function advanceOf(character: string): number {
  const code = character.charCodeAt(0);
  if (code < latinAdvances.length) {
    const known = latinAdvances[code] as number;
    if (known >= 0) return known;
    return (latinAdvances[code] = readAdvance(character));
  }
  let advance = advances.get(character);
  if (advance === undefined) {
    advance = readAdvance(character);
    if (advances.size < ADVANCES_KEPT) advances.set(character, advance);
  }
  return advance;
}

/** Measured, else the substitute's own; a character that there is none for takes a whole em (printer evidence 14). */
function readAdvance(character: string): number {
  const measured = FONT_ZERO_METRICS[measuredLike(character)];
  if (measured !== undefined) return measured[0] * UNIT;
  const face: Face | null = faceFor(character, BASIC_FACE);
  return face === null ? 1 : face.advance(character) * EM_PER_WIDTH;
}

/** @param like the character whose measurements hold. */
function faceOf(character: string, like: string): Face | null {
  return faceFor(character, closestFace(like), BASIC_FACE);
}

function closestFace(character: string): FaceName {
  return CLOSER_FACES.find(([, characters]) => characters.includes(character))?.[0] ?? BASIC_FACE;
}

/** Letters that Unicode does not take apart, each before the plain letter that it is as wide as. */
const BARRED = new Map(
  ['łl', 'ŁL', 'đd', 'ĐD', 'ħh', 'ĦH', 'ŧt', 'ŦT'].map(([barred, plain]) => [barred, plain]),
);

/** The character whose measurements hold for this one: itself, or a letter without its accents. */
function measuredLike(character: string): string {
  if (FONT_ZERO_METRICS[character] !== undefined) return character;
  return BARRED.get(character) ?? character.normalize('NFD').charAt(0);
}
