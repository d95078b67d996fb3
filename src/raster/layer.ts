import type { Element, Label } from '../zpl/label.ts';
import type { Bitmap, InkMode } from './bitmap.ts';
import type { DrawContext } from './draw/context.ts';
import type { PackedBits } from './packed-bits.ts';
import { drawDots, drawElement } from './rasterize.ts';
import type { Stencil } from './stencil.ts';
import { mirrored, turned } from './turn.ts';

/**
 * An element as a stencil: the dots it touches and what it does to all of them. Whatever an element is, drawing
 * it is one such step, because all of its parts meet the surface in the same way.
 */
export interface Layer {
  readonly mode: InkMode;
  /** Where the bits' top left lies on the finished label. Dots. */
  readonly x: number;
  readonly y: number;
  readonly bits: PackedBits;
}

/** Draws an element as layers: none when it leaves no dot. The stencil is empty before and after. */
export function drawLayers(stencil: Stencil, element: Element, context: DrawContext): readonly Layer[] {
  const white = 'white' in element && element.white && !element.reverse;
  const cuttings = stencil.cut(() => {
    // Paint that is cut off leaves no ink missing.
    if (white) drawDots(stencil, { ...element, white: false }, context);
    else drawElement(stencil, element, context);
  }, element.reverse);
  return cuttings.map((cutting) => {
    // As much as inverting the rows of a label would take.
    context.meter.spend(2 * cutting.bits.height * stencil.stride);
    return { mode: element.reverse ? 'invert' : white ? 'paper' : 'ink', ...cutting };
  });
}

/**
 * The layer where it lies on the finished label: centred, mirrored and turned. These only move dots about, which
 * makes no difference to what the layers do to each other.
 */
export function placed(
  { mode, x, y, bits }: Layer,
  label: Omit<Label, 'elements'>,
  printWidth: number,
  canvas: { readonly width: number; readonly height: number },
): Layer {
  let left = x + Math.floor((canvas.width - printWidth) / 2);
  let top = y;
  let dots = bits;
  if (label.mirrored) {
    left = canvas.width - left - bits.width;
    dots = mirrored(dots);
  }
  if (label.inverted) {
    left = canvas.width - left - bits.width;
    top = canvas.height - top - bits.height;
    dots = turned(dots, 'I');
  }
  return { mode, x: left, y: top, bits: dots };
}

/** The rows that a layer may touch, `bottom` not among them. */
export function rowsOf({ y, bits }: Layer): { readonly top: number; readonly bottom: number } {
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
