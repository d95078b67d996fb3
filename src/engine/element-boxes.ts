import { Mask } from '../bitmap/mask.ts';
import type { PackedBits } from '../bitmap/packed-bits.ts';
import { drawLayers } from '../raster/draw-layers.ts';
import { marginOf, placed } from '../raster/layer.ts';
import { type RasterCanvas, type RasterOptions, startDrawing } from '../raster/rasterize.ts';
import type { Element, Label } from '../zpl/label.ts';

/** A rectangle of dots. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An element, and where its dots are on the finished label; null for one that leaves none. */
export interface ElementBox {
  readonly element: Element;
  readonly box: Box | null;
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
      const ink = inkOf(bits);
      return ink === null ? [] : [{ ...ink, x: ink.x + x, y: ink.y + y }];
    });
    return { element, box: boxes.length === 0 ? null : scaled(around(boxes), dot) };
  });
}

/** The smallest rectangle that holds all black dots; null where there is none. */
function inkOf({ width, height, stride, words }: PackedBits): Box | null {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < (stride === 0 ? 1 : height); y++) {
    const row = y * stride;
    for (let at = 0; at * 32 < width; at++) {
      const beyond = Math.max(0, at * 32 + 32 - width);
      const word = (words[row + at] as number) & (-1 << beyond);
      if (word === 0) continue;
      left = Math.min(left, at * 32 + Math.clz32(word));
      // The lowest bit that is set is the last dot.
      right = Math.max(right, at * 32 + Math.clz32(word & -word));
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return null;
  // One row stands for all.
  if (stride === 0) [top, bottom] = [0, height - 1];
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

function scaled({ x, y, width, height }: Box, dot: number): Box {
  return { x: x * dot, y: y * dot, width: width * dot, height: height * dot };
}
