import type { Bitmap } from '../../bitmap/bitmap.ts';
import type { TextElement } from '../../zpl/label.ts';
import type { Typeface } from '../font/typeface.ts';
import { layOutFieldBlock, layOutTextBlock } from '../layout/block.ts';
import { printedText } from '../layout/controls.ts';
import { layOutLine, type TextLayout } from '../layout/text-layout.ts';
import { chosenTypeface } from './chosen-typeface.ts';
import type { DrawContext } from './context.ts';
import { drawLayout } from './glyphs.ts';

/** Draws a text field in its font, rotated and anchored as `^FO` and `^FT` say. */
export function drawText(surface: Bitmap, element: TextElement, context: DrawContext): void {
  const typeface = chosenTypeface(element.font, element.span, context);
  const { text, cut } = printedText(element.text, element.block);
  if (cut) {
    const reason = 'a control character ends the text';
    context.onDiagnostic({ command: '^FD', span: element.span, reason });
  }
  const layout = layOut({ ...element, text }, typeface);
  if (layout.excess > 0) {
    const block = element.block?.kind === 'text-block';
    context.onDiagnostic({
      command: block ? '^TB' : '^FB',
      span: element.span,
      reason:
        `the text has ${layout.excess} lines more than the block; ` +
        (block ? 'they are cut off' : 'they are printed over its last line'),
    });
  }
  drawLayout(surface, layout, typeface, element.origin, element.orientation, context);
}

function layOut({ text, block, direction, gap, origin }: TextElement, typeface: Typeface): TextLayout {
  if (block === null) return layOutLine(text, typeface, direction, gap);
  if (block.kind === 'block') return layOutFieldBlock(text, typeface, block, gap);
  return layOutTextBlock(text, typeface, block, gap, origin.justify === 1);
}
