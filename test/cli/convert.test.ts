import { link, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { Bitmap } from '../../src/bitmap/bitmap.ts';
import { pdfPages } from '../../src/cli/pdf-pages.ts';
import { compressed } from '../../src/encode/compressed-dots.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { canvas as drawing } from '../../src/on-first-use.ts';
import { PdfFile } from '../../src/pdf/pdf-file.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { scan } from '../golden/barcodes.ts';
import { plainPdf, REFUSED_PDFS, slowPdf } from '../labelary/hostile-pdfs.ts';
import { claimedPng } from '../support/pictures.ts';
import { PLAIN_PICTURE } from '../support/plain-picture.ts';
import { platen } from './recorder.ts';

const { createCanvas } = drawing();

const LABEL =
  '^XA^CI28^FO20,20^A0N,40^FDTen äöü^FS^FO20,80^BY2^BCN,60^FD12345678^FS^FO300,20^BQN,2,4^FDQA,hello^FS^XZ';
const SIZE = ['--width-mm', '60', '--height-mm', '30'];

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-convert-'));
  await writeFile(join(folder, 'label.zpl'), LABEL);
});
afterEach(() => rm(folder, { recursive: true }));

const path = (name: string) => join(folder, name);
const convert = (name: string, ...args: readonly string[]) => platen(['convert', path(name), ...args]);

