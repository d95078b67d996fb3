import type { Bitmap, Rows } from '../bitmap/bitmap.ts';
import type { Mask } from '../bitmap/mask.ts';
import type { Element } from '../zpl/label.ts';
import type { DrawContext } from './draw/context.ts';
import type { Layer } from './placed.ts';
import { drawDots, drawElement } from './rasterize.ts';

/** Draws an element as layers: none when it leaves no dot. The mask is empty before and after. */
export function drawLayers(mask: Mask, element: Element, context: DrawContext): readonly Layer[] {
  const white = 'white' in element && element.white && !element.reverse;
  const regions = mask.takeRegions(() => {
    // White that is cut off leaves no black dot missing.
    if (white) drawDots(mask, { ...element, white: false }, context);
    else drawElement(mask, element, context);
  }, element.reverse);
  return regions.map((region) => {
    // As much as inverting the rows of a label would take.
    context.meter.spend(2 * region.bits.height * mask.stride);
    return { mode: element.reverse ? 'xor' : white ? 'white' : 'black', ...region };
  });
}

/** The rows that a layer may touch, `bottom` not among them. */
export function rowsOf({ y, bits }: Layer): Rows {
  return { top: y, bottom: y + bits.height };
}

/** Draws a layer on the finished label. */
export function paint(surface: Bitmap, { bits, x, y, mode }: Layer): void {
  surface.blit(bits, x, y, mode);
}

/**
 * Whether it makes no difference which of two layers is drawn first. Each dot knows three steps: blacken (or),
 * whiten (and not) and invert (xor). A step can change places with its like, with no other, and layers that
 * share no row with each other have no dot in common.
 */
export function commute(a: Layer, b: Layer): boolean {
  return a.mode === b.mode || a.y + a.bits.height <= b.y || b.y + b.bits.height <= a.y;
}
