import { LRUCache } from 'lru-cache';
import type { Face } from './face.ts';
import { fillOutline, type GlyphBits, type InkRule } from './fill-outline.ts';
import { Edges, type OutlinePath } from './outline-edges.ts';

/** Extents of a character's ink in ems: x from the pen rightwards, y from the baseline upwards. */
export interface GlyphExtents {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The placement of an outline on the dots: sizes of its em, and the place of its pen. Dots, fractions allowed. */
export interface OutlinePlacement {
  readonly emX: number;
  readonly emY: number;
  readonly shiftX: number;
  readonly shiftY: number;
}

/** The outline of a character in one of the program's faces. */
interface Outline {
  readonly path: OutlinePath;
  readonly extents: GlyphExtents;
}

/** Outlines are measured at this size of the em, at which curves hardly differ from their chords. */
const MEASURED_EM = 4096;

/** About a kilobyte each. */
const outlines = new LRUCache<string, Outline>({ max: 2048 });

function outlineOf(face: Face, character: string): Outline {
  const key = `${face.name}/${character}`;
  let outline = outlines.get(key);
  if (outline === undefined) {
    const path = face.outline(character);
    outline = { path, extents: extentsOf(path, face.em) };
    outlines.set(key, outline);
  }
  return outline;
}

function extentsOf(path: OutlinePath, em: number): GlyphExtents {
  const edges = new Edges();
  const scale = MEASURED_EM / em;
  edges.take(path, { scaleX: scale, scaleY: scale, shiftX: 0, shiftY: 0 });
  const { left, right, top, bottom } = edges.bounds;
  return {
    left: left / MEASURED_EM,
    right: right / MEASURED_EM,
    top: -top / MEASURED_EM,
    bottom: -bottom / MEASURED_EM,
  };
}

/** Measures the ink of a character of the face. */
export function glyphExtents(face: Face, character: string): GlyphExtents {
  return outlineOf(face, character).extents;
}

/**
 * Draws a character and keeps the dots that its outline covers. Returns null when it has no
 * ink; fails with `too_large` when the glyph alone would exceed the largest image.
 */
export function drawOutline(
  face: Face,
  character: string,
  at: OutlinePlacement,
  ink?: InkRule,
): GlyphBits | null {
  const { path } = outlineOf(face, character);
  const { emX, emY, shiftX, shiftY } = at;
  return fillOutline(path, { scaleX: emX / face.em, scaleY: emY / face.em, shiftX, shiftY }, ink);
}

/**
 * Draws a character stretched to an ink box in dots: x from the pen, y upwards from the baseline. The box is
 * that of `like`, if given: a letter is drawn with its accents as the plain letter is.
 */
export function drawFitted(
  face: Face,
  character: string,
  box: GlyphExtents,
  ink: InkRule | undefined,
  like: string = character,
): GlyphBits | null {
  const drawn = glyphExtents(face, like);
  const emX = (box.right - box.left) / (drawn.right - drawn.left);
  const emY = (box.top - box.bottom) / (drawn.top - drawn.bottom);
  const shiftX = box.left - drawn.left * emX;
  const shiftY = drawn.bottom * emY - box.bottom;
  return drawOutline(face, character, { emX, emY, shiftX, shiftY }, ink);
}
