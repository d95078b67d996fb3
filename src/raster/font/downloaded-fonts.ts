import { createHash } from 'node:crypto';
import { WorkMeter } from '../../bitmap/work-meter.ts';
import type { TextProperties } from '../../zpl/label.ts';
import { DOWNLOADS_BYTES_MAX } from '../../zpl/objects.ts';
import { type Face, faceFor } from './face.ts';
import { isSound } from './font-file.ts';
import { HarfBuzz } from './harfbuzz/harfbuzz.ts';
import { HeldFace } from './held/held-face.ts';
import { heldTypeface } from './held/held-typeface.ts';
import { drawOutline } from './outline.ts';
import type { Typeface } from './typeface.ts';

/** Bytes of memory that HarfBuzz takes for the fonts of a label at most: four times those of their files. */
const MEMORY_MAX = 4 * DOWNLOADS_BYTES_MAX;

/** Units of a {@link WorkMeter} to open a font, and for each of its bytes; measured. */
const FONT_WORK = 200_000;
const BYTE_WORK = 3;

/**
 * The fonts that came with one label, ready to draw from first use to {@link DownloadedFonts.close}. HarfBuzz reads
 * them in a memory of its own: no native code ever sees a font that a label brought. Glyphs are remembered by the bytes
 * of the file, never by its name, so no label sees a font that it did not bring.
 */
export class DownloadedFonts {
  readonly #files: ReadonlyMap<string, Uint8Array>;
  readonly #faces = new Map<string, HeldFace | null>();
  #harfBuzz: HarfBuzz | undefined;

  /** @param files by the names that the label's elements call them. */
  constructor(files: ReadonlyMap<string, Uint8Array>) {
    this.#files = files;
  }

  /** Whether a name means a downloaded font, broken or not. */
  has(name: string): boolean {
    return this.#files.has(name);
  }

  /**
   * The font at a size in dots (0: not given); null when its file cannot be drawn. Without `^PA` a character that it
   * lacks is taken from the faces of the program.
   *
   * @param properties of text that is set by them, as with a font that the printer holds.
   * @param meter of the label, which pays for each of its fonts and glyphs.
   */
  typeface(
    name: string,
    heightGiven: number,
    widthGiven: number,
    properties?: TextProperties,
    meter: WorkMeter = new WorkMeter(),
  ): Typeface | null {
    let face = this.#faces.get(name);
    if (face === undefined) {
      face = this.#open(name, meter);
      this.#faces.set(name, face);
    }
    if (face === null) return null;
    const typeface = heldTypeface(face, heightGiven, widthGiven, properties, meter);
    return properties === undefined ? withStandIns(typeface, face) : typeface;
  }

  /** Gives up the fonts; what was drawn with them stays. */
  close(): void {
    // Emptying an empty list takes a fiftieth of the time of a small label.
    if (this.#faces.size > 0) this.#faces.clear();
    this.#harfBuzz = undefined;
  }

  #open(name: string, meter: WorkMeter): HeldFace | null {
    const file = this.#files.get(name);
    if (file === undefined) return null;
    meter.spend(FONT_WORK + BYTE_WORK * file.length);
    if (!isSound(file)) return null;
    try {
      this.#harfBuzz ??= new HarfBuzz(MEMORY_MAX);
      return new HeldFace(this.#harfBuzz, name, digestOf(file), file);
    } catch {
      // No memory is left, or the library gave up: the next font gets another one.
      this.#harfBuzz = undefined;
      return null;
    }
  }
}

/** The fonts of a label that brought none. */
export const NO_FONTS = new DownloadedFonts(new Map());

function digestOf(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex');
}

/**
 * A typeface whose missing characters are taken from the faces of the program; one without a glyph anywhere takes a
 * whole em, as in font 0.
 */
function withStandIns(typeface: ReturnType<typeof heldTypeface>, face: HeldFace): Typeface {
  const { width } = typeface;
  const standIn = (character: string): Face | null | undefined =>
    face.nominal(character).glyph === 0 ? faceFor(character) : undefined;
  return {
    ...typeface,
    key: `${typeface.key}+`,
    advance(character) {
      const other = standIn(character);
      if (other === undefined) return typeface.advance(character);
      return other === null ? width : other.advance(character) * width;
    },
    isMissing: (character) => standIn(character) === null,
    draw(character, ink) {
      const other = standIn(character);
      if (other === undefined) return typeface.draw(character, ink);
      if (other === null) return null;
      const at = { emX: width, emY: typeface.height, shiftX: 0, shiftY: 0 };
      return drawOutline(other, character, at, ink);
    },
  };
}
