import { canvas } from '../on-first-use.ts';
import { type Dots, isBlackAt } from './dots.ts';

const BLACK = [0, 0, 0];
const RED = [220, 30, 30];
const BLUE = [30, 60, 230];

/**
 * A PNG of two pictures over one another: black where both are, red for the first one alone, blue for the second.
 *
 * @param offset the column of the second picture at which the first one begins
 */
export function differencePng(first: Dots, second: Dots, offset: number): Buffer {
  const width = Math.max(first.width + offset, second.width);
  const height = Math.max(first.rows, second.rows);
  const drawing = canvas().createCanvas(width, height);
  const context = drawing.getContext('2d');
  const image = context.createImageData(width, height);
  image.data.fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const one = isBlackAt(first, x - offset, y);
      const other = isBlackAt(second, x, y);
      if (!one && !other) continue;
      image.data.set(one && other ? BLACK : one ? RED : BLUE, 4 * (y * width + x));
    }
  }
  context.putImageData(image, 0, 0);
  return drawing.toBuffer('image/png');
}
