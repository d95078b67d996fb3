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

/** As the value of a variable. */
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

/** The header of a PNG that says it has so many pixels, with a few bytes behind it. */
export function claimedPng(width: number, height: number): Buffer {
  const file = Buffer.from(pictureFile(['#']));
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}
