import { crc32, deflateSync } from 'node:zlib';
import { canvas } from '../../src/on-first-use.ts';

const COLOURS_MAX = 256;

/** A picture of a screen with 256 colours at most: a third of its bytes, without a visible difference. */
export async function palettePng(png: Buffer): Promise<Buffer> {
  const { createCanvas, loadImage } = canvas();
  const image = await loadImage(png);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const { palette, indexOf } = paletteOf(data);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = indexOf((y * width + x) * 4);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // bits, with a palette
  return Buffer.concat([
    png.subarray(0, 8),
    chunkOf('IHDR', header),
    chunkOf('PLTE', Buffer.from(palette.flat())),
    chunkOf('IDAT', deflateSync(rows, { level: 9 })),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

type Colour = readonly [red: number, green: number, blue: number];

/** The most frequent colours, and the nearest of them for each pixel. */
function paletteOf(data: Uint8ClampedArray) {
  const counts = new Map<number, number>();
  const shadeAt = (at: number): number =>
    ((data[at] as number) << 16) | ((data[at + 1] as number) << 8) | (data[at + 2] as number);
  for (let at = 0; at < data.length; at += 4) counts.set(shadeAt(at), (counts.get(shadeAt(at)) ?? 0) + 1);
  const palette = [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, COLOURS_MAX)
    .map(([shade]): Colour => [shade >> 16, (shade >> 8) & 0xff, shade & 0xff]);
  const known = new Map<number, number>();
  const indexOf = (at: number): number => {
    const shade = shadeAt(at);
    const found = known.get(shade) ?? nearest(palette, [shade >> 16, (shade >> 8) & 0xff, shade & 0xff]);
    known.set(shade, found);
    return found;
  };
  return { palette, indexOf };
}

function nearest(palette: readonly Colour[], [red, green, blue]: Colour): number {
  const distances = palette.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
  return distances.indexOf(Math.min(...distances));
}

function chunkOf(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), body]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