/** The ZPL of a conversion. */
async function zplOf(name: string, ...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await convert(name, ...args);
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

async function render(from: string, to: string, dpi: number): Promise<Buffer> {
  expect((await platen(['render', path(from), '-o', path(to), ...SIZE, '--dpi', `${dpi}`])).status).toBe(0);
  return readFile(path(to));
}

/** The facts of a `^GF`: bytes of a row, and rows. */
function sizeOf(zpl: string): readonly [bytesPerRow: number, rows: number] {
  const [, total = '', , row = ''] = /(?:\^GFA|~DG[^,]*),(\d+)(,\d+)?,(\d+),/.exec(zpl) ?? [];
  return [Number(row), Number(total) / Number(row)];
}

describe('a picture that is converted', () => {
  it.each([203, 600])('draws the same dots again at %i dpi, from PNG and from PDF', async (dpi) => {
    const wanted = await render('label.zpl', 'wanted.png', dpi);
    await render('label.zpl', 'wanted.pdf', dpi);
    for (const source of ['wanted.png', 'wanted.pdf']) {
      await writeFile(path('again.zpl'), await zplOf(source, '--label', '--dpi', `${dpi}`));
      expect((await render('again.zpl', 'again.png', dpi)).equals(wanted)).toBe(true);
    }
  });

  it.each(['z64', 'b64', 'hex', 'ascii'])(
    'draws the same dots as %s, which are no shorter than the default',
    async (encoding) => {
      const wanted = await render('label.zpl', 'wanted.png', 203);
      const zpl = await zplOf('wanted.png', '--label', '--encoding', encoding);
      await writeFile(path('again.zpl'), zpl);
      expect((await render('again.zpl', 'again.png', 203)).equals(wanted)).toBe(true);
      expect((await zplOf('wanted.png', '--label')).length).toBeLessThanOrEqual(zpl.length);
    },
  );

  it.each(['image/png', 'image/jpeg', 'image/webp'] as const)(
    'may be of %s: a quarter of it is black',
    async (type) => {
      const context = createCanvas(64, 32).getContext('2d');
      context.fillStyle = 'white';
      context.fillRect(0, 0, 64, 32);
      context.fillStyle = '#222';
      context.fillRect(0, 0, 32, 16);
      const { canvas } = context;
      await writeFile(
        path('picture'),
        type === 'image/png' ? canvas.toBuffer(type) : canvas.toBuffer(type, 95),
      );
      const zpl = await zplOf('picture', '--encoding', 'hex');
      expect(sizeOf(zpl)).toEqual([8, 32]);
      expect(zpl).toContain(`${'FFFFFFFF00000000'.repeat(16)}${'0'.repeat(256)}^FS`);
    },
  );

  it('has the size of millimetres, or of its own resolution, else a dot for each pixel', async () => {
    await writeFile(path('plain'), createCanvas(80, 40).toBuffer('image/png'));
    expect(sizeOf(await zplOf('plain'))).toEqual([10, 40]);
    expect(sizeOf(await zplOf('plain', '--width-mm', '25.4'))).toEqual([26, 102]);
    expect(sizeOf(await zplOf('plain', '--height-mm', '25.4', '--dpi', '300'))).toEqual([75, 300]);
    expect(sizeOf(await zplOf('plain', '--width-mm', '10', '--height-mm', '25.4'))).toEqual([10, 203]);
    expect(sizeOf(await zplOf('plain', '--rotate', '90'))).toEqual([5, 80]);
    expect(sizeOf(await zplOf('plain', '--rotate', '90', '--width-mm', '25.4'))).toEqual([26, 406]);
    expect(sizeOf(await zplOf('plain', '--crop', '8,8,16,4'))).toEqual([2, 4]);
    await render('label.zpl', 'fine.png', 600);
    expect(sizeOf(await zplOf('fine.png'))).toEqual([60, 240]);
    await writeFile(
      path('drawing'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="10" height="10"/></svg>',
    );
    expect(sizeOf(await zplOf('drawing', '--width-mm', '25.4'))).toEqual([26, 102]);
  });

  it.each([
    ['0', 'F0', '00'],
    ['90', '0F', '00'],
    ['180', '00', '0F'],
    ['270', '00', 'F0'],
  ])('is turned clockwise by %s degrees', async (turn, first, last) => {
    const context = createCanvas(8, 8).getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, 8, 8);
    context.fillStyle = 'black';
    context.fillRect(0, 0, 4, 4);
    await writeFile(path('corner'), context.canvas.toBuffer('image/png'));
    const zpl = await zplOf('corner', '--encoding', 'hex', '--rotate', turn);
    expect(zpl).toContain(`,1,${first.repeat(4)}${last.repeat(4)}^FS`);
  });

  it('is black below the threshold, or by dithering as dark as its grey', async () => {
    const context = createCanvas(64, 64).getContext('2d');
    context.fillStyle = '#404040';
    context.fillRect(0, 0, 64, 64);
    await writeFile(path('grey'), context.canvas.toBuffer('image/png'));
    const black = async (...args: readonly string[]): Promise<number> => {
      const zpl = await zplOf('grey', '--encoding', 'hex', ...args);
      const [, dots = ''] = /,8,([0-9A-F]+)\^FS/.exec(zpl) ?? [];
      const bits = Buffer.from(dots, 'hex').reduce(
        (sum, byte) => sum + byte.toString(2).replaceAll('0', '').length,
        0,
      );
      return bits / 4096;
    };
    expect(await black()).toBe(1);
    expect(await black('--threshold', '64')).toBe(0);
    expect(await black('--threshold', '65')).toBe(1);
    expect(await black('--dither', 'floyd-steinberg')).toBeCloseTo(0.75, 1);
    expect(await black('--dither', 'atkinson')).toBeGreaterThan(0.75);
  });

  it('is cut to its ink, or stays whole without any', async () => {
    const context = createCanvas(40, 30).getContext('2d');
    await writeFile(path('white'), context.canvas.toBuffer('image/png'));
    expect(sizeOf(await zplOf('white', '--crop', 'ink'))).toEqual([5, 30]);
    context.fillStyle = '#333';
    context.fillRect(10, 12, 8, 3);
    await writeFile(path('ink'), context.canvas.toBuffer('image/png'));
    expect(await zplOf('ink', '--crop', 'ink', '--encoding', 'hex')).toContain(',3,3,1,FFFFFF^FS');
    expect(sizeOf(await zplOf('ink', '--crop', 'ink', '--width-mm', '25.4'))).toEqual([26, 76]);
  });

  it('is stored under a name, and shown by its label', async () => {
    await writeFile(path('plain'), createCanvas(16, 2).toBuffer('image/png'));
    const stored = await zplOf('plain', '--name', 'logo', '--encoding', 'hex');
    expect(stored).toMatch(/^~DGR:LOGO\.GRF,4,2,[0-9A-F]{8}\n$/);
    expect(await zplOf('plain', '--name', 'e:logo.grf', '--label')).toMatch(
      /^~DGE:LOGO\.GRF,.*\n\^XA\^PW16\^LL2\^FO0,0\^XGE:LOGO\.GRF,1,1\^FS\^XZ\n$/,
    );
  });

  it('may be a page of a PDF, or all of them', async () => {
    await writeFile(path('two.zpl'), `${LABEL}^XA^FO9,9^GB50,50,50^FS^XZ`);
    await platen(['render', path('two.zpl'), '-o', path('two.pdf'), ...SIZE, '--dpi', '203', '--all']);
    const [first, second] = [
      await zplOf('two.pdf', '--label'),
      await zplOf('two.pdf', '--label', '--page', '2'),
    ];
    expect(first).not.toBe(second);
    expect(await zplOf('two.pdf', '--label', '--page', 'all')).toBe(first + second);
    expect((await convert('two.pdf', '--page', '3')).stderr).toContain('the PDF has 2 pages, and no page 3');
  });
});

describe('a label that another program put on a larger page', () => {
  /** A page of 105 mm with this content, in dots of 203 dpi from the lower left corner; its image is `I`. */
  const onPage = (content: string, bitmap: Bitmap = Bitmap.create(8, 8)): Buffer => {
    const file = new PdfFile();
    file.add('<</Type/Catalog/Pages 2 0 R>>');
    file.add('<</Type/Pages/Count 1/Kids[3 0 R]>>');
    file.add(
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 297.64 297.64]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>',
    );
    file.addStream('', Buffer.from(`${72 / 203} 0 0 ${72 / 203} 0 0 cm\n${content}`));
    file.addImage(compressed(bitmap));
    return file.finish();
  };

  it.each([0, 0.25, 0.5, 0.75])('keeps the width of bars that begin %f dots beside a dot', async (beside) => {
    const widths = [2, 1, 1, 2, 3, 2, 1, 1, 1, 3, 2];
    let x = 100 + beside;
    let bars = '';
    let wanted = '';
    for (const [index, width] of widths.entries()) {
      if (index % 2 === 0) bars += `${x} ${200 + beside} ${width} 60 re f\n`;
      wanted += String(1 - (index % 2)).repeat(width);
      x += width;
    }
    await writeFile(path('bars.pdf'), onPage(bars));
    const zpl = await zplOf('bars.pdf', '--crop', 'ink', '--encoding', 'hex');
    const [bytesPerRow, rows] = sizeOf(zpl);
    expect(bytesPerRow).toBe(3);
    expect(Math.abs(rows - 60)).toBeLessThanOrEqual(1);
    const row = Number.parseInt(wanted.padEnd(24, '0'), 2).toString(16).toUpperCase().padStart(6, '0');
    expect(zpl).toContain(`,3,${row.repeat(rows)}^FS`);
  });

  it.each([0, 0.25, 0.5])('has codes that decode alike, %f dots beside a dot', async (beside) => {
    const size = { widthMm: 60, heightMm: 30, dpi: 203 };
    const draw = (zpl: string): Bitmap =>
      renderImages(zpl as ByteString, size, 'first', { now: new Date(0) }).bitmaps[0] as Bitmap;
    const label = draw(LABEL);
    const codes = await scan(label);
    expect(codes).toHaveLength(2);
    const place = `${label.width} 0 0 ${label.height} ${100 + beside} ${200 + beside} cm/I Do`;
    await writeFile(path('label.pdf'), onPage(place, label));
    const zpl = await zplOf('label.pdf', '--crop', 'ink', '--label');
    expect(await scan(draw(zpl.replace('^FO0,0', '^FO20,20').replace(/\^PW\d+/, '')))).toEqual(codes);
  });
});

