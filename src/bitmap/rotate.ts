import { Bitmap } from './bitmap.ts';
import { bitOf, type PackedBits, wordsOf } from './packed-bits.ts';

/** Clockwise rotations by ZPL's letters: 0, 90, 180 and 270 degrees. */
export type Orientation = 'N' | 'R' | 'I' | 'B';

/** The bits rotated clockwise: N not at all, R by 90 degrees, I by 180, B by 270. */
export function rotated(source: PackedBits, orientation: Orientation): PackedBits {
  if (orientation === 'N') return source;
  if (orientation === 'I') return reversed(source, true);
  const target = Bitmap.create(source.height, source.width);
  const { words, stride } = target;
  for (let y = 0; y < source.height; y++) {
    const column = orientation === 'R' ? source.height - 1 - y : y;
    const mask = bitOf(column);
    for (let x = 0; x < source.width; x++) {
      const word = source.words[y * source.stride + (x >> 5)] as number;
      if (word === 0) {
        x |= 31;
      } else if ((word & bitOf(x)) !== 0) {
        const row = orientation === 'R' ? x : source.width - 1 - x;
        const at = row * stride + (column >> 5);
        words[at] = (words[at] as number) | mask;
      }
    }
  }
  return target;
}

/** The bits mirrored left to right. */
export function mirrored(source: PackedBits): Bitmap {
  return reversed(source, false);
}

/** Every row backwards, and the rows too if `upsideDown`. */
function reversed(source: PackedBits, upsideDown: boolean): Bitmap {
  const { width, height } = source;
  const length = wordsOf(width);
  const backwards = new Int32Array(length * height);
  for (let y = 0; y < height; y++) {
    const from = y * source.stride;
    const to = (upsideDown ? height - 1 - y : y) * length + length - 1;
    for (let i = 0; i < length; i++) backwards[to - i] = reversedWord(source.words[from + i] as number);
  }
  // Padding on the right now leads each row.
  const target = Bitmap.create(width, height);
  const all = { width: length * 32, height, stride: length, words: backwards };
  target.blit(all, width - length * 32, 0, 'black');
  return target;
}

/** The bits in the opposite order: neighbours change places, then pairs, and so on. */
function reversedWord(word: number): number {
  let bits = word;
  bits = ((bits >>> 1) & 0x55555555) | ((bits & 0x55555555) << 1);
  bits = ((bits >>> 2) & 0x33333333) | ((bits & 0x33333333) << 2);
  bits = ((bits >>> 4) & 0x0f0f0f0f) | ((bits & 0x0f0f0f0f) << 4);
  bits = ((bits >>> 8) & 0x00ff00ff) | ((bits & 0x00ff00ff) << 8);
  return (bits >>> 16) | (bits << 16);
}
