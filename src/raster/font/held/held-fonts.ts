import { drawPath } from '../outline.ts';
import type { Typeface } from '../typeface.ts';
import type { HeldFont } from './font-folder.ts';
import { type HeldFace, HeldFaces } from './held-face.ts';

/** A size that the label leaves out altogether, as with font 0. */
const DEFAULT_HEIGHT = 15;
const DEFAULT_WIDTH = 12;

/** Characters that only say how others are shown. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** The fonts that the printer holds, for one thread. */
export class HeldFonts {
  readonly #names = new Map<string, string>();
  readonly #faces: HeldFaces;

  constructor(fonts: readonly HeldFont[]) {
    this.#faces = new HeldFaces(new Map(fonts.map((font) => [font.name, font])));
    for (const { name } of fonts) {
      const stem = stemOf(name);
      if (!this.#names.has(stem)) this.#names.set(stem, name);
    }
    for (const { name } of fonts) this.#names.set(name, name);
  }

  /**
   * The name of the font that a label means by a file on some drive; undefined when there is none. Labels name fonts as
   * printers do, which write `.FNT`, `.TTF` or `.TTE` for what may be an `.OTF` here.
   *
   * @param file name and extension, upper case.
   */
  find(file: string): string | undefined {
    return this.#names.get(file) ?? this.#names.get(stemOf(file));
  }

  /** Whether a name is that of such a font. */
  has(name: string): boolean {
    return this.#names.get(name) === name;
  }

  /** The font at a size in dots (0: not given); null when its file cannot be used any more. */
  typeface(name: string, heightGiven: number, widthGiven: number): Typeface | null {
    const face = this.#faces.get(name);
    return face && typefaceIn(face, heightGiven, widthGiven);
  }
}

/** A name without its extension, which no name with one can be. */
function stemOf(file: string): string {
  const dot = file.lastIndexOf('.');
  return dot < 0 ? file : file.slice(0, dot);
}

/** As with downloaded fonts: one em is as high as the size asked for, and a missing character takes a whole em. */
function typefaceIn(face: HeldFace, heightGiven: number, widthGiven: number): Typeface {
  const height = heightGiven || widthGiven || DEFAULT_HEIGHT;
  const width = widthGiven || heightGiven || DEFAULT_WIDTH;
  const isMissing = (character: string): boolean =>
    face.nominal(character).glyph === 0 && !IGNORABLE.test(character);
  return {
    name: face.name,
    key: `${face.key}/${height}/${width}`,
    height,
    textBlockPitch: Math.round(height * 1.25),
    baseline: Math.floor(height * 0.75),
    advance(character) {
      const { glyph, advance } = face.nominal(character);
      if (glyph !== 0) return (advance * width) / face.em;
      return IGNORABLE.test(character) ? 0 : width;
    },
    isMissing,
    draw(character) {
      const { glyph } = face.nominal(character);
      const outline = glyph === 0 ? null : face.outline(glyph);
      if (outline === null) return null;
      const { path, left, right, top, bottom } = outline;
      const ink = {
        left: left / face.em,
        right: right / face.em,
        top: top / face.em,
        bottom: bottom / face.em,
      };
      return drawPath(path, face.em, ink, { emX: width, emY: height, shiftX: 0, shiftY: 0 });
    },
  };
}
