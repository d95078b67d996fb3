import { expect, it } from 'vitest';
import { canvas } from '../../../src/on-first-use.ts';
import { pictureDots } from '../../../src/raster/images/picture-file.ts';
import { readPicture } from '../../../src/raster/images/read-picture.ts';

const [WIDTH, HEIGHT] = [701, 509];
const header = { type: 'PNG', width: WIDTH, height: HEIGHT } as const;

/** Grey that changes from row to row and from column to column; every seventh pixel is transparent. */
const isClear = (x: number, y: number): boolean => (x + y) % 7 === 0;
const greyAt = (x: number, y: number): number => (isClear(x, y) ? 255 : (3 * x + 5 * y) % 256);

function file(): Buffer {
  const surface = canvas().createCanvas(WIDTH, HEIGHT);
  const context = surface.getContext('2d');
  const pixels = context.createImageData(WIDTH, HEIGHT);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    if (!isClear(x, y)) pixels.data.set([greyAt(x, y), greyAt(x, y), greyAt(x, y), 255], 4 * at);
  }
  context.putImageData(pixels, 0, 0);
  return surface.toBuffer('image/png');
}

const wanted = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
  greyAt(at % WIDTH, Math.floor(at / WIDTH)),
);

it('each pixel of a large picture is read at its place, and what is transparent is white', () => {
  const picture = readPicture(file(), header);
  expect(Buffer.from(picture?.data ?? []).equals(wanted)).toBe(true);
});

it('grey is the luminance of a colour, and half as dark where that is half transparent', () => {
  const surface = canvas().createCanvas(5, 1);
  const context = surface.getContext('2d');
  const colours = ['#f00', '#0f0', '#00f', '#00000080', '#0000ff80'];
  for (const [x, colour] of colours.entries()) {
    context.fillStyle = colour;
    context.fillRect(x, 0, 1, 1);
  }
  const picture = readPicture(surface.toBuffer('image/png'), { type: 'PNG', width: 5, height: 1 });
  expect([...(picture?.data ?? [])]).toEqual([76, 150, 29, 127, 142]);
});

it('its dots are those of its pixels', () => {
  const dots = pictureDots(file(), header);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    const byte = dots?.data[y * dots.bytesPerRow + (x >> 3)] ?? 0;
    if ((byte & (0x80 >> (x & 7))) > 0 !== (wanted[at] as number) < 128)
      throw new Error(`wrong at ${x}, ${y}`);
  }
});

it.each([0.25, 1.5])('a picture drawn at %f of its size has no seams', (scale) => {
  const [width, height] = [Math.round(WIDTH * scale), Math.round(HEIGHT * scale)];
  const surface = canvas().createCanvas(WIDTH, HEIGHT);
  const context = surface.getContext('2d');
  context.fillStyle = '#777';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const picture = readPicture(surface.toBuffer('image/png'), { type: 'PNG', width, height });
  expect(new Set(picture?.data)).toEqual(new Set([0x77]));
  expect(picture?.data).toHaveLength(width * height);
});
