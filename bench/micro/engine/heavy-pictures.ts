import { LIMITS } from '../../../src/limits.ts';
import { canvas } from '../../../src/on-first-use.ts';
import { random } from '../../harness/random.ts';

/** A label that shows pictures, and the picture that is the value of all of them, in base64. */
export interface HeavyPicture {
  readonly name: string;
  readonly zpl: string;
  readonly picture: string;
}

/** The heaviest pictures and boxes that are allowed, and some that the work of a request does not reach. */
export function heavyPictures(): readonly HeavyPicture[] {
  const jpeg = largestJpeg(LIMITS.picturePixels);
  const smallerJpeg = largestJpeg(1_200_000);
  const flat = png(2000, 1000);
  const small = png(8, 8);
  return [
    { name: 'a JPEG of 2 million pixels, for a tiny box', zpl: shown(1, 1), picture: jpeg },
    { name: 'a JPEG of 2 million pixels', zpl: shown(102, 600), picture: jpeg },
    { name: 'a JPEG of 1.2 million pixels', zpl: shown(102, 600), picture: smallerJpeg },
    { name: 'a JPEG of 1.2 million pixels, turned', zpl: shown(102, 600, 'R'), picture: smallerJpeg },
    { name: 'a PNG of 2 million pixels, for a tiny box', zpl: shown(1, 1), picture: flat },
    { name: 'a PNG of 1.2 million pixels', zpl: shown(102, 600), picture: png(1200, 1000) },
    { name: 'a PNG of one row', zpl: shown(102, 600), picture: png(30_000, 1) },
    { name: 'a PNG of one column', zpl: shown(102, 600), picture: png(1, 30_000) },
    ...[900, 1050, 1200, 4000].map((side) => ({
      name: `a box of ${side} × ${side} dots`,
      zpl: shown(side >> 3, side, 'B'),
      picture: small,
    })),
    {
      name: 'a picture in every marker',
      zpl: shown(12, 96).repeat(LIMITS.markedFields),
      picture: png(100, 100),
    },
    { name: 'large pictures in every marker', zpl: shown(12, 96).repeat(LIMITS.markedFields), picture: flat },
  ];
}

function shown(bytesPerRow: number, rows: number, rotation = 'N'): string {
  const total = bytesPerRow * rows;
  return (
    `^FXsvc-barcode:1;symbology=image;template=%7Bv%7D;dither=atkinson;rotation=${rotation}^FS` +
    `^FO1,1^GFA,${total},${total},${bytesPerRow},:^FS`
  );
}

/** A JPEG of so many pixels, and of about as many bytes as are allowed. */
function largestJpeg(pixels: number): string {
  const below = random(9);
  const height = pixels / 2000;
  const context = canvas().createCanvas(2000, height).getContext('2d');
  for (let y = 0; y < height; y += 20) {
    for (let x = 0; x < 2000; x += 20) {
      context.fillStyle = `rgb(${below(256)},${below(256)},${below(256)})`;
      context.fillRect(x, y, 20, 20);
    }
  }
  for (let quality = 90; quality > 0; quality -= 5) {
    const file = context.canvas.toBuffer('image/jpeg', quality);
    if (file.length <= LIMITS.pictureBytes) return file.toString('base64');
  }
  throw new Error('no quality makes the JPEG small enough');
}

function png(width: number, height: number): string {
  const context = canvas().createCanvas(width, height).getContext('2d');
  context.fillStyle = '#888';
  context.fillRect(0, 0, width, height);
  return context.canvas.toBuffer('image/png').toString('base64');
}
