import type { Orientation } from '../../bitmap/rotate.ts';
import type { WorkMeter } from '../../bitmap/work-meter.ts';
import type { FontChoice, Span, TextProperties } from '../../zpl/label.ts';
import { levelsOf, turnedUnits } from '../font/held/bidirectional.ts';
import { linkedTypeface } from '../font/linked-typeface.ts';
import { typefaceOf } from '../font/resident-fonts.ts';
import type { Typeface } from '../font/typeface.ts';
import type { DrawContext } from './context.ts';

/** A font of all printers, as this one draws it in an orientation. */
export function residentTypeface(
  font: FontChoice,
  orientation: Orientation,
  { sampled, dotsPerMm }: Pick<DrawContext, 'sampled' | 'dotsPerMm'>,
): Typeface {
  return sampled?.typeface(font, orientation) ?? typefaceOf(font, dotsPerMm);
}

/** The font that a field chose, with those linked to it. */
export function chosenTypeface(
  font: FontChoice,
  orientation: Orientation,
  span: Span,
  context: DrawContext,
  properties?: TextProperties,
): Typeface {
  const { fonts, held } = context;
  const base = single(font, orientation, span, context, properties);
  if (font.links === undefined) return base;
  const links = font.links.map((name) => single({ ...font, name }, orientation, span, context, properties));
  const isResident = !fonts.has(font.name) && !held.has(font.name);
  const lacks = (character: string): boolean =>
    (isResident && isBeyondResidents(character)) || base.isMissing(character);
  return linkedTypeface(base, links, lacks, properties?.bidirectional === true, context.meter);
}

/**
 * Fonts of all printers have Latin, Greek and Cyrillic letters at most; for other scripts linked fonts take precedence
 * over the substitutes here.
 */
function isBeyondResidents(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return code > 0x52f && !(code >= 0x1e00 && code <= 0x27ff);
}

/** Font 0 replaces a font from a file that cannot be drawn, with a diagnostic. */
function single(
  font: FontChoice,
  orientation: Orientation,
  span: Span,
  context: DrawContext,
  properties: TextProperties | undefined,
): Typeface {
  const { fonts, held, meter, onDiagnostic } = context;
  const { name, height, width } = font;
  const files = [fonts, held].find((some) => some.has(name));
  if (files === undefined) return turned(residentTypeface(font, orientation, context), properties, meter);
  const typeface = files.typeface(name, height, width, properties, meter);
  if (typeface !== null) return typeface;
  const reason =
    files === held
      ? `the font ${name} cannot be drawn: its file is not what it was when Platen started; font 0 is used until it is started again`
      : `the downloaded font ${name} cannot be drawn; font 0 is used`;
  onDiagnostic({ code: 'font-not-drawn', command: '^A', span, reason });
  return residentTypeface({ name: '0', height, width }, orientation, context);
}

/** A resident font: `^PA` can turn its text, but not change its letters. */
function turned(typeface: Typeface, properties: TextProperties | undefined, meter: WorkMeter): Typeface {
  if (properties?.bidirectional !== true) return typeface;
  return { ...typeface, set: (text, _, levels = levelsOf(text, meter)) => turnedUnits(text, levels) };
}
