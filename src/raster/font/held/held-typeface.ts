import { WorkMeter } from '../../../bitmap/work-meter.ts';
import type { TextProperties } from '../../../zpl/label.ts';
import { COMPONENTS_MAX } from '../components.ts';
import { fillOutline } from '../fill-outline.ts';
import { UNSET_SIZE } from '../font-zero.ts';
import type { PlacedGlyph } from '../harfbuzz/shaping.ts';
import type { Typeface } from '../typeface.ts';
import { levelsOf } from './bidirectional.ts';
import { advanceIn, glyphsIn, isCluster } from './cluster-name.ts';
import { type HeldFace, IGNORABLE } from './held-face.ts';
import { textShaper } from './text-shaper.ts';

/** The glyph that a font prints for a character that it lacks (`.notdef`). */
const DEFAULT_GLYPH = [{ glyph: 0, dx: 0, dy: 0 }] as const;

/** Units of a {@link WorkMeter} for each point of an outline, and for each point beyond those of a letter; measured. */
const POINT_WORK = 100;
const LETTER_POINTS = 500;
const FURTHER_POINT_WORK = 500;

/** Units for each component of a glyph. */
const COMPONENT_WORK = 5000;

/**
 * A font that the printer holds at a size in dots (0: not given). As with downloaded fonts one em is as high as the
 * size asked for, and a missing character takes a whole em.
 *
 * @param meter of the label: counts what depends on the font's tables and outlines, each time.
 */
export function heldTypeface(
  face: HeldFace,
  heightGiven: number,
  widthGiven: number,
  properties: TextProperties | undefined,
  meter: WorkMeter = new WorkMeter(),
): Typeface & { readonly width: number } {
  const height = heightGiven || widthGiven || UNSET_SIZE.height;
  const width = widthGiven || heightGiven || UNSET_SIZE.width;
  const { em } = face;
  const shows = (unit: string): boolean => isCluster(unit) || face.shows(unit);
  const hasDefault = properties?.defaultGlyph === true;
  return {
    name: face.name,
    key: `${face.key}/${hasDefault ? 1 : 0}/${height}/${width}`,
    height,
    width,
    textBlockPitch: Math.round(height * 1.25),
    baseline: Math.floor(height * 0.75),
    hasDefaultGlyph: hasDefault,
    advance(unit) {
      if (isCluster(unit)) return (advanceIn(unit) * width) / em;
      const { glyph, advance } = face.nominal(unit);
      if (glyph !== 0) return (advance * width) / em;
      if (IGNORABLE.test(unit)) return 0;
      return hasDefault ? (advance * width) / em : width;
    },
    isMissing: (unit) => !shows(unit),
    draw(unit, ink) {
      const glyphs = glyphsOf(unit);
      const components = face.components(glyphs);
      meter.spend(COMPONENT_WORK * components);
      if (components > COMPONENTS_MAX) return null;
      const outline = face.outline(glyphs);
      const further = Math.max(0, outline.points - LETTER_POINTS);
      meter.spend(POINT_WORK * outline.points + FURTHER_POINT_WORK * further);
      if (outline.path === null) return null;
      const placement = { scaleX: width / em, scaleY: height / em, shiftX: 0, shiftY: 0 };
      return fillOutline(outline.path, placement, ink, meter);
    },
    ...(properties && {
      shapes: true,
      set(text, isVertical, levels = properties.bidirectional ? levelsOf(text, meter) : null) {
        const shaper = textShaper(face, properties);
        return isVertical ? shaper.column(text, meter) : shaper.line(text, levels, meter);
      },
    }),
  };

  function glyphsOf(unit: string): readonly PlacedGlyph[] {
    if (isCluster(unit)) return glyphsIn(unit);
    const { glyph } = face.nominal(unit);
    if (glyph !== 0) return [{ glyph, dx: 0, dy: 0 }];
    return hasDefault && !IGNORABLE.test(unit) ? DEFAULT_GLYPH : [];
  }
}
