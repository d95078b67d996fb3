import type { Bitmap } from '../../bitmap/bitmap.ts';
import { cornerOf, type Frame } from '../../bitmap/frame.ts';
import type { PackedBits } from '../../bitmap/packed-bits.ts';
import { type Orientation, rotated } from '../../bitmap/rotate.ts';
import type { Origin } from '../../zpl/label.ts';
import type { Typeface } from '../font/typeface.ts';
import { frameOf } from '../layout/field-box.ts';
import type { GlyphPosition, TextLayout } from '../layout/text-layout.ts';
import type { DrawContext, TextEnd } from './context.ts';

/** Words of a glyph from which on the deadline is checked before it is copied. */
const LARGE_GLYPH_WORDS = 1024;

/** Draws a laid out field, and notes where it ends. */
export function drawLayout(
  surface: Bitmap,
  layout: TextLayout,
  typeface: Typeface,
  origin: Origin,
  orientation: Orientation,
  context: DrawContext,
): void {
  const frame = frameOf(continued(origin, context.textEnd), orientation, layout);
  drawGlyphs(surface, layout.positions, typeface, frame, layout.cut, context);
  context.textEnd.at = cornerOf(frame, layout.end.u, layout.end.v, 0, 0);
}

/** The origin, with the coordinates that it left out taken from the end of the text before. */
export function continued(origin: Origin, { at }: TextEnd): Origin {
  if (origin.pen === undefined || at === null) return origin;
  return { ...origin, x: origin.pen.x ? at.x : origin.x, y: origin.pen.y ? at.y : origin.y };
}

/** Draws characters at their positions; ink at or below `cut` (v of the field) is left out. */
export function drawGlyphs(
  surface: Bitmap,
  positions: readonly GlyphPosition[],
  typeface: Typeface,
  frame: Frame,
  cut: number | null,
  context: DrawContext,
): void {
  const { glyphs, ink, missing, unsampled, meter, checkDeadline } = context;
  if (positions.length > 0) unsampled.note(typeface);
  const atlas = glyphs.atlas(typeface, frame.orientation, ink);
  for (const { character, u, v } of positions) {
    if (!mayShow(surface, frame, u, v, typeface, character)) {
      surface.clipped ||= character.trim() !== '';
      continue;
    }
    const glyph = atlas.get(typeface, character, meter, checkDeadline);
    if (glyph === null) {
      if (character !== ' ') missing.note(character, typeface);
      continue;
    }
    if (glyph.isStandIn) unsampled.noteCharacter(character, typeface);
    if (typeface.hasDefaultGlyph) missing.note(character, typeface);
    if (glyph.bits.words.length > LARGE_GLYPH_WORDS) checkDeadline();
    const top = v + glyph.top;
    let { height } = glyph;
    let { bits } = glyph;
    if (cut !== null && top + height > cut) {
      height = cut - top;
      if (height <= 0) continue;
      const uprights = glyphs.atlas(typeface, 'N', ink);
      const upright = uprights.get(typeface, character, meter, checkDeadline) as { bits: PackedBits };
      // The glyph is rotated dot by dot, each time.
      meter.spend(upright.bits.width * height);
      bits = rotated({ ...upright.bits, height }, frame.orientation);
    }
    const corner = cornerOf(frame, u + glyph.left, top, glyph.width, height);
    surface.blit(bits, corner.x, corner.y, 'black');
  }
}

/** Whether a glyph may lie on the label. Others are not drawn: there can be many, and they can be huge. */
function mayShow(
  surface: Bitmap,
  frame: Frame,
  u: number,
  v: number,
  typeface: Typeface,
  character: string,
): boolean {
  const pen = cornerOf(frame, u, v, 0, 0);
  if (pen.x >= 0 && pen.x < surface.width && pen.y >= 0 && pen.y < surface.height) return true;
  // A generous bound for the reach of its ink from the pen.
  const reach = 2 * (typeface.height + typeface.advance(character));
  const { x, y } = cornerOf(frame, u - reach, v - reach, 2 * reach, 2 * reach);
  return x < surface.width && y < surface.height && x + 2 * reach > 0 && y + 2 * reach > 0;
}
