import type { Path2D, SKRSContext2D } from '@napi-rs/canvas';
import { LRUCache } from 'lru-cache';
import { checkSize } from '../../bitmap/bitmap.ts';
import { bitOf, type PackedBits, wordsOf } from '../../bitmap/packed-bits.ts';
import { canvas } from '../../on-first-use.ts';
import type { Face } from './face.ts';

/** Extents of a character's ink in ems: x from the pen rightwards, y from the baseline upwards. */
export interface GlyphExtents {
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
  /** An outline where the printer's profile has no sample. */
  readonly isStandIn?: boolean;
}

/** Outlines are drawn at this size, scaled: large enough that no grid fitting shows. */
const DRAWN_PX = 1000;
/** Outlines are measured at this size: edges are exact to a fraction of a pixel. */
const MEASURE_PX = 256;
/**
 * Coverage (of 255) from which a dot is ink. Below half, because the free faces are a little lighter than the
 * printers': best over fonts A–H and 0 (printer evidence 10).
 */
const INK_ALPHA = 84;
/**
 * Sides of the surfaces that glyphs are drawn on, tile by tile. Small because reading from one copies all of it,
 * and because what is read is only given back when garbage is collected. Whole words of dots.
 */
const SMALL_TILE = 64;
const LARGE_TILE = 512;
/** The side of the surface on which nearly all characters are measured. */
const MEASURE_SIDE = 512;
/** No character is measured on more. */
const MEASURE_PIXELS_MAX = 1 << 20;

/**
 * Measures a character of the face by drawing it: what the canvas reports of its extents is rounded outwards by
 * up to a 64th of an em.
 */
export function glyphExtents(face: Face, character: string): GlyphExtents {
  const key = `${face.name}/${character}`;
  let box = measured.get(key);
  if (box === undefined) {
    box = measure(face, character);
    measured.set(key, box);
  }
  return box;
}

const measured = new LRUCache<string, GlyphExtents>({ max: 4096 });

/** Holds a character's ink with a little room to spare, in a twentieth of the time that {@link glyphExtents} takes. */
export function outlineBox(face: Face, character: string): GlyphExtents {
  const metrics = metricsOf(face, character);
  return {
    left: -(metrics.actualBoundingBoxLeft + 1) / MEASURE_PX,
    right: (metrics.actualBoundingBoxRight + 1) / MEASURE_PX,
    top: (metrics.actualBoundingBoxAscent + 1) / MEASURE_PX,
    bottom: -(metrics.actualBoundingBoxDescent + 1) / MEASURE_PX,
    advance: metrics.width / MEASURE_PX,
  };
}

function metricsOf(face: Face, character: string): ReturnType<SKRSContext2D['measureText']> {
  const context = surface(1, 1);
  context.font = `${MEASURE_PX}px ${face.family}`;
  return context.measureText(character);
}

function measure(face: Face, character: string): GlyphExtents {
  const metrics = metricsOf(face, character);
  const x = Math.ceil(metrics.actualBoundingBoxLeft) + 1;
  const y = Math.ceil(metrics.actualBoundingBoxAscent) + 1;
  const width = x + Math.ceil(metrics.actualBoundingBoxRight) + 1;
  const height = y + Math.ceil(metrics.actualBoundingBoxDescent) + 1;
  // A font that came with a label may say anything; a character of four ems each way is none.
  if (!(width * height <= MEASURE_PIXELS_MAX)) return { left: 0, right: 0, top: 0, bottom: 0, advance: 0 };
  const context = surface(width, height);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = `${MEASURE_PX}px ${face.family}`;
  context.fillText(character, x, y);
  const rgba = context.getImageData(0, 0, width, height).data;
  const columns = new Uint8Array(width);
  const rows = new Uint8Array(height);
  for (let row = 0, at = 3; row < height; row++) {
    let most = 0;
    for (let column = 0; column < width; column++, at += 4) {
      const alpha = rgba[at] as number;
      if (alpha === 0) continue;
      if (alpha > most) most = alpha;
      if (alpha > (columns[column] as number)) columns[column] = alpha;
    }
    rows[row] = most;
  }
  return {
    left: (firstEdge(columns) - x) / MEASURE_PX,
    right: (lastEdge(columns) - x) / MEASURE_PX,
    top: (y - firstEdge(rows)) / MEASURE_PX,
    bottom: (y - lastEdge(rows)) / MEASURE_PX,
    advance: metrics.width / MEASURE_PX,
  };
}

