import type { Bitmap } from '../../bitmap/bitmap.ts';
import type { RuleName } from '../../printer-profile/profile-rules.ts';
import type { Origin, TextElement } from '../../zpl/label.ts';
import { beginsFromRight } from '../font/held/bidirectional.ts';
import type { Typeface } from '../font/typeface.ts';
import { layOutFieldBlock, layOutTextBlock } from '../layout/block.ts';
import { mayCombine } from '../layout/combined.ts';
import { printablePart } from '../layout/controls.ts';
import { layOutLine, type TextLayout } from '../layout/text-layout.ts';
import { chosenTypeface } from './chosen-typeface.ts';
import type { DrawContext } from './context.ts';
import { drawLayout } from './glyphs.ts';
import { unshapedText } from './unshaped-text.ts';

/** Units of a work meter to shape a code unit of text, if none of its words was shaped before; measured. */
const SET_WORK = 3000;
/** Units to find the letters that marks belong to, in a column or from right to left; measured. */
const COMBINE_WORK = 400;

/** Draws a text field in its font, rotated and anchored as `^FO` and `^FT` say. */
export function drawText(surface: Bitmap, element: TextElement, context: DrawContext): void {
  const typeface = chosenTypeface(
    element.font,
    element.orientation,
    element.span,
    context,
    element.properties,
  );
  const { text, cut } = printablePart(element.text, element.block);
  if (cut) {
    const reason = 'a control character ends the text';
    context.onDiagnostic({ code: 'control-character', command: '^FD', span: element.span, reason });
  }
  if (typeface.set !== undefined) context.meter.spend(SET_WORK * text.length);
  if (element.direction !== 'H' && mayCombine(text)) context.meter.spend(COMBINE_WORK * text.length);
  const unset = unshapedText(text, typeface, element.properties);
  if (unset !== null)
    context.onDiagnostic({ code: 'script-not-shaped', command: '^FD', span: element.span, reason: unset });
  const origin = justified(element, text);
  const layout = layOut({ ...element, text, origin }, typeface, context.rules);
  if (layout.excess > 0) {
    const block = element.block?.kind === 'text-block';
    context.onDiagnostic({
      code: 'block-overflow',
      command: block ? '^TB' : '^FB',
      excessLines: layout.excess,
      span: element.span,
      reason:
        `the text has ${layout.excess} lines more than the block; ` +
        (block ? 'they are cut off' : 'they are printed over its last line'),
    });
  }
  const back = inkMargin(element, layout, typeface, context);
  const positions = back === 0 ? layout.positions : layout.positions.map((at) => ({ ...at, u: at.u - back }));
  drawLayout(surface, { ...layout, positions }, typeface, origin, element.orientation, context);
}

/**
 * Dots by which the ink of right-justified text that is turned is farther back than its pen would put it: printers may
 * count the margin of the first letter (R), or that of the last (I) (printer evidence 70).
 */
function inkMargin(
  { origin, orientation, block, direction }: TextElement,
  { positions }: TextLayout,
  typeface: Typeface,
  { rules, glyphs, ink, meter, checkDeadline }: DrawContext,
): number {
  const isJustified = origin.command === '^FO' && origin.justify === 1 && block === null && direction === 'H';
  if (!isJustified || !rules.has('turnedInkMargins') || (orientation !== 'R' && orientation !== 'I'))
    return 0;
  const character = positions.at(orientation === 'R' ? 0 : -1)?.character ?? ' ';
  const glyph = glyphs.atlas(typeface, orientation, ink).get(typeface, character, meter, checkDeadline);
  if (glyph === null) return 0;
  if (orientation === 'R') return glyph.left;
  return Math.round(typeface.advance(character)) - glyph.left - glyph.width + 1;
}

/**
 * The origin of text that is "justified by its script" (`^FO`, `^FT`): at its right end, if it begins from right to
 * left.
 */
function justified({ origin, properties }: TextElement, text: string): Origin {
  const isTurned = origin.justify === 2 && properties?.bidirectional === true && beginsFromRight(text);
  return isTurned ? { ...origin, justify: 1 } : origin;
}

function layOut(
  { text, block, direction, gap, origin }: TextElement,
  typeface: Typeface,
  rules: ReadonlySet<RuleName>,
): TextLayout {
  if (block === null) return layOutLine(text, typeface, direction, gap);
  if (block.kind === 'block') return layOutFieldBlock(text, typeface, block, gap, rules);
  return layOutTextBlock(text, typeface, block, gap, origin.justify === 1);
}
