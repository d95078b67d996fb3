import type { FontChoice, Span } from '../../zpl/label.ts';
import { fontZero } from '../font/font-zero.ts';
import { typefaceOf } from '../font/resident-fonts.ts';
import type { Typeface } from '../font/typeface.ts';
import type { DrawContext } from './context.ts';

/** The font that a field chose. For one from a file that cannot be drawn font 0 stands in, with a diagnostic. */
export function chosenTypeface(font: FontChoice, span: Span, context: DrawContext): Typeface {
  const { dotsPerMm, fonts, held, onDiagnostic } = context;
  const { name, height, width } = font;
  const files = [fonts, held].find((some) => some.has(name));
  if (files === undefined) return typefaceOf(font, dotsPerMm);
  const typeface = files.typeface(name, height, width);
  if (typeface !== null) return typeface;
  const kind = files === held ? 'font' : 'downloaded font';
  onDiagnostic({ command: '^A', span, reason: `the ${kind} ${name} cannot be drawn; font 0 is used` });
  return fontZero(height, width);
}
