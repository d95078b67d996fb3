import { accessSync, constants, readFileSync } from 'node:fs';
import { asset } from '../../asset.ts';
import { canvas, onFirstUse } from '../../on-first-use.ts';
import { processName } from '../../process-name.ts';
import { type Coverage, coverageOf } from './cmap.ts';
import { HarfBuzz } from './harfbuzz/harfbuzz.ts';
import { HeldFace } from './held/held-face.ts';
import type { OutlinePath } from './outline-edges.ts';

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
  /** A name that no other face has. */
  readonly name: FaceName;
  readonly coverage: Coverage;
  /** Units of its outlines that make an em. */
  readonly em: number;
  /** The advance of a character in ems. */
  advance(character: string): number;
  /** The outline of a character; empty for one without ink. */
  outline(character: string): OutlinePath;
}

const loaded = new Map<FaceName, Face>();

/** Loads a face on first use in this thread. */
export function face(name: FaceName): Face {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const bytes = readFileSync(fileOf(name));
  // Many callers ask only for the characters that the face has.
  const held = onFirstUse(() => new HeldFace(harfBuzz(), name, name, bytes));
  const made: Face = {
    name,
    coverage: remembered(coverageOf(bytes)),
    get em() {
      return held().em;
    },
    advance: (character) => held().nominal(character).advance / held().em,
    outline(character) {
      const { glyph } = held().nominal(character);
      return held().outline([{ glyph, dx: 0, dy: 0 }]).path ?? new Float32Array();
    },
  };
  loaded.set(name, made);
  return made;
}

/** The most bytes for the faces, which take 1.2 MB, and for reading them. */
const MEMORY_MAX = 8 * 1024 * 1024;

const harfBuzz = onFirstUse(() => new HarfBuzz(MEMORY_MAX));

const families = new Map<FaceName, string>();

/**
 * The family under which the canvas has a face: a name of our own, so that no font of the machine can shadow it. Fonts
 * are found by the family that their file names too.
 */
export function canvasFamily(name: FaceName): string {
  const known = families.get(name);
  if (known !== undefined) return known;
  const family = `platen-${processName()}-${name}`;
  const { GlobalFonts } = canvas();
  if (!GlobalFonts.has(family) && GlobalFonts.register(readFileSync(fileOf(name)), family) === null) {
    throw new Error(`The font ${FILES[name]} cannot be read`);
  }
  families.set(name, family);
  return family;
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
