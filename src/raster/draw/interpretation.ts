import type { InterpretationLine } from '../../barcode/field.ts';
import type { Bitmap } from '../../bitmap/bitmap.ts';
import type { Frame } from '../../bitmap/frame.ts';
import type { Orientation } from '../../bitmap/rotate.ts';
import type { BarcodeElement, FontChoice } from '../../zpl/label.ts';
import type { Typeface } from '../font/typeface.ts';
import { layOutLine } from '../layout/text-layout.ts';
import { chosenTypeface, residentTypeface } from './chosen-typeface.ts';
import type { DrawContext } from './context.ts';
import { drawGlyphs } from './glyphs.ts';

/** Dots from the bars down to the top of the capitals, whatever the module width (printer evidence 30). */
const GAP_BELOW = 6;
/** Dots down to the top of the cell if the digits have places of their own, in EAN and UPC (printer evidence 31). */
const RETAIL_GAP_BELOW = 4;
/** The part of a piece's width that is left of its position. */
const LEFT_PART = { left: 0, centre: 0.5, right: 1 } as const;
/** Height of the fitted font 0 of `^BC` mode D, in module widths (printer evidence 32). */
const FITTED_HEIGHT_MODULES = 17;
/** The part of the bars' length that a fitted line may take. */
const FITTED_PART = 0.94;

/** Draws the text above or below the bars: centred on them, or at the places that EAN and UPC have for it. */
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
  const typeface = typefaceFor(element, line, module, barsWidth, frame.orientation, context);
  const gap = line.pieces ? RETAIL_GAP_BELOW : GAP_BELOW;
  // Above, the baseline is 8 dots and two modules over the bars (printer evidence 33).
  const over = 8 + 2 * module + (typeface.isOnLastRow ? 1 : 0);
  const v = line.above ? -over : barsHeight + gap + typeface.baseline;
  // The line of a font that the field names may begin with the bars (printer evidence 69).
  const isLeft = hasOwnFont(element) && context.rules.has('captionLeft');
  const [at, side] = isLeft ? ([0, 'left'] as const) : ([barsWidth / 2, 'centre'] as const);
  const whole = { text: line.text, at, side };
  for (const piece of line.pieces ?? [whole]) {
    const { text } = piece;
    const { positions, reach } = layOutLine(text, typeface, 'H', 0);
    const start = piece.at - Math.round(reach) * LEFT_PART[piece.side];
    const left = line.pieces ? Math.floor(start) : Math.round(start);
    const placed = positions.map((position) => ({ ...position, u: position.u + left, v }));
    drawGlyphs(surface, placed, typeface, frame, null, context);
  }
}

/** Only ^BC takes the font of a preceding ^A (printer evidence 34). */
function hasOwnFont(element: BarcodeElement): element is BarcodeElement & { readonly font: FontChoice } {
  return element.command === '^BC' && element.font !== null;
}

function typefaceFor(
  element: BarcodeElement,
  line: InterpretationLine,
  module: number,
  barsWidth: number,
  orientation: Orientation,
  context: DrawContext,
): Typeface {
  const resident = (name: string, height: number, width: number): Typeface =>
    residentTypeface({ name, height, width }, orientation, context);
  if (hasOwnFont(element)) return chosenTypeface(element.font, orientation, element.span, context);
  switch (line.style) {
    case 'A':
      return resident('A', 9 * module, 5 * module);
    case 'ocr-b': {
      const cell = resident('E', 0, 0);
      return resident('E', cell.height * (line.magnification ?? 1), 0);
    }
    case '0-fitted': {
      const height = FITTED_HEIGHT_MODULES * module;
      const natural = Math.round(layOutLine(line.text, resident('0', height, height), 'H', 0).reach);
      const room = FITTED_PART * barsWidth;
      return resident('0', height, natural > room ? Math.floor((height * room) / natural) : height);
    }
  }
}
