import { WorkMeter } from '../../../bitmap/work-meter.ts';
import type { TextProperties } from '../../../zpl/label.ts';
import { COMPONENTS_MAX } from '../components.ts';
import type { PlacedGlyph } from '../harfbuzz/shaping.ts';
import { drawPath } from '../outline.ts';
import type { Typeface } from '../typeface.ts';
import { levelsOf } from './bidirectional.ts';
import { advanceIn, glyphsIn, isCluster } from './cluster-name.ts';
import { type HeldFace, IGNORABLE } from './held-face.ts';
import { textSetter } from './text-setter.ts';

/** A size that the label leaves out altogether, as with font 0. */
const DEFAULT_HEIGHT = 15;
const DEFAULT_WIDTH = 12;

/** The glyph that a font prints for a character that it lacks (`.notdef`). */
const DEFAULT_GLYPH = [{ glyph: 0, dx: 0, dy: 0 }] as const;

/**
 * Units of a {@link WorkMeter} for an outline: each of its points is asked for, and when there are many, lines meet
 * lines. No letter has as many; measured with random lines.
 */
const POINT_WORK = 100;
const LETTER_POINTS = 500;

/** The same for each glyph that a glyph is made of. */
const COMPONENT_WORK = 5000;

function outlineWork(points: number): number {
  return POINT_WORK * points + (points > LETTER_POINTS ? (points * points) / 2 : 0);
}

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
  const height = heightGiven || widthGiven || DEFAULT_HEIGHT;
  const width = widthGiven || heightGiven || DEFAULT_WIDTH;
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
    draw(unit) {
      const glyphs = glyphsOf(unit);
      const components = face.components(glyphs);
      meter.spend(COMPONENT_WORK * components);
      if (components > COMPONENTS_MAX) return null;
      const outline = face.outline(glyphs);
      meter.spend(outlineWork(outline.points));
      if (outline.path === null) return null;
      const { path, left, right, top, bottom } = outline;
      const ink = { left: left / em, right: right / em, top: top / em, bottom: bottom / em };
      return drawPath(path, em, ink, { emX: width, emY: height, shiftX: 0, shiftY: 0 });
    },
    ...(properties && {
      shapes: true,
      set(text, isVertical, levels = properties.bidirectional ? levelsOf(text, meter) : null) {
        const setter = textSetter(face, properties);
        return isVertical ? setter.column(text, meter) : setter.line(text, levels, meter);
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
