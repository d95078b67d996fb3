import type { WorkMeter } from '../../../bitmap/work-meter.ts';
import type { TextProperties } from '../../../zpl/label.ts';
import type { Typeface } from '../typeface.ts';
import type { HeldFont } from './font-folder.ts';
import { HeldFaces } from './held-faces.ts';
import { heldTypeface } from './held-typeface.ts';

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

  /**
   * The font at a size in dots (0: not given); null when its file cannot be used any more.
   *
   * @param meter as for {@link heldTypeface}.
   */
  typeface(
    name: string,
    heightGiven: number,
    widthGiven: number,
    properties?: TextProperties,
    meter?: WorkMeter,
  ): Typeface | null {
    const face = this.#faces.get(name);
    return face && heldTypeface(face, heightGiven, widthGiven, properties, meter);
  }
}

/** A name without its extension, which no name with one can be. */
function stemOf(file: string): string {
  const dot = file.lastIndexOf('.');
  return dot < 0 ? file : file.slice(0, dot);
}
