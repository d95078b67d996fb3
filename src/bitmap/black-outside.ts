import { type PackedBits, wordsOf } from './packed-bits.ts';

/** Whether a source has black dots outside of this rectangle of it, which may be empty. */
export function hasBlackOutside(
  source: PackedBits,
  left: number,
  top: number,
  right: number,
  bottom: number,
): boolean {
  const { width, height, stride, words } = source;
  const length = wordsOf(width);
  for (let y = 0; y < height; y++) {
    const inside = y >= top && y < bottom && left < right;
    const start = y * stride;
    for (let i = 0; i < length; i++) {
      let bits = words[start + i] as number;
      if (bits === 0) continue;
      const x = i * 32;
      bits &= firstBits(width - x);
      if (inside) bits &= ~(firstBits(right - x) & ~firstBits(left - x));
      if (bits !== 0) return true;
    }
  }
  return false;
}

/** The first `count` bits of a word; all of them from 32 on, none below 1. */
function firstBits(count: number): number {
  return count >= 32 ? -1 : count <= 0 ? 0 : ~(-1 >>> count);
}
