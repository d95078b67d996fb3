import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { LRUCache } from 'lru-cache';
import { checkSize, type PackedBits } from '../bitmap.ts';
import type { Face } from './face.ts';

/** Extents of a character's ink in ems: x from the pen rightwards, y from the baseline upwards. */
export interface InkBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly advance: number;
}

/** How an outline is laid on the dots: sizes of its em, and where its pen stands. Dots, fractions allowed. */
export interface OutlinePlacement {
  readonly emX: number;
  readonly emY: number;
  readonly shiftX: number;
  readonly shiftY: number;
}

/** A character as dots. `left` and `top` are of the bits' corner, from the pen on the baseline, y downwards. */
export interface GlyphBits {
  readonly bits: PackedBits;
  readonly left: number;
  readonly top: number;
}

/** Outlines are drawn at this size, scaled: large enough that no grid fitting shows. */
const DRAWN_PX = 1000;
/** Outlines are measured at this size: edges are exact to a fraction of a pixel. */
const MEASURE_PX = 256;
/**
 * Coverage (of 255) from which a dot is ink. Below half, because the free faces are a little lighter than the
 * printers': best over fonts A–H and 0 on reference renders.
 */
const INK_ALPHA = 84;
/** One strip of the drawing surface: 4 MiB of colour. Taller glyphs take several. */
const STRIP_PIXELS = 1 << 20;

let canvas: Canvas | undefined;

/**
 * Measures a character of the face by drawing it: what the canvas reports of its extents is rounded outwards by
 * up to a 64th of an em.
 */
export function inkBox(face: Face, character: string): InkBox {
  const key = `${face.name}/${character}`;
  let box = measured.get(key);
  if (box === undefined) {
    box = measure(face, character);
    measured.set(key, box);
  }
  return box;
}

const measured = new LRUCache<string, InkBox>({ max: 4096 });

function measure(face: Face, character: string): InkBox {
  const font = `${MEASURE_PX}px ${face.family}`;
  let context = surface(1, 1);
  context.font = font;
  const metrics = context.measureText(character);
  const x = Math.ceil(metrics.actualBoundingBoxLeft) + 1;
  const y = Math.ceil(metrics.actualBoundingBoxAscent) + 1;
  const width = x + Math.ceil(metrics.actualBoundingBoxRight) + 1;
  const height = y + Math.ceil(metrics.actualBoundingBoxDescent) + 1;
  context = surface(width, height);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = font;
  context.fillText(character, x, y);
  const rgba = context.getImageData(0, 0, width, height).data;
  const columns = new Uint8Array(width);
  const rows = new Uint8Array(height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const alpha = rgba[pixel * 4 + 3] as number;
    const column = pixel % width;
    const row = (pixel - column) / width;
    if (alpha > (columns[column] as number)) columns[column] = alpha;
    if (alpha > (rows[row] as number)) rows[row] = alpha;
  }
  return {
    left: (firstEdge(columns) - x) / MEASURE_PX,
    right: (lastEdge(columns) - x) / MEASURE_PX,
    top: (y - firstEdge(rows)) / MEASURE_PX,
    bottom: (y - lastEdge(rows)) / MEASURE_PX,
    advance: metrics.width / MEASURE_PX,
  };
}

/** Where ink begins, to a fraction of a pixel: the first pixel is covered in part. */
function firstEdge(coverage: Uint8Array): number {
  const first = coverage.findIndex((alpha) => alpha > 0);
  return first < 0 ? 0 : first + 1 - (coverage[first] as number) / 255;
}

function lastEdge(coverage: Uint8Array): number {
  const last = coverage.findLastIndex((alpha) => alpha > 0);
  return last < 0 ? 0 : last + (coverage[last] as number) / 255;
}

/**
 * Draws a character and keeps the dots that its outline covers. Returns null when it has no
 * ink; fails with `too_large` when the glyph alone would exceed the largest image.
 */
export function drawOutline(
  face: Face,
  character: string,
  ink: InkBox,
  at: OutlinePlacement,
): GlyphBits | null {
  const left = Math.floor(at.shiftX + ink.left * at.emX);
  const right = Math.ceil(at.shiftX + ink.right * at.emX);
  const top = Math.floor(at.shiftY - ink.top * at.emY);
  const bottom = Math.ceil(at.shiftY - ink.bottom * at.emY);
  const width = right - left;
  const height = bottom - top;
  if (!(width > 0 && height > 0)) return null;
  checkSize(width, height);
  const stride = (width + 7) >> 3;
  const data = new Uint8Array(stride * height);
  const stripRows = Math.min(height, Math.max(1, Math.floor(STRIP_PIXELS / width)));
  const context = surface(width, stripRows);
  for (let row = 0; row < height; row += stripRows) {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, stripRows);
    context.setTransform(at.emX / DRAWN_PX, 0, 0, at.emY / DRAWN_PX, at.shiftX - left, at.shiftY - top - row);
    context.font = `${DRAWN_PX}px ${face.family}`;
    context.fillText(character, 0, 0);
    const rows = Math.min(stripRows, height - row);
    packCovered(context.getImageData(0, 0, width, rows).data, width, data.subarray(row * stride));
  }
  return { bits: { width, height, stride, data }, left, top };
}

/**
 * Draws a character stretched to an ink box in dots: x from the pen, y upwards from the baseline. The box is
 * that of `like`, if given: a letter is drawn with its accents as the plain letter is.
 */
export function drawFitted(
  face: Face,
  character: string,
  box: Omit<InkBox, 'advance'>,
  like: string = character,
): GlyphBits | null {
  const ink = inkBox(face, like);
  const emX = (box.right - box.left) / (ink.right - ink.left);
  const emY = (box.top - box.bottom) / (ink.top - ink.bottom);
  return drawOutline(face, character, like === character ? ink : inkBox(face, character), {
    emX,
    emY,
    shiftX: box.left - ink.left * emX,
    shiftY: ink.bottom * emY - box.bottom,
  });
}

/** The drawing surface of this thread, at least this large. */
function surface(width: number, height: number): SKRSContext2D {
  if (canvas === undefined || canvas.width < width || canvas.height < height) {
    canvas = createCanvas(Math.max(width, 256), Math.max(height, 256));
  }
  return canvas.getContext('2d');
}

function packCovered(rgba: Uint8ClampedArray, width: number, target: Uint8Array): void {
  const stride = (width + 7) >> 3;
  for (let pixel = 0, row = 0; pixel * 4 < rgba.length; row += stride) {
    for (let x = 0; x < width; x++, pixel++) {
      if ((rgba[pixel * 4 + 3] as number) >= INK_ALPHA) {
        target[row + (x >> 3)] = (target[row + (x >> 3)] as number) | (0x80 >> (x & 7));
      }
    }
  }
}
