import type { Bitmap } from '../../bitmap/bitmap.ts';
import type { SymbolElement } from '../../zpl/label.ts';
import { symbolTypeface } from '../font/symbols.ts';
import { layOutLine } from '../layout/text-layout.ts';
import type { DrawContext } from './context.ts';
import { drawLayout } from './glyphs.ts';

/** A field shows one mark: what follows the first is not printed (printer evidence 26). */
const FIRST_MARK = /^[^A-E]*[A-E]/;

/** Draws `^GS`: one of the marks A–E of the symbol font. Justification is ignored (printer evidence 27). */
export function drawSymbolMarks(surface: Bitmap, element: SymbolElement, context: DrawContext): void {
  const typeface = symbolTypeface(element.height, element.width);
  // `^FT` places the bottom of the cell, not a baseline (printer evidence 28).
  const line = layOutLine(FIRST_MARK.exec(element.text)?.[0] ?? element.text, typeface, 'H', 0);
  const layout = { ...line, anchor: typeface.height, end: { ...line.end, v: typeface.height } };
  drawLayout(surface, layout, typeface, { ...element.origin, justify: 0 }, element.orientation, context);
}
