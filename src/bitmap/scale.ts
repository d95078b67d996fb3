import { Bitmap } from './bitmap.ts';
import { bitOf, type PackedBits } from './packed-bits.ts';

/** Every dot as two by two, as `^JMB` prints; what is beyond `width` and `height` is cut off. Dots. */
export function scaled2x(source: PackedBits, width: number, height: number): Bitmap {
  const target = Bitmap.create(width, height);
  const stride = source.stride * 2;
  const words = new Int32Array(stride);
  for (let row = 0; row < source.height; row++) {
    for (let i = 0; i < source.stride; i++) {
      const word = source.words[row * source.stride + i] as number;
      words[i * 2] = spread(word >>> 16);
      words[i * 2 + 1] = spread(word & 0xffff);
    }
    const twice = { width: source.width * 2, height: 2, stride: 0, words };
    target.blit(twice, 0, row * 2, 'black');
  }
  return target;
}

/** Sixteen bits, each twice. */
function spread(half: number): number {
  let bits = half;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  bits = (bits | (bits << 1)) & 0x55555555;
  return bits | (bits << 1);
}

/** Every dot `across` times `down` times, as larger sizes of a bitmap font are printed. */
export function magnified(source: PackedBits, across: number, down: number): PackedBits {
  if (across === 1 && down === 1) return source;
  const { width, height, stride, words } = source;
  const target = Bitmap.create(width * across, height * down);
  for (let row = 0; row < height; row++) {
    for (let x = 0; x < width; x++) {
      const isBlack = ((words[row * stride + (x >> 5)] as number) & bitOf(x)) !== 0;
      if (isBlack) target.fillRect(x * across, row * down, across, down, 'black');
    }
  }
  return target;
}
