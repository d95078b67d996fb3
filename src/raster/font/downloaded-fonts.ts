import { createHash, randomUUID } from 'node:crypto';
import type { FontKey } from '@napi-rs/canvas';
import type { WorkMeter } from '../../bitmap/work-meter.ts';
import { canvas } from '../../on-first-use.ts';
import { leftFonts, noteFont } from '../../thread-fonts.ts';
import type { TextProperties } from '../../zpl/label.ts';
import { type Face, faceFor } from './face.ts';
import { checkedCoverage } from './font-file.ts';
import { HarfBuzz } from './harfbuzz/harfbuzz.ts';
import { HeldFace } from './held/held-face.ts';
import { heldTypeface } from './held/held-typeface.ts';
import { drawOutline, inkBox } from './outline.ts';
import type { Typeface } from './typeface.ts';

/** The canvas knows fonts by name in the whole process: no name of this thread is one of another. */
const THREAD = randomUUID();
let registered = 0;

/** A size that the label leaves out altogether, as with font 0. */
const DEFAULT_HEIGHT = 15;
const DEFAULT_WIDTH = 12;

/** What HarfBuzz may take for one of them: four times the largest. Bytes. */
const MEMORY_MAX = 16 * 1024 * 1024;

/** A font that the canvas has. */
interface Registered {
  readonly key: FontKey;
  /** Has it noted no more for the case that this thread ends. */
  readonly forget: () => void;
}

/**
 * The fonts that came with one label, ready to draw from first use to {@link DownloadedFonts.close}. Glyphs are
 * remembered by what is in the file, never by its name, so no label sees a font that it did not bring.
 */
export class DownloadedFonts {
  readonly #files: ReadonlyMap<string, Uint8Array>;
  readonly #faces = new Map<string, Face | null>();
  readonly #shapedFaces = new Map<string, HeldFace | null>();
  readonly #registered: Registered[] = [];

  /** @param files by the names that the label's elements call them. */
  constructor(files: ReadonlyMap<string, Uint8Array>) {
    this.#files = files;
  }

  /** Whether a name means a downloaded font, broken or not. */
  has(name: string): boolean {
    return this.#files.has(name);
  }

  /**
   * The font at a size in dots (0: not given); null when its file cannot be drawn.
   *
   * @param properties of text that is set by them, as with a font that the printer holds.
   * @param meter of the label, as for such a font.
   */
  typeface(
    name: string,
    heightGiven: number,
    widthGiven: number,
    properties?: TextProperties,
    meter?: WorkMeter,
  ): Typeface | null {
    if (properties !== undefined) {
      const face = this.#shapedFace(name);
      return face && heldTypeface(face, heightGiven, widthGiven, properties, meter);
    }
    let face = this.#faces.get(name);
    if (face === undefined) {
      face = this.#open(name);
      this.#faces.set(name, face);
    }
    return face && typefaceIn(name, face, heightGiven, widthGiven);
  }

  /** Gives up the fonts; what was drawn with them stays. */
  close(): void {
    // Emptying lists that are empty takes a fiftieth of a small label.
    if (this.#files.size === 0) return;
    for (const { key, forget } of this.#registered.splice(0)) {
      canvas().GlobalFonts.remove(key);
      forget();
    }
    this.#faces.clear();
    this.#shapedFaces.clear();
  }

  #shapedFace(name: string): HeldFace | null {
    let face = this.#shapedFaces.get(name);
    if (face === undefined) {
      const file = this.#files.get(name);
      const isSound = file !== undefined && checkedCoverage(file) !== null;
      face = isSound ? new HeldFace(new HarfBuzz(MEMORY_MAX), name, `shaped/${digestOf(file)}`, file) : null;
      this.#shapedFaces.set(name, face);
    }
    return face;
  }

  #open(name: string): Face | null {
    const file = this.#files.get(name);
    const coverage = file === undefined ? null : checkedCoverage(file);
    if (file === undefined || coverage === null) return null;
    const family = `platen-${THREAD}-${registered++}`;
    // To the canvas, files of equal bytes are one font, which goes from all threads when one of them removes it.
    const own = Buffer.concat([file, Buffer.from(family)]);
    const key = canvas().GlobalFonts.register(own, family);
    if (key === null) return null;
    this.#registered.push({ key, forget: noteFont(key.typefaceId) });
    removeLeftFonts(key);
    return { name: digestOf(file), family, coverage };
  }
}

/** Takes away what threads have left that were ended in the midst of a label. */
function removeLeftFonts(key: FontKey): void {
  // A key is to be had by registering a font alone, and names whichever font its number is set to.
  const any = key as { typefaceId: number };
  const own = key.typefaceId;
  for (const left of leftFonts()) {
    any.typefaceId = left;
    canvas().GlobalFonts.remove(key);
  }
  any.typefaceId = own;
}

/** Of a label that brought none. */
export const NO_FONTS = new DownloadedFonts(new Map());

function digestOf(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex');
}

/**
 * One em is as high as the size asked for; the baseline is where every scalable font of a printer has it. A character
 * that there is no glyph for takes a whole em, as in font 0.
 */
function typefaceIn(name: string, face: Face, heightGiven: number, widthGiven: number): Typeface {
  const height = heightGiven || widthGiven || DEFAULT_HEIGHT;
  const width = widthGiven || heightGiven || DEFAULT_WIDTH;
  const faceOf = (character: string): Face | null =>
    face.coverage.has(character.codePointAt(0) ?? 0) ? face : faceFor(character);
  return {
    name,
    key: `${face.name}/${height}/${width}`,
    height,
    textBlockPitch: Math.round(height * 1.25),
    baseline: Math.floor(height * 0.75),
    advance(character) {
      const drawn = faceOf(character);
      return drawn === null ? width : inkBox(drawn, character).advance * width;
    },
    isMissing: (character) => faceOf(character) === null,
    draw(character) {
      const drawn = faceOf(character);
      if (drawn === null) return null;
      const at = { emX: width, emY: height, shiftX: 0, shiftY: 0 };
      return drawOutline(drawn, character, inkBox(drawn, character), at);
    },
  };
}
