import type { FontChoice } from '../../zpl/label.ts';
import { bitmapTypeface, isBitmapFont } from './bitmap-fonts.ts';
import { fontZero } from './font-zero.ts';
import { magnifications } from './magnification.ts';
import type { Typeface } from './typeface.ts';

/** Densities that printers come in. */
export type DotsPerMm = 6 | 8 | 12 | 24;

/** Cells of the proportional bitmap fonts, height by width, drawn as font 0 on the cell's baseline. */
const FONT_ZERO_CELLS: Readonly<Record<string, readonly [height: number, width: number]>> = {
  P: [20, 18],
  Q: [28, 24],
  R: [35, 31],
  S: [40, 35],
  T: [48, 42],
  U: [59, 53],
  V: [80, 71],
};

/** Their capitals are lower than font 0 has them in such a cell: 12 dots of 20, 17 of 28, 25 of 40 (measured). */
const LOWER = 0.81;

/** The font that a label chose. Unknown names are font A, as in printers. */
export function typefaceOf(font: FontChoice, dotsPerMm: DotsPerMm): Typeface {
  if (font.name === '0') return fontZero(font.height, font.width);
  const cell = FONT_ZERO_CELLS[font.name];
  if (cell !== undefined) {
    // Here a size that is not given does not follow the other one (measured).
    const [y, x] = magnifications(font.height || cell[0], font.width || cell[1], cell[0], cell[1]);
    const { height, textBlockPitch, baseline } = fontZero(cell[0] * y, cell[1] * x);
    return { ...fontZero(height * LOWER, cell[1] * x), height, textBlockPitch, baseline };
  }
  return bitmapTypeface(isBitmapFont(font.name) ? font.name : 'A', font.height, font.width, dotsPerMm);
}