describe('ZPL that is converted', () => {
  it('is scaled, and symbols that grow or shrink much are named', async () => {
    expect(await convert('label.zpl', '--from-dpi', '203', '--to-dpi', '300')).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining('^FO30,30^A0N,59') as string,
    });
    const { stderr, stdout } = await convert('label.zpl', '--from-dpi', '203', '--to-dpi', '152');
    expect(stdout).toContain('^BY1');
    expect(stderr).toMatch(
      /label\.zpl: label 1: \^BC of "12345678" shrank by 3\d %: its modules are whole dots\n/,
    );
  });

  it('has a command a line, and stays so', async () => {
    const once = await zplOf('label.zpl', '--format');
    expect(once.split('\n').slice(0, 3)).toEqual(['^XA', '^CI28', '^FO20,20']);
    await writeFile(path('once.zpl'), once);
    expect(await zplOf('once.zpl', '--format')).toBe(once);
  });
});

test('writes a file, and says so', async () => {
  await writeFile(path('plain'), createCanvas(16, 2).toBuffer('image/png'));
  const { stdout } = await convert('plain', '-o', path('out.zpl'), '--json');
  const { length } = await readFile(path('out.zpl'));
  expect(JSON.parse(stdout)).toEqual({ type: 'PNG', output: path('out.zpl'), bytes: length, notes: [] });
});

