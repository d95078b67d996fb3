import type { Refused } from '../../barcode/field.ts';
import { Bitmap } from '../../bitmap/bitmap.ts';
import { cornerOf } from '../../bitmap/frame.ts';
import { rotated } from '../../bitmap/rotate.ts';
import type { BarcodeElement } from '../../zpl/label.ts';
import { frameOf } from '../layout/field-box.ts';
import { layOutLine } from '../layout/text-layout.ts';
import { residentTypeface } from './chosen-typeface.ts';
import type { DrawContext } from './context.ts';
import { continued, drawGlyphs } from './glyphs.ts';

/** Black dots around the text; no size is documented, so it is that of an interpretation line of module 2. */
const MARGIN = 4;
const FONT = { name: 'A', height: 18, width: 10 };

/** Draws the text that `^CVY` prints in place of the bars: `INVALID - C` and the like, white on black. */
export function drawInvalid(
  surface: Bitmap,
  element: BarcodeElement,
  code: Refused['code'],
  context: DrawContext,
): void {
  const typeface = residentTypeface(FONT, 'N', context);
  const line = layOutLine(`INVALID - ${code}`, typeface, 'H', 0);
  const width = line.width + 2 * MARGIN;
  const height = line.height + 2 * MARGIN;
  // Drawn separately, so that the letters are holes in the black, in which the dots beneath show.
  const bits = Bitmap.create(width, height, context.meter);
  const positions = line.positions.map(({ character, u, v }) => ({
    character,
    u: u + MARGIN,
    v: v + MARGIN,
  }));
  drawGlyphs(bits, positions, typeface, { orientation: 'N', x: 0, y: 0 }, null, context);
  bits.fillRect(0, 0, width, height, 'xor');
  const origin = continued(element.origin, context.textEnd);
  const frame = frameOf(origin, element.orientation, { width, height, anchor: height });
  const { x, y } = cornerOf(frame, 0, 0, width, height);
  surface.blit(rotated(bits, element.orientation), x, y, 'black');
}
