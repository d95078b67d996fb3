import { Bitmap } from './bitmap.ts';

/** Every dot as two by two, as `^JMB` prints; what is beyond `width` and `height` is cut off. Dots. */
export function doubled(source: Bitmap, width: number, height: number): Bitmap {
  const target = Bitmap.create(width, height);
  const stride = source.stride * 2;
  const data = new Uint8Array(stride);
  for (let row = 0; row < source.height; row++) {
    for (let i = 0; i < source.stride; i++) {
      const byte = source.data[row * source.stride + i] as number;
      data[i * 2] = SPREAD[byte >> 4] as number;
      data[i * 2 + 1] = SPREAD[byte & 15] as number;
    }
    const twice = { width: source.width * 2, height: 1, stride, data };
    target.blit(twice, 0, row * 2, 'ink');
    target.blit(twice, 0, row * 2 + 1, 'ink');
  }
  return target;
}

/** Four bits, each twice. */
const SPREAD = Uint8Array.from({ length: 16 }, (_, bits) =>
  [0, 1, 2, 3].reduce((byte, bit) => byte | (((bits >> bit) & 1) * (3 << (bit * 2))), 0),
);