test('replaces a file as a whole, and where a link leads', async () => {
  await writeFile(path('plain'), createCanvas(16, 2).toBuffer('image/png'));
  await writeFile(path('old.zpl'), 'old');
  await link(path('old.zpl'), path('reader'));
  await symlink('old.zpl', path('linked.zpl'));
  await convert('plain', '-o', path('linked.zpl'));
  // Another name of the old file still has what was in it: nothing was written over it.
  expect(await readFile(path('reader'), 'utf8')).toBe('old');
  expect(await readFile(path('old.zpl'), 'utf8')).toContain('^GF');
  expect((await readdir(folder)).toSorted()).toEqual([
    'label.zpl',
    'linked.zpl',
    'old.zpl',
    'plain',
    'reader',
  ]);
});

test('says that an animated picture has others than the one converted', async () => {
  const encoder = new (drawing().GifEncoder)(8, 8);
  for (const level of [0, 255]) encoder.addFrame(new Uint8Array(4 * 64).fill(level), 8, 8);
  await writeFile(path('moving'), encoder.finish());
  const { status, stderr } = await convert('moving');
  expect([status, stderr]).toEqual([
    0,
    `${path('moving')}: the GIF is animated: its first picture is converted\n`,
  ]);
});

test.each([
  [['plain', '--format'], 2, '--format is for ZPL'],
  [['plain', '--page', '1'], 2, '--page is for PDFs'],
  [['within.jpg', '--page', '1'], 2, '--page is for PDFs'],
  [['label.zpl'], 2, 'ZPL needs'],
  [['label.zpl', '--from-dpi', '203'], 2, 'go together'],
  [['label.zpl', '--dither', 'none', '--format'], 2, '--dither is for pictures'],
  [['plain', '--crop', '1,2,3'], 2, '--crop must be'],
  [['plain', '--crop', 'all'], 2, '--crop must be ink, or X,Y,W,H'],
  [['plain', '--threshold', '256'], 2, '--threshold must be'],
  [['plain', '--rotate', '45'], 2, '--rotate must be'],
  [['plain', '--name', 'X:Y'], 2, '--name must be'],
  [['plain', '--dpi', '0'], 2, '--dpi must be'],
  [['plain', '--crop', '0,0,17,2'], 1, '--crop reaches beyond'],
  [['plain', '--width-mm', '2000', '--dpi', '600'], 1, 'are allowed'],
  [['broken.png'], 1, 'is damaged'],
  [['broken.jpg'], 1, 'is damaged'],
  [['broken.pdf'], 1, 'the PDF ends early'],
  [['notes.txt'], 1, 'is neither ZPL'],
  [['none'], 1, 'there is no such file'],
] as const)('%j ends with %i', async ([name, ...args], status, why) => {
  const png = createCanvas(16, 2).toBuffer('image/png');
  await writeFile(path('plain'), png);
  await writeFile(path('broken.png'), png.subarray(0, 40));
  const jpeg = createCanvas(64, 64).toBuffer('image/jpeg');
  await writeFile(path('broken.jpg'), jpeg.subarray(0, -2));
  await writeFile(path('broken.pdf'), '%PDF-1.7 and nothing else');
  const comment = Buffer.from('\xff\xfe\x00\x0a%PDF-1.7', 'latin1');
  await writeFile(path('within.jpg'), Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]));
  await writeFile(path('notes.txt'), 'buy milk');
  const run = await convert(name, ...args);
  expect([run.status, run.stderr]).toEqual([status, expect.stringContaining(why)]);
});

