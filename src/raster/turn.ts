import type { Orientation } from '../zpl/label.ts';
import { Bitmap, type PackedBits } from './bitmap.ts';

/** The bits turned clockwise: N not at all, R by 90 degrees, I by 180, B by 270. */
export function turned(source: PackedBits, orientation: Orientation): PackedBits {
  if (orientation === 'N') return source;
  if (orientation === 'I') return reversed(source, true);
  const target = Bitmap.create(source.height, source.width);
  const { data, stride } = target;
  for (let y = 0; y < source.height; y++) {
    const column = orientation === 'R' ? source.height - 1 - y : y;
    const mask = 0x80 >> (column & 7);
    for (let x = 0; x < source.width; x++) {
      const byte = source.data[y * source.stride + (x >> 3)] as number;
      if (byte === 0) {
        x |= 7;
      } else if ((byte & (0x80 >> (x & 7))) !== 0) {
        const row = orientation === 'R' ? x : source.width - 1 - x;
        const at = row * stride + (column >> 3);
        data[at] = (data[at] as number) | mask;
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
  const bytes = (width + 7) >> 3;
  const backwards = new Uint8Array(bytes * height);
  for (let y = 0; y < height; y++) {
    const from = y * source.stride;
    const to = (upsideDown ? height - 1 - y : y) * bytes + bytes - 1;
    for (let i = 0; i < bytes; i++) backwards[to - i] = REVERSED[source.data[from + i] as number] as number;
  }
  // What was padding on the right now leads each row.
  const target = Bitmap.create(width, height);
  target.blit({ width: bytes * 8, height, stride: bytes, data: backwards }, width - bytes * 8, 0, 'ink');
  return target;
}

/** Each byte with its bits in the opposite order. */
const REVERSED = Uint8Array.from({ length: 256 }, (_, byte) =>
  [0, 1, 2, 3, 4, 5, 6, 7].reduce((bits, bit) => bits | (((byte >> bit) & 1) << (7 - bit)), 0),
);
