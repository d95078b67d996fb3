import { type Box, inkBox, type Rectangle, union } from '../bitmap/box.ts';
import { Mask } from '../bitmap/mask.ts';
import { drawLayers } from '../raster/draw-layers.ts';
import { marginOf, placed } from '../raster/layer.ts';
import { type RasterCanvas, type RasterOptions, startDrawing } from '../raster/rasterize.ts';
import type { Element, Label } from '../zpl/label.ts';

/** An element, and where its dots are on the finished label; null for one that leaves none. */
export interface ElementBox {
  readonly element: Element;
  readonly box: Rectangle | null;
}

/**
 * Finds the box of each element of a label. The label is drawn once more for it, element by element, so that other
 * callers pay nothing.
 *
 * @throws FailureError as drawing the label does.
 */
export function elementBoxes(
  label: Label,
  canvas: RasterCanvas,
  options: RasterOptions,
): readonly ElementBox[] {
  const context = startDrawing(canvas, () => {}, options);
  const dot = label.doubled ? 2 : 1;
  const width = Math.ceil(canvas.width / dot);
  const height = Math.ceil(canvas.height / dot);
  const printWidth = Math.min(label.printWidth ?? width, width);
  const mask = Mask.create(printWidth, height, context.meter);
  const margin = marginOf(printWidth, width);
  return label.elements.map((element) => {
    context.checkDeadline();
    const boxes = drawLayers(mask, element, context).flatMap((layer) => {
      const { x, y, bits } = placed(layer, label, margin, { width, height });
      const ink = inkBox(bits);
      if (ink === null) return [];
      return { left: ink.left + x, top: ink.top + y, right: ink.right + x, bottom: ink.bottom + y };
    });
    return { element, box: boxes.length === 0 ? null : scaledRectangle(boxes.reduce(union), dot) };
  });
}

function scaledRectangle({ left, top, right, bottom }: Box, dot: number): Rectangle {
  return { x: left * dot, y: top * dot, width: (right - left) * dot, height: (bottom - top) * dot };
}
