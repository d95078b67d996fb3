import type { TextElement } from '../../zpl/label.ts';
import type { Bitmap } from '../bitmap.ts';
import { typefaceOf } from '../font/resident-fonts.ts';
import type { Typeface } from '../font/typeface.ts';
import { layOutFieldBlock, layOutTextBlock } from '../layout/block.ts';
import { layOutLine, type TextLayout } from '../layout/text-layout.ts';
import type { DrawContext } from './context.ts';
import { drawLayout } from './pens.ts';

/** Draws a text field in its resident font, turned and anchored as `^FO` and `^FT` say. */
export function drawText(surface: Bitmap, element: TextElement, context: DrawContext): void {
  const typeface = typefaceOf(element.font, context.dotsPerMm);
  const layout = layOut(element, typeface);
  if (layout.overprinted > 0) {
    context.onDiagnostic({
      command: '^FB',
      span: element.span,
      reason: `the text has ${layout.overprinted} lines more than the block; they are printed over its last line`,
    });
  }
  drawLayout(surface, layout, typeface, element.origin, element.orientation, context);
}

function layOut({ text, block, direction, gap, origin }: TextElement, typeface: Typeface): TextLayout {
  if (block === null) return layOutLine(text, typeface, direction, gap);
  if (block.kind === 'block') return layOutFieldBlock(text, typeface, block, gap);
  return layOutTextBlock(text, typeface, block, gap, origin.justify === 1);
}
