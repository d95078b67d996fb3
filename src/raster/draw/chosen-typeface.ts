import type { FontChoice, Span } from '../../zpl/label.ts';
import { fontZero } from '../font/font-zero.ts';
import { typefaceOf } from '../font/resident-fonts.ts';
import type { Typeface } from '../font/typeface.ts';
import type { DrawContext } from './context.ts';

/** The font that a field chose. For a downloaded one that cannot be drawn font 0 stands in, with a diagnostic. */
export function chosenTypeface(font: FontChoice, span: Span, context: DrawContext): Typeface {
  const { dotsPerMm, fonts, onDiagnostic } = context;
  const { name, height, width } = font;
  if (!fonts.has(name)) return typefaceOf(font, dotsPerMm);
  const downloaded = fonts.typeface(name, height, width);
  if (downloaded !== null) return downloaded;
  onDiagnostic({
    command: '^A',
    span,
    reason: `the downloaded font ${name} cannot be drawn; font 0 is used`,
  });
  return fontZero(height, width);
}
