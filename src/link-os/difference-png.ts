import { canvas } from '../on-first-use.ts';
import { type Dots, isBlackAt } from './dots.ts';

const BOTH = [0, 0, 0];
/** Dots that only Platen draws: red. Those that only the printer draws: blue. */
const ONLY_PLATEN = [220, 30, 30];
const ONLY_PRINTER = [30, 60, 230];

/** A PNG of two pictures over one another: black where both are, red for Platen alone, blue for the printer alone. */
export function differencePng(platen: Dots, printer: Dots, offset: number): Buffer {
  const width = Math.max(platen.width + offset, printer.width);
  const height = Math.max(platen.rows, printer.rows);
  const drawing = canvas().createCanvas(width, height);
  const context = drawing.getContext('2d');
  const image = context.createImageData(width, height);
  image.data.fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const ours = isBlackAt(platen, x - offset, y);
      const theirs = isBlackAt(printer, x, y);
      if (!ours && !theirs) continue;
      image.data.set(ours && theirs ? BOTH : ours ? ONLY_PLATEN : ONLY_PRINTER, 4 * (y * width + x));
    }
  }
  context.putImageData(image, 0, 0);
  return drawing.toBuffer('image/png');
}
