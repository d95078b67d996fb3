import type { InterpretationLine } from '../../barcode/native/field.ts';
import type { BarcodeElement } from '../../zpl/label.ts';
import type { Bitmap } from '../bitmap.ts';
import { fontZero } from '../font/font-zero.ts';
import { typefaceOf } from '../font/resident-fonts.ts';
import type { Typeface } from '../font/typeface.ts';
import type { Frame } from '../frame.ts';
import { layOutLine } from '../layout/text-layout.ts';
import { chosenTypeface } from './chosen-typeface.ts';
import type { DrawContext } from './context.ts';
import { drawPens } from './pens.ts';

/** From the bars down to the top of the capitals, whatever the module width (measured). Dots. */
const GAP_BELOW = 6;
/** Height of the fitted font 0 of `^BC` mode D, in module widths (measured). */
const FITTED_HEIGHT_MODULES = 17;
/** The part of the bars' length that a fitted line may take. */
const FITTED_PART = 0.94;

/** Draws the text beside the bars, centred on them or on the slots that EAN and UPC have for it. */
export function drawInterpretation(
  surface: Bitmap,
  element: BarcodeElement,
  line: InterpretationLine,
  frame: Frame,
  barsWidth: number,
  barsHeight: number,
  context: DrawContext,
): void {
  const module = Math.max(1, Math.round(element.moduleWidth));
  const typeface = typefaceFor(element, line, module, barsWidth, context);
  // Above, the baseline stands 8 dots and two modules over the bars (measured).
  const v = line.above ? -(8 + 2 * module) : barsHeight + GAP_BELOW + typeface.baseline;
  for (const { text, from, to } of line.pieces ?? [{ text: line.text, from: 0, to: barsWidth }]) {
    const { pens, width } = layOutLine(text, typeface, 'H', 0);
    const left = Math.round((from + to - width) / 2);
    const placed = pens.map((pen) => ({ ...pen, u: pen.u + left, v }));
    drawPens(surface, placed, typeface, frame, null, context);
  }
}

function typefaceFor(
  element: BarcodeElement,
  line: InterpretationLine,
  module: number,
  barsWidth: number,
  context: DrawContext,
): Typeface {
  const { dotsPerMm } = context;
  // Only ^BC listens to the font of a preceding ^A (measured).
  if (element.command === '^BC' && element.font !== null)
    return chosenTypeface(element.font, element.span, context);
  switch (line.style) {
    case 'A':
      return typefaceOf({ name: 'A', height: 9 * module, width: 5 * module }, dotsPerMm);
    case 'ocr-b':
      return typefaceOf({ name: 'E', height: 0, width: 0 }, dotsPerMm);
    case '0-fitted': {
      const height = FITTED_HEIGHT_MODULES * module;
      const natural = layOutLine(line.text, fontZero(height, height), 'H', 0).width;
      const room = FITTED_PART * barsWidth;
      return fontZero(height, natural > room ? Math.floor((height * room) / natural) : height);
    }
  }
}
