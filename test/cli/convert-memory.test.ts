import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runPlaten } from '../../bench/batch/command.ts';
import { canvas } from '../../src/on-first-use.ts';
import { flatJpeg } from '../support/flat-jpeg.ts';
import { withOrientation } from '../support/pictures.ts';
import { FULL_RUNS } from '../support/runs.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-memory-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The ZPL of a file, and the resident memory that the whole command took at most. MiB. */
function converted(file: Buffer, width: string): { readonly zpl: string; readonly peak: number } {
  const [from, to] = [join(folder, 'picture'), join(folder, 'out.zpl')];
  writeFileSync(from, file);
  const { peakKb } = runPlaten(folder, ['convert', from, '--width-mm', width, '--encoding', 'hex', '-o', to]);
  return { zpl: readFileSync(to, 'latin1'), peak: peakKb / 1024 };
}

/** A photo of so many pixels whose right quarter is black, by a canvas. */
function quarterBlack(width: number, height: number): Buffer {
  const surface = canvas().createCanvas(width, height);
  const context = surface.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'black';
  context.fillRect((3 * width) / 4, 0, width / 4, height);
  return surface.toBuffer('image/jpeg', 80);
}

/** Decoded by rows, as the photo of a phone below is, and twice as large: each night. */
const LARGEST: [string, () => Buffer] = ['of 67 million pixels, by rows', () => flatJpeg(8192, 8192)];

it.each<[string, () => Buffer]>([
  ['of 34.8 million pixels', () => flatJpeg(7016, 4960)],
  ['that is turned by its EXIF', () => withOrientation(flatJpeg(7016, 4960), 6)],
  ['that is progressive, of 16 million pixels', () => flatJpeg(4000, 4000, { isProgressive: true })],
  ['of 19 million pixels, which are drawn without loss', () => flatJpeg(4800, 4000)],
  ...(FULL_RUNS ? [LARGEST] : []),
])('a JPEG %s takes less than 256 MiB', (_, file) => {
  expect(converted(file(), '50').peak).toBeLessThan(256);
});

it('a photo of more pixels than are drawn has its dots where they are', () => {
  // 96 dots, of which the last 24 are black.
  const { zpl, peak } = converted(quarterBlack(8000, 4000), '12');
  expect(peak).toBeLessThan(256);
  expect(new Set(/\^GFA,576,576,12,([0-9A-F]+)\^FS/.exec(zpl)?.[1]?.match(/.{24}/g))).toEqual(
    new Set(['0'.repeat(18) + 'F'.repeat(6)]),
  );
});

it('a photo of a phone with 40 million pixels is decoded by rows, and is upright', () => {
  const photo = quarterBlack(8000, 5000);
  const lying = converted(photo, '12');
  expect(lying.peak).toBeLessThan(256);
  expect(rowsOf(lying.zpl)).toEqual(Array.from({ length: 60 }, () => '0'.repeat(18) + 'F'.repeat(6)));
  const upright = converted(withOrientation(photo, 6), '12');
  expect(upright.peak).toBeLessThan(256);
  const black = rowsOf(upright.zpl).map((row) =>
    /^F+$/.test(row) ? 'black' : /^0+$/.test(row) ? 'white' : row,
  );
  expect(black.slice(0, 115)).toEqual(Array.from({ length: 115 }, () => 'white'));
  expect(black.slice(116)).toEqual(Array.from({ length: 38 }, () => 'black'));
});

/** The hexadecimal rows of 96 dots. */
function rowsOf(zpl: string): readonly string[] {
  return /,12,([0-9A-F]+)\^FS/.exec(zpl)?.[1]?.match(/.{24}/g) ?? [];
}
