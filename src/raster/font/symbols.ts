import { face } from './face.ts';
import { drawOutline, inkBox } from './outline.ts';
import type { Typeface } from './typeface.ts';

/** A mark of the symbol font: what it looks like, and its ink from the cell's top left in parts of the size. */
interface Mark {
  readonly look: string;
  readonly width: number;
  readonly height: number;
}

/** Sizes measured on reference renders. UL and CSA have no free glyph: circled letters stand for them. */
const MARKS: Readonly<Record<string, Mark>> = {
  A: { look: '®', width: 0.627, height: 0.627 },
  B: { look: '©', width: 0.627, height: 0.627 },
  C: { look: '™', width: 0.79, height: 0.42 },
  D: { look: 'Ⓤ', width: 1, height: 1 },
  E: { look: 'Ⓒ', width: 0.92, height: 1 },
};

const ADVANCE = 1.083;
const CELL = 24;

/** `^GS` at a size in dots; one that is not given (0) equals the other. */
export function symbolTypeface(heightGiven: number, widthGiven: number): Typeface {
  const height = heightGiven || widthGiven || CELL;
  const width = widthGiven || heightGiven || CELL;
  const baseline = Math.floor(height * 0.75);
  return {
    key: `GS/${height}/${width}`,
    height,
    textBlockPitch: height,
    baseline,
    advance: (character) => (MARKS[character] === undefined ? 0 : width * ADVANCE),
    draw(character) {
      const mark = MARKS[character];
      if (mark === undefined) return null;
      const drawn = face('dejavu-sans-mono');
      const ink = inkBox(drawn, mark.look);
      const emX = (mark.width * width) / (ink.right - ink.left);
      const emY = (mark.height * height) / (ink.top - ink.bottom);
      return drawOutline(drawn, mark.look, ink, {
        emX,
        emY,
        shiftX: -ink.left * emX,
        shiftY: ink.top * emY - baseline,
      });
    },
  };
}