describe('a file that asks for too much', () => {
  const claimed = (type: 'GIF' | 'BMP' | 'WebP' | 'JPEG'): Buffer => {
    const file = Buffer.alloc(64);
    const side = 30_000;
    switch (type) {
      case 'GIF':
        file.write('GIF89a');
        file.writeUInt16LE(side, 6);
        file.writeUInt16LE(side, 8);
        return file;
      case 'BMP':
        file.write('BM');
        file.writeUInt32LE(40, 14);
        file.writeInt32LE(side, 18);
        file.writeInt32LE(-side, 22);
        return file;
      case 'WebP':
        file.write('RIFF    WEBPVP8X');
        file.writeUIntLE(side - 1, 24, 3);
        file.writeUIntLE(side - 1, 27, 3);
        return file;
      case 'JPEG': {
        const jpeg = createCanvas(8, 8).toBuffer('image/jpeg');
        // The height and the width of the frame.
        const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
        jpeg.writeUInt16BE(side, frame + 5);
        jpeg.writeUInt16BE(side, frame + 7);
        return jpeg;
      }
    }
  };
  const svg = (side: number, content: string): Buffer =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${content}</svg>`);
  const PIXELS = /the picture has 30000 x 30000 pixels; \d+ are allowed/;

  it.each<[string, () => Buffer, string | RegExp]>([
    ['a PNG', () => claimedPng(30_000, 30_000), PIXELS],
    ['a JPEG', () => claimed('JPEG'), PIXELS],
    ['a GIF', () => claimed('GIF'), PIXELS],
    ['a BMP', () => claimed('BMP'), PIXELS],
    ['a WebP', () => claimed('WebP'), PIXELS],
    ['an SVG', () => svg(30_000, ''), PIXELS],
    [
      'an SVG of many circles',
      () => svg(2000, '<circle r="9000" opacity=".3"/>'.repeat(2000)),
      'the SVG has too many elements to be drawn with 2000 x 2000 pixels',
    ],
    [
      'a PDF with a page of a mile',
      () => plainPdf({ content: Buffer.alloc(0), mediaBox: '[0 0 4561920 4561920]' }),
      'pixels; 64000000 are allowed',
    ],
    [
      'a PDF with a picture of 1.2 GB',
      () => (REFUSED_PDFS['with a picture of 1.2 GB'] as (typeof REFUSED_PDFS)[string]).pdf(),
      'the PDF takes more than 256 MB of memory',
    ],
    [
      'a PDF whose pages are their own parents',
      () =>
        Buffer.from(
          '%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n' +
            '2 0 obj\n<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9999999>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF',
        ),
      'the PDF is damaged',
    ],
  ])('is named with the limit: %s', async (_, file, why) => {
    await writeFile(path('large'), file());
    const { status, stdout, stderr } = await convert('large', '-o', path('out.zpl'));
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`${path('large')}: `);
    expect(stderr).toMatch(why);
    expect(await readdir(folder)).not.toContain('out.zpl');
  });

  it('is given up in time: a PDF whose shadings are programs', async () => {
    await expect(pdfPages(slowPdf(), 1, PLAIN_PICTURE, 500)).rejects.toThrow(
      'a page of the PDF takes longer than 0.5 s',
    );
  });
});