/** The place at which ink begins, to a fraction of a pixel: the first pixel is covered in part. */
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
  ink: GlyphExtents,
  at: OutlinePlacement,
): GlyphBits | null {
  return drawInk(ink, at, DRAWN_PX, (context) => {
    context.font = `${DRAWN_PX}px ${face.family}`;
    context.fillText(character, 0, 0);
  });
}

/**
 * Draws a path, y downwards, as {@link drawOutline} draws a character.
 *
 * @param em its units that make an em.
 */
export function drawPath(
  path: string,
  em: number,
  ink: Omit<GlyphExtents, 'advance'>,
  at: OutlinePlacement,
): GlyphBits | null {
  const outline = new (canvas().Path2D)(path);
  return drawInk(ink, at, em, (context) => fillOutline(context, outline));
}

function fillOutline(context: SKRSContext2D, outline: Path2D): void {
  context.fill(outline);
}

/** @param em units of what `fill` draws that make an em. */
function drawInk(
  ink: Omit<GlyphExtents, 'advance'>,
  at: OutlinePlacement,
  em: number,
  fill: (context: SKRSContext2D) => void,
): GlyphBits | null {
  const left = Math.floor(at.shiftX + ink.left * at.emX);
  const right = Math.ceil(at.shiftX + ink.right * at.emX);
  const top = Math.floor(at.shiftY - ink.top * at.emY);
  const bottom = Math.ceil(at.shiftY - ink.bottom * at.emY);
  const width = right - left;
  const height = bottom - top;
  if (!(width > 0 && height > 0)) return null;
  checkSize(width, height);
  const stride = wordsOf(width);
  const words = new Int32Array(stride * height);
  const tile = Math.max(width, height) <= SMALL_TILE ? SMALL_TILE : LARGE_TILE;
  const context = surface(tile, tile);
  for (let y = 0; y < height; y += tile) {
    for (let x = 0; x < width; x += tile) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, tile, tile);
      const [emX, emY] = [at.emX / em, at.emY / em];
      context.setTransform(emX, 0, 0, emY, at.shiftX - left - x, at.shiftY - top - y);
      fill(context);
      const columns = Math.min(tile, width - x);
      const rgba = context.getImageData(0, 0, columns, Math.min(tile, height - y)).data;
      packCovered(rgba, columns, words, y * stride + (x >> 5), stride);
    }
  }
  return { bits: { width, height, stride, words }, left, top };
}

/**
 * Draws a character stretched to an ink box in dots: x from the pen, y upwards from the baseline. The box is
 * that of `like`, if given: a letter is drawn with its accents as the plain letter is.
 */
export function drawFitted(
  face: Face,
  character: string,
  box: Omit<GlyphExtents, 'advance'>,
  like: string = character,
): GlyphBits | null {
  const ink = glyphExtents(face, like);
  const emX = (box.right - box.left) / (ink.right - ink.left);
  const emY = (box.top - box.bottom) / (ink.top - ink.bottom);
  return drawOutline(face, character, like === character ? ink : glyphExtents(face, character), {
    emX,
    emY,
    shiftX: box.left - ink.left * emX,
    shiftY: ink.bottom * emY - box.bottom,
  });
}

const surfaces = new Map<number, SKRSContext2D>();

/** A drawing surface of this thread at least this large; those that glyphs take are kept. */
function surface(width: number, height: number): SKRSContext2D {
  const side = [SMALL_TILE, LARGE_TILE, MEASURE_SIDE].find((kept) => width <= kept && height <= kept);
  if (side === undefined) return canvas().createCanvas(width, height).getContext('2d');
  let context = surfaces.get(side);
  if (context === undefined) {
    context = canvas().createCanvas(side, side).getContext('2d');
    surfaces.set(side, context);
  }
  return context;
}

/** Packs pixels, row by row, into words from `at` on that lie `stride` apart from row to row. */
function packCovered(
  rgba: Uint8ClampedArray,
  width: number,
  target: Int32Array,
  at: number,
  stride: number,
): void {
  for (let alpha = 3, row = at; alpha < rgba.length; row += stride) {
    for (let x = 0; x < width; x++, alpha += 4) {
      if ((rgba[alpha] as number) >= INK_ALPHA) {
        target[row + (x >> 5)] = (target[row + (x >> 5)] as number) | bitOf(x);
      }
    }
  }
}
