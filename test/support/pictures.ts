import { canvas } from '../../src/on-first-use.ts';

/** Pixels of a picture by letters: `#` black, `.` white, `+` middle grey, a space transparent. */
export type Rows = readonly string[];

const LEVELS: Readonly<Record<string, number>> = { '#': 0, '+': 128, '.': 255 };

/** A picture file of these pixels, each repeated `scale` times either way. */
export function pictureFile(rows: Rows, type: 'image/png' | 'image/jpeg' = 'image/png', scale = 1): Buffer {
  const { createCanvas } = canvas();
  const surface = createCanvas(scale * (rows[0]?.length ?? 0), scale * rows.length);
  const context = surface.getContext('2d');
  for (const [y, row] of rows.entries()) {
    for (const [x, letter] of [...row].entries()) {
      const level = LEVELS[letter];
      if (level === undefined) continue;
      context.fillStyle = `rgb(${level},${level},${level})`;
      context.fillRect(x * scale, y * scale, scale, scale);
    }
  }
  return type === 'image/png' ? surface.toBuffer(type) : surface.toBuffer(type, 95);
}

/** A picture as the value of a variable, in base64. */
export function inBase64(file: Uint8Array): string {
  return Buffer.from(file).toString('base64');
}

/** A signature: a line in a wide picture, different for each `seed`. */
export function signature(seed: number, type: 'image/png' | 'image/jpeg' = 'image/png'): Buffer {
  const { createCanvas } = canvas();
  const surface = createCanvas(400, 120);
  const context = surface.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, 400, 120);
  context.lineWidth = 6;
  context.beginPath();
  for (let x = 10; x < 390; x += 10)
    context.lineTo(x, 60 + 45 * Math.sin(x / 20 + seed) * Math.cos(seed * x));
  context.stroke();
  return type === 'image/png' ? surface.toBuffer(type) : surface.toBuffer(type, 80);
}

/** A GIF of 8 by 8 pixels: one picture of each colour. */
export function animatedGif(...colours: readonly string[]): Buffer {
  const { createCanvas, GifEncoder } = canvas();
  const encoder = new GifEncoder(8, 8);
  for (const colour of colours) {
    const context = createCanvas(8, 8).getContext('2d');
    context.fillStyle = colour;
    context.fillRect(0, 0, 8, 8);
    encoder.addFrame(new Uint8Array(context.getImageData(0, 0, 8, 8).data.buffer), 8, 8);
  }
  return encoder.finish();
}

/** The header of a PNG that declares a width and a height, with a few bytes after it. */
export function claimedPng(width: number, height: number): Buffer {
  const file = Buffer.from(pictureFile(['#']));
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

/** A JPEG with the orientation of EXIF, from 1 (upright) to 8. */
export function withOrientation(jpeg: Buffer, orientation: number, order: 'II' | 'MM' = 'MM'): Buffer {
  const tiff = Buffer.alloc(26);
  const short = (value: number, at: number) =>
    order === 'MM' ? tiff.writeUInt16BE(value, at) : tiff.writeUInt16LE(value, at);
  tiff.write(order);
  short(42, 2);
  // One entry, eight bytes from the beginning: an orientation, which is one short number.
  short(8, order === 'MM' ? 6 : 4);
  for (const [at, value] of [1, 0x0112, 3].entries()) short(value, 8 + 2 * at);
  short(1, order === 'MM' ? 16 : 14);
  short(orientation, 18);
  const segment = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, segment.length + 2]);
  return Buffer.concat([head, segment, jpeg.subarray(2)]);
}
