import { magnifications } from '../raster/font/magnification.ts';
import { cellOf, type FontCell } from '../raster/font/resident-fonts.ts';
import { SYMBOL_CELL } from '../raster/font/symbols.ts';
import { type DotsPerMm, headOf } from '../units.ts';
import { POWER_UP_FONT } from '../zpl/power-up.ts';

/** A font's size as commands give it. Dots; 0 for a side that is not given. */
export interface FontSize {
  readonly height: number;
  readonly width: number;
}

/**
 * The sizes of fonts in a stream for another resolution. Bitmap fonts are drawn at whole magnifications, and a font
 * without a size has that of `^CF`: where scaling what is written would not give the nearest size, another one is.
 */
export class ScaledFonts {
  readonly #ratio: number;
  readonly #from: DotsPerMm;
  readonly #to: DotsPerMm;
  /** The default font of the stream, and the size that the scaled stream gives it. */
  #name = POWER_UP_FONT.name;
  #size: FontSize = POWER_UP_FONT;
  #written: FontSize = POWER_UP_FONT;
  #isPowerUp = true;
  /** Letters that `^CW` gave to stored fonts, which are scalable. */
  readonly #scalable = new Set<string>();

  constructor(fromDpi: number, toDpi: number) {
    this.#ratio = toDpi / fromDpi;
    this.#from = headOf(fromDpi);
    this.#to = headOf(toDpi);
  }

  /** The default font as `^CF` would write it: its name and size. */
  writeDefault(): { readonly name: string; readonly size: FontSize } {
    const plain = this.#plain(this.#size);
    this.#written = this.#differing(this.#name, this.#size, plain) ?? plain;
    return { name: this.#name, size: this.#written };
  }

  /** `^CW`. */
  alias(letter: string): void {
    this.#scalable.add(letter.toUpperCase());
  }

  /** The size to write for a `^CF`; null where the numbers that it has are right once they are scaled. */
  setDefault(letter: string, given: FontSize): FontSize | null {
    const isSized = given.height > 0 || given.width > 0;
    this.#name = letter === '' ? this.#name : letter.toUpperCase();
    this.#size = isSized ? given : this.#size;
    this.#isPowerUp = false;
    const size = this.#differing(this.#name, this.#size, isSized ? this.#plain(given) : this.#written);
    this.#written = size ?? (isSized ? this.#plain(given) : this.#written);
    return size;
  }

  /** The size to write for the font of one field, `^A`; null as for {@link setDefault}. */
  ofField(letter: string, given: FontSize): FontSize | null {
    const name = letter.toUpperCase();
    if (given.height > 0 || given.width > 0) return this.#differing(name, given, this.#plain(given));
    return this.#differing(name, this.#size, this.#written);
  }

  /** The size to write for the marks of `^GS`; null as for {@link setDefault}. */
  ofMarks(given: FontSize): FontSize | null {
    if (given.height > 0 || given.width > 0) return null;
    return this.#plain(this.#isPowerUp ? { height: SYMBOL_CELL, width: SYMBOL_CELL } : this.#size);
  }

  #plain({ height, width }: FontSize): FontSize {
    const scaled = (dots: number): number => (dots > 0 ? Math.max(1, Math.round(dots * this.#ratio)) : 0);
    return { height: scaled(height), width: scaled(width) };
  }

  /** The size nearest to that of a font in the stream, if it is drawn differently from `written`. */
  #differing(name: string, size: FontSize, written: FontSize): FontSize | null {
    const wanted = this.#scaled(name, size);
    const cell = this.#cellOf(name, this.#to);
    const drawn = (of: FontSize): string => String(cell === null ? [of.height, of.width] : timesOf(of, cell));
    return drawn(wanted) === drawn(written) ? null : wanted;
  }

  /** The nearest size that a font can be drawn with. */
  #scaled(name: string, size: FontSize): FontSize {
    const from = this.#cellOf(name, this.#from);
    const to = this.#cellOf(name, this.#to);
    if (from === null || to === null) return this.#plain(size);
    const [timesY, timesX] = timesOf(size, from);
    // Not rounded to dots before the magnification is.
    const height = from.height * timesY * this.#ratio;
    const width = from.width * timesX * this.#ratio;
    const [newY, newX] = magnifications(height, width, to.height, to.width);
    return { height: to.height * newY, width: to.width * newX };
  }

  #cellOf(name: string, dotsPerMm: DotsPerMm): FontCell | null {
    return this.#scalable.has(name) ? null : cellOf(name, dotsPerMm);
  }
}

function timesOf({ height, width }: FontSize, cell: FontCell): readonly [y: number, x: number] {
  if (!cell.isApart) return magnifications(height, width, cell.height, cell.width);
  return magnifications(height || cell.height, width || cell.width, cell.height, cell.width);
}
