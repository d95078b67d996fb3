import type { Cluster, PlacedGlyph } from '../harfbuzz/shaping.ts';

// Shaped text is set, drawn and cached by name, like characters. The name of a cluster is a text that describes it
// completely: a first code unit of no letter, its advance, and for each glyph the glyph and its place. No character
// has as many code units.

/** A code unit of the private use area: no glyph cache mistakes it for a Latin letter. */
const FIRST = '\ue000';
const ADVANCE_AT = 1;
const GLYPHS_AT = 2;
const GLYPH_UNITS = 3;

/** Numbers that may be negative are kept as code units above and below this. */
const ZERO = 0x8000;

/** The name of a cluster. */
export function nameOf({ advance, glyphs }: Cluster): string {
  let name = FIRST + signed(advance);
  for (const { glyph, dx, dy } of glyphs)
    name += String.fromCharCode(glyph & 0xffff) + signed(dx) + signed(dy);
  return name;
}

/** Whether this is the name of a cluster, and not a character. */
export function isCluster(unit: string): boolean {
  return unit.length > GLYPHS_AT;
}

/** In the font's units. */
export function advanceIn(name: string): number {
  return name.charCodeAt(ADVANCE_AT) - ZERO;
}

/** The glyphs of the cluster with this name. */
export function glyphsIn(name: string): readonly PlacedGlyph[] {
  const glyphs: PlacedGlyph[] = [];
  for (let at = GLYPHS_AT; at < name.length; at += GLYPH_UNITS) {
    glyphs.push({
      glyph: name.charCodeAt(at),
      dx: name.charCodeAt(at + 1) - ZERO,
      dy: name.charCodeAt(at + 2) - ZERO,
    });
  }
  return glyphs;
}

/** A number as a code unit, cut to 32767 units either way: two of the largest ems. */
function signed(value: number): string {
  return String.fromCharCode(ZERO + Math.max(-ZERO, Math.min(ZERO - 1, value)));
}
