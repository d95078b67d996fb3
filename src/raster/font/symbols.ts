import { Bitmap } from '../../bitmap/bitmap.ts';
import { fillRing } from '../../bitmap/ring.ts';
import { face } from './face.ts';
import type { GlyphBits, InkRule } from './fill-outline.ts';
import { drawFitted } from './outline.ts';
import type { Typeface } from './typeface.ts';

/** A letter of a mark and its ink, in parts of the mark's width and height from its top left. */
type Letter = readonly [character: string, left: number, right: number, top: number, bottom: number];

interface Mark {
  /** In parts of the size asked for. */
  readonly width: number;
  readonly height: number;
  /** Thickness of the circle around, in parts of the mark's height; 0 where a letter brings its own. */
  readonly ring: number;
  /** The circle is open on the right, like a C. */
  readonly open: boolean;
  readonly letters: readonly Letter[];
}

/** The marks of the symbol font (printer evidence 10). */
const MARKS: Readonly<Record<string, Mark>> = {
  A: glyphMark('®', 0.627, 0.627),
  B: glyphMark('©', 0.627, 0.627),
  C: glyphMark('™', 0.79, 0.42),
  // Underwriters Laboratories.
  D: {
    width: 1,
    height: 1,
    ring: 0.085,
    open: false,
    letters: [
      ['U', 0.217, 0.516, 0.2, 0.7],
      ['L', 0.557, 0.8, 0.287, 0.76],
      ['®', 0.305, 0.44, 0.72, 0.85],
    ],
  },
  // Canadian Standards Association.
  E: {
    width: 1,
    height: 1,
    ring: 0.135,
    open: true,
    letters: [
      ['S', 0.2, 0.457, 0.2, 0.815],
      ['A', 0.535, 0.83, 0.2, 0.815],
      ['®', 0.78, 0.92, 0.626, 0.76],
    ],
  },
};

const ADVANCE = 1.083;
/** The size of marks that have none. Dots. */
export const SYMBOL_CELL = 24;

/** `^GS` at a size in dots; one that is not given (0) equals the other. */
export function symbolTypeface(heightGiven: number, widthGiven: number): Typeface {
  const height = heightGiven || widthGiven || SYMBOL_CELL;
  const width = widthGiven || heightGiven || SYMBOL_CELL;
  const baseline = Math.floor(height * 0.75);
  return {
    name: 'GS',
    key: `GS/${height}/${width}`,
    height,
    textBlockPitch: height,
    baseline,
    advance: () => width * ADVANCE,
    isMissing: (character) => MARKS[character] === undefined,
    draw(character, ink) {
      const mark = MARKS[character];
      if (mark === undefined) return null;
      return { bits: composed(mark, mark.width * width, mark.height * height, ink), left: 0, top: -baseline };
    },
  };
}

function glyphMark(character: string, width: number, height: number): Mark {
  return { width, height, ring: 0, open: false, letters: [[character, 0, 1, 0, 1]] };
}

function composed(mark: Mark, width: number, height: number, ink: InkRule | undefined): Bitmap {
  const bits = Bitmap.create(Math.ceil(width), Math.ceil(height));
  if (mark.ring > 0) {
    fillRing(bits, 0, 0, bits.width, bits.height, mark.ring * height, 'black');
    if (mark.open) clearWedge(bits);
  }
  for (const letter of mark.letters) {
    const glyph = letterBits(letter, width, height, ink);
    if (glyph !== null) bits.blit(glyph.bits, glyph.left, glyph.top, 'black');
  }
  return bits;
}

/** Opens the right of a ring by a quarter turn. */
function clearWedge(bits: Bitmap): void {
  const middle = bits.height / 2;
  for (let row = 0; row < bits.height; row++) {
    const from = Math.round(bits.width / 2 + (Math.abs(row + 0.5 - middle) * bits.width) / bits.height);
    bits.fillRect(from, row, bits.width - from, 1, 'white');
  }
}

/** Drawn with the top of the mark as its baseline. */
function letterBits(
  [character, left, right, top, bottom]: Letter,
  width: number,
  height: number,
  ink: InkRule | undefined,
): GlyphBits | null {
  const name = character === 'S' || character === 'A' || character === 'U' || character === 'L';
  const letterFace = face(name ? 'roboto-condensed-bold' : 'dejavu-sans-mono');
  const box = { left: left * width, right: right * width, top: -top * height, bottom: -bottom * height };
  return drawFitted(letterFace, character, box, ink);
}
