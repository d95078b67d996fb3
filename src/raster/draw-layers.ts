import type { Mask } from '../bitmap/mask.ts';
import type { Element } from '../zpl/label.ts';
import type { DrawContext } from './draw/context.ts';
import type { Layer } from './layer.ts';
import { drawDots, drawElement } from './rasterize.ts';

/**
 * Draws an element as layers: none when it leaves no dot. The mask is empty before and after.
 *
 * @param memory that may be used for the dots.
 */
export function drawLayers(
  mask: Mask,
  element: Element,
  context: DrawContext,
  memory?: Int32Array,
): readonly Layer[] {
  const white = 'white' in element && element.white && !element.reverse;
  const draw = (): void => {
    // White that is cut off leaves no black dot missing.
    if (white) drawDots(mask, { ...element, white: false }, context);
    else drawElement(mask, element, context);
  };
  const regions = mask.takeRegions(draw, element.reverse, memory);
  return regions.map((region) => {
    // The work of inverting the same rows of a label.
    context.meter.spend(2 * region.bits.height * mask.stride);
    return { mode: element.reverse ? 'xor' : white ? 'white' : 'black', ...region };
  });
}
