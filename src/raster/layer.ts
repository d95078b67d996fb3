import type { Bitmap, PaintMode, Rows } from '../bitmap/bitmap.ts';
import type { PackedBits } from '../bitmap/packed-bits.ts';
import { mirrored, rotated } from '../bitmap/rotate.ts';
import type { Label } from '../zpl/label.ts';

/**
 * An element as a mask: the dots it touches and what it does to all of them. Drawing any element is one such step,
 * because all of its parts affect the surface in the same way.
 */
export interface Layer {
  readonly mode: PaintMode;
  /** The place of the bits' top left on the finished label. Dots. */
  readonly x: number;
  readonly y: number;
  readonly bits: PackedBits;
}

/**
 * The layer where it lies on the finished label: centred, mirrored and rotated. Such moves of dots do not change the
 * effect of layers on each other.
 *
 * @param margin dots that the label is fed from the left edge of the canvas.
 */
export function placed(
  { mode, x, y, bits }: Layer,
  label: Omit<Label, 'elements'>,
  margin: number,
  canvas: { readonly width: number; readonly height: number },
): Layer {
  let left = x + margin;
  let top = y;
  let dots = bits;
  if (label.mirrored) {
    left = canvas.width - left - bits.width;
    dots = mirrored(dots);
  }
  if (label.inverted) {
    left = canvas.width - left - bits.width;
    top = canvas.height - top - bits.height;
    dots = rotated(dots, 'I');
  }
  return { mode, x: left, y: top, bits: dots };
}

/** A label narrower than the canvas is fed through the middle of it. */
export function marginOf(printWidth: number, width: number): number {
  return Math.floor((width - printWidth) / 2);
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
 * Whether two layers may be drawn in either order. Blackening (or), whitening (and not) and inverting (xor) each
 * commute with themselves only; layers of different modes commute if they share no row, and thus no dot.
 */
export function commute(a: Layer, b: Layer): boolean {
  return a.mode === b.mode || a.y + a.bits.height <= b.y || b.y + b.bits.height <= a.y;
}
