import { Bitmap } from '../../bitmap/bitmap.ts';
import type { MaskRegion } from '../../bitmap/mask.ts';

/** A rectangle of dots; `right` and `bottom` are the first dots beyond it. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Black dots, and the rectangle that just holds them. */
export interface Ink {
  readonly box: Box;
  readonly regions: readonly MaskRegion[];
}

/** The dots of regions taken off a mask; null when there are none. */
export function inkOf(regions: readonly MaskRegion[]): Ink | null {
  const boxes = regions.flatMap((region) => boxOf(region) ?? []);
  const [first, ...others] = boxes;
  return first === undefined ? null : { box: others.reduce(union, first), regions };
}

export function union(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** What two boxes share; null for nothing. */
export function intersection(a: Box, b: Box): Box | null {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  const right = Math.min(a.right, b.right);
  const bottom = Math.min(a.bottom, b.bottom);
  return left < right && top < bottom ? { left, top, right, bottom } : null;
}

/** Whether there is a black dot in a box. */
export function hasInk(ink: Ink, box: Box): boolean {
  const shared = intersection(ink.box, box);
  return shared !== null && cut(ink, shared).some((word) => word !== 0);
}

/** How many dots are black in both. */
export function sharedDots(a: Ink, b: Ink): number {
  const shared = intersection(a.box, b.box);
  if (shared === null) return 0;
  const second = cut(b, shared);
  return cut(a, shared).reduce((dots, word, i) => dots + bitsIn(word & (second[i] as number)), 0);
}

/** The dots within a box. */
function cut(ink: Ink, box: Box): Int32Array {
  const surface = Bitmap.ofBoundedSize(box.right - box.left, box.bottom - box.top);
  for (const { bits, x, y } of ink.regions) surface.blit(bits, x - box.left, y - box.top, 'black');
  return surface.words;
}

function bitsIn(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The rectangle that just holds a region's black dots. */
function boxOf({ x, y, bits }: MaskRegion): Box | null {
  const { height, stride, words } = bits;
  const length = (bits.width + 31) >> 5;
  // One row stands for all.
  const rows = stride === 0 ? 1 : height;
  const seen = new Int32Array(length);
  let top = -1;
  let bottom = 0;
  for (let row = 0; row < rows; row++) {
    let any = 0;
    for (let i = 0; i < length; i++) {
      const word = words[row * stride + i] as number;
      seen[i] = (seen[i] as number) | word;
      any |= word;
    }
    if (any === 0) continue;
    if (top < 0) top = row;
    bottom = row + 1;
  }
  if (top < 0) return null;
  const first = seen.findIndex((word) => word !== 0);
  const last = seen.findLastIndex((word) => word !== 0);
  const left = first * 32 + Math.clz32(seen[first] as number);
  const right = last * 32 + 32 - trailingZeros(seen[last] as number);
  return { left: x + left, top: y + top, right: x + right, bottom: y + (stride === 0 ? height : bottom) };
}

function trailingZeros(word: number): number {
  return 31 - Math.clz32(word & -word);
}
