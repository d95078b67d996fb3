import bwipjs from 'bwip-js/node';
import { canvas } from '../../src/on-first-use.ts';

/** A picture whose dots are read one by one. */
export interface Dotted {
  readonly width: number;
  readonly height: number;
  /** Returns 1 for ink, 0 otherwise. The top left is 0, 0. */
  at(x: number, y: number): number;
}

/** The library's own drawing in its own raster, cut to its ink. */
export async function libraryPicture(options: Readonly<Record<string, unknown>>): Promise<Dotted> {
  const png = await bwipjs.toBuffer({ showborder: false, ...options } as unknown as bwipjs.RenderOptions);
  const { createCanvas, loadImage } = canvas();
  const { width, height } = await loadImage(png);
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(await loadImage(png), 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return inkOf({ width, height, at: (x, y) => ((data[4 * (y * width + x)] as number) < 128 ? 1 : 0) });
}

/** The picture with its dots computed once, and kept. */
function settled({ width, height, at }: Dotted): Dotted {
  const dots = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) dots[y * width + x] = at(x, y);
  }
  return { width, height, at: (x, y) => dots[y * width + x] as number };
}

/** A raster of packed rows. */
export function dotted(raster: { width: number; height: number; data: Uint8Array }): Dotted {
  const { width, height, data } = raster;
  const stride = (width + 7) >> 3;
  return {
    width,
    height,
    at: (x, y) => ((data[y * stride + (x >> 3)] as number) >> (7 - (x & 7))) & 1,
  };
}

/** The picture without the blank edges around its ink. */
export function inkOf({ width, height, at }: Dotted): Dotted {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (at(x, y) === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  const size = { width: right - left + 1, height: bottom - top + 1 };
  return settled({ ...size, at: (x, y) => at(x + left, y + top) });
}

/** The picture, turned clockwise by a number of quarters. */
export function turnedBy(quarters: number, picture: Dotted): Dotted {
  if (quarters === 0) return picture;
  const { width, height, at } = turnedBy(quarters - 1, picture);
  return settled({ width: height, height: width, at: (x, y) => at(y, height - 1 - x) });
}

/** The picture, enlarged by a whole factor. */
export function scaledBy(factor: number, { width, height, at }: Dotted): Dotted {
  const by = (x: number) => Math.floor(x / factor);
  return { width: width * factor, height: height * factor, at: (x, y) => at(by(x), by(y)) };
}

/** The rows as text, with a count of equal ones, so that a difference shows its place. */
export function rowsOf({ width, height, at }: Dotted): string[] {
  const rows: { row: string; times: number }[] = [];
  for (let y = 0; y < height; y++) {
    let row = '';
    for (let x = 0; x < width; x++) row += at(x, y) === 1 ? '#' : '.';
    const last = rows.at(-1);
    if (last?.row === row) last.times++;
    else rows.push({ row, times: 1 });
  }
  return rows.map(({ row, times }) => `${times} ${row}`);
}
