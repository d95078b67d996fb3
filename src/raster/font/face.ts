import { accessSync, constants, readFileSync } from 'node:fs';
import { asset } from '../../asset.ts';
import { canvas } from '../../on-first-use.ts';
import { processName } from '../../process-name.ts';
import { type Coverage, coverageOf } from './cmap.ts';

/** The fonts that ship with the program, in `faces/`, with their licences. */
const FILES = {
  'roboto-condensed-bold': 'RobotoCondensed-Bold.ttf',
  'tex-gyre-heros-cn-bold': 'TexGyreHerosCn-Bold.otf',
  'dejavu-sans-mono': 'DejaVuSansMono.ttf',
  'dejavu-sans-mono-bold': 'DejaVuSansMono-Bold.ttf',
  'ocr-a': 'OCRA.ttf',
  'ocr-b': 'OCRB.otf',
} as const;

export type FaceName = keyof typeof FILES;

/** An outline font that is ready to draw. */
export interface Face {
  /** Tells it from every other face, as its family does from every other in this process. */
  readonly name: string;
  /** For the canvas: a family of our own, which no font of the machine can shadow, nor one that a label brought. */
  readonly family: string;
  readonly coverage: Coverage;
}

const loaded = new Map<FaceName, Face>();

/** Loads a face on first use in this thread. */
export function face(name: FaceName): Face {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  // Fonts are found by the family that their file names too, and labels bring what files they like.
  const family = `platen-${processName()}-${name}`;
  const bytes = readFileSync(fileOf(name));
  const { GlobalFonts } = canvas();
  if (!GlobalFonts.has(family) && GlobalFonts.register(bytes, family) === null) {
    throw new Error(`The font ${FILES[name]} cannot be read`);
  }
  const made: Face = { name, family, coverage: remembered(coverageOf(bytes)) };
  loaded.set(name, made);
  return made;
}

/** Characters that a face remembers; then it begins again. */
const CHARACTERS_KEPT = 4096;

/** Every character of a field asks several faces: remembered, each asks once. */
function remembered(coverage: Coverage): Coverage {
  const known = new Map<number, boolean>();
  return {
    has(character) {
      let has = known.get(character);
      if (has === undefined) {
        has = coverage.has(character);
        if (known.size === CHARACTERS_KEPT) known.clear();
        known.set(character, has);
      }
      return has;
    },
  };
}

/** Throws unless the files of all faces are there and may be read. */
export function checkFaces(): void {
  for (const name of Object.keys(FILES) as FaceName[]) accessSync(fileOf(name), constants.R_OK);
}

function fileOf(name: FaceName): URL {
  return asset(`raster/font/faces/${FILES[name]}`);
}

/**
 * The face to draw a character with: the first of those preferred that has it, else DejaVu Sans Mono, which
 * covers most alphabets, else null (the character is left blank, as `^PA` has it by default).
 */
export function faceFor(character: string, ...preferred: readonly FaceName[]): Face | null {
  const code = character.codePointAt(0) ?? 0;
  for (const name of [...preferred, 'dejavu-sans-mono'] as const) {
    if (face(name).coverage.has(code)) return face(name);
  }
  return null;
}
