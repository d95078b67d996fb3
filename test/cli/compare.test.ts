import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodePng } from '../../src/encode/png.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { compareDots } from '../../src/link-os/compare-dots.ts';
import type { Dots } from '../../src/link-os/dots.ts';
import { printerOrigin } from '../../src/link-os/printer-preview.ts';
import { canvas } from '../../src/on-first-use.ts';
import { MM_PER_INCH } from '../../src/units.ts';
import { byteStringOf } from '../../src/zpl/byte-string.ts';
import { KEPT_ALIVE } from '../support/kept-alive.ts';
import { platen } from './recorder.ts';

/** A printer's web page, as facts on Link-OS printers say: a form, a page with a picture, the picture. */
let answerTo: (request: IncomingMessage, response: ServerResponse) => void = () => {};
/** Streams that were sent. */
const sent: Buffer[] = [];
let folder = '';
const server = createServer(KEPT_ALIVE, (request, response) => answerTo(request, response));
const printer = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-compare-'));
  sent.length = 0;
});
afterEach(() => rm(folder, { recursive: true }));

const path = (name: string) => join(folder, name);
const compare = (...args: readonly string[]) => platen(['compare', printer(), ...args]);

/** A printer that draws what `change` makes of the stream, on its canvas of 832 x 1218 dots unless it says a size. */
function drawing(
  change: (zpl: string) => string = (zpl) => zpl,
  onto: { readonly width?: number } = {},
): void {
  let png: Buffer = Buffer.alloc(0);
  answerTo = (request, response) => {
    if (request.method === 'GET') return void response.setHeader('content-type', 'image/png').end(png);
    void buffer(request).then((body) => {
      const form = new Map(
        body
          .toString()
          .split('&')
          .map((pair) => pair.split('=') as [string, string]),
      );
      expect([form.get('dev'), form.get('otype'), form.get('prev')]).toEqual(['R', 'ZPL', 'Preview+Label']);
      expect(form.get('oname')).toMatch(/^PL[0-9A-F]{6}$/);
      const zpl = Buffer.from(
        (form.get('data') ?? '').replace(/%(..)/g, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        ),
        'latin1',
      );
      sent.push(zpl);
      const text = change(zpl.toString('latin1'));
      const side = (name: string, usual: number) =>
        Number(new RegExp(`\\^${name}(\\d+)`).exec(text)?.[1] ?? usual);
      const [width, height] = [side('PW', 832), side('LL', 1218)];
      const size = { widthMm: (width / 203) * MM_PER_INCH, heightMm: (height / 203) * MM_PER_INCH, dpi: 203 };
      const [bitmap] = renderImages(byteStringOf(Buffer.from(text, 'latin1')), size, 'first').bitmaps;
      if (bitmap === undefined) throw new Error('nothing was drawn');
      png = encodePng(bitmap, 203);
      if (onto.width !== undefined) png = centred(png, width, height, onto.width);
      response
        .setHeader('content-type', 'text/html')
        .end('<HTML><BODY>\r\n<IMG SRC="png?prev=Y&amp;dev=R" ALT="R:X">\r\n</BODY></HTML>');
    });
  };
}

/** The picture in the middle of a wider one. */
function centred(png: Buffer, width: number, height: number, onto: number): Buffer {
  const { createCanvas, Image } = canvas();
  const image = new Image();
  image.src = png;
  const wide = createCanvas(onto, height);
  const context = wide.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, onto, height);
  context.drawImage(image, Math.floor((onto - width) / 2), 0);
  return wide.toBuffer('image/png');
}

const LABEL = '^XA^PW400^LL200^CI28^FO20,20^A0N,40^FDTen ä^FS^FO20,80^GB100,50,50^FS^XZ';

test('equal pictures are equal, and the stream is sent byte for byte', async () => {
  drawing();
  await writeFile(path('box.zpl'), LABEL);
  const { status, stdout, stderr } = await compare(path('box.zpl'), '--min-iou', '1');
  expect([status, stdout, stderr]).toEqual([0, `${path('box.zpl')}, label 1: 400 x 200 dots, equal\n`, '']);
  expect(sent.map(String)).toEqual([LABEL]);
});

test('a difference is counted, drawn in colours, and judged', async () => {
  // The printer's box is 20 dots further to the right.
  drawing((zpl) => zpl.replace('^FO20,80', '^FO40,80'));
  await writeFile(path('box.zpl'), LABEL);
  const run = await compare(path('box.zpl'), '--json', '-o', path('out'), '--min-iou', '0.99');
  expect([run.status, run.stderr]).toEqual([
    1,
    expect.stringContaining('1 of 1 labels are less alike than --min-iou 0.99'),
  ]);
  const [result] = JSON.parse(run.stdout) as [Record<string, number>];
  expect(result).toMatchObject({
    file: path('box.zpl'),
    label: 0,
    width: 400,
    height: 200,
    equal: false,
    onlyPlaten: 1000,
    onlyPrinter: 1000,
  });
  expect(result['iou']).toBeGreaterThan(0.6);
  expect((await compare(path('box.zpl'), '--min-iou', '0.5')).status).toBe(0);
  const { createCanvas, Image } = canvas();
  const image = new Image();
  image.src = await readFile(path('out/box.zpl-1.png'));
  const context = createCanvas(400, 200).getContext('2d');
  context.drawImage(image, 0, 0);
  const colour = (x: number) => Array.from(context.getImageData(x, 100, 1, 1).data.subarray(0, 3));
  expect([colour(30), colour(80), colour(130), colour(200)]).toEqual([
    [220, 30, 30],
    [0, 0, 0],
    [30, 60, 230],
    [255, 255, 255],
  ]);
});

test('a narrow label may be in the middle of the printer’s canvas', async () => {
  drawing((zpl) => zpl, { width: 832 });
  await writeFile(path('box.zpl'), LABEL);
  const { stdout } = await compare(path('box.zpl'), '--json');
  expect(JSON.parse(stdout)).toMatchObject([{ iou: 1, onlyPlaten: 0, onlyPrinter: 0, equal: false }]);
});

test('each label of a file is compared by itself, with what was stored before it, and a size that is given', async () => {
  drawing();
  const formats = '^XA^DFR:A^FS^FO9,9^A0N,30^FN1^FS^XZ';
  await writeFile(path('two.zpl'), `${formats}^XA^XFR:A^FS^FN1^FDone^FS^XZ\n^XA^FO9,9^GB20,20,20^FS^XZ`);
  const { stdout } = await compare(
    path('two.zpl'),
    '--width-mm',
    '50',
    '--height-mm',
    '25',
    '--dpi',
    '203',
    '--json',
  );
  expect(JSON.parse(stdout)).toMatchObject([
    { label: 0, width: 400, height: 200, equal: true },
    { label: 1, width: 400, height: 200, equal: true },
  ]);
  expect(sent.map(String)).toEqual([
    `${formats}^XA^PW400^LL200^XFR:A^FS^FN1^FDone^FS^XZ\n`,
    `${formats}^XA^PW400^LL200^FO9,9^GB20,20,20^FS^XZ`,
  ]);
});

test('a bundle has its size, and values go into it', async () => {
  drawing();
  const zpl = '^XA^FO9,9^A0N,30^FD{name}^FS^XZ';
  await writeFile(path('box.json'), JSON.stringify({ name: 'Box', width: 50, height: 25, dpi: 203, zpl }));
  await writeFile(path('values.json'), '{"name":"Ada"}');
  const { stdout } = await compare(path('box.json'), '--vars', path('values.json'), '--json');
  expect(JSON.parse(stdout)).toMatchObject([{ width: 400, height: 200, equal: true }]);
  expect(String(sent[0])).toContain('^FDAda^FS');
});

test('a blank preview of a label that is not blank is said to be one', async () => {
  drawing(() => '^XA^PW400^LL200^XZ');
  await writeFile(path('box.zpl'), LABEL);
  const { status, stderr } = await compare(path('box.zpl'));
  expect([status, stderr]).toEqual([0, expect.stringContaining("the printer's preview is blank")]);
});

describe('a printer without a preview', () => {
  const page = (html: string) => (_: IncomingMessage, response: ServerResponse) => void response.end(html);
  const status =
    (code: number, headers = {}) =>
    (_: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(code, headers).end();
  test.each<readonly [string, typeof answerTo, string]>([
    ['asks for a password', status(401), 'asks for a password'],
    ['is an older model', status(404), 'no page for previews'],
    ['is ill', status(500), 'answered with status 500'],
    ['redirects', status(302, { location: 'http://192.0.2.1/' }), 'redirects to another address'],
    ['shows no picture', page('<HTML>Ready</HTML>'), 'its page has no picture'],
    [
      'shows a picture of another host',
      page('<IMG SRC="http://192.0.2.1/a.png">'),
      'a picture of another host',
    ],
    ['answers too much', page('x'.repeat(1_048_577)), 'it sent more than'],
    ['sends no PNG', page('<IMG SRC="x">'), 'its preview is not a PNG'],
    ['breaks off', (request) => void request.socket.destroy(), 'it does not answer'],
  ])('that %s is named, and nothing is written', async (_, answer, why) => {
    answerTo = answer;
    await writeFile(path('box.zpl'), LABEL);
    await mkdir(path('out'));
    const run = await compare(path('box.zpl'), '-o', path('out'));
    expect([run.status, run.stdout, run.stderr]).toEqual([1, '', expect.stringContaining(why)]);
    expect(run.stderr).toContain('box.zpl, label 1');
    expect(existsSync(path('out/box.zpl-1.png'))).toBe(false);
  });
});

test.each([
  ['printer.local', 'http://printer.local'],
  ['10.0.0.7:8080', 'http://10.0.0.7:8080'],
  ['http://10.0.0.7/', 'http://10.0.0.7'],
  ['https://10.0.0.7', null],
  ['http://10.0.0.7/zpl', null],
  ['http://a:b@10.0.0.7', null],
  ['a b', null],
])('the address %s has the origin %s', (text, origin) => {
  expect(printerOrigin(text)).toBe(origin);
});

test('dots are counted bit by bit, whatever the offset', () => {
  const dots = (width: number, ...rows: readonly string[]): Dots => {
    const bytesPerRow = (width + 7) >> 3;
    const data = rows.flatMap((row) =>
      Array.from({ length: bytesPerRow }, (_, at) =>
        Number.parseInt(row.slice(8 * at, 8 * at + 8).padEnd(8, '0'), 2),
      ),
    );
    return { width, bytesPerRow, rows: rows.length, data: Uint8Array.from(data) };
  };
  const ours = dots(4, '1010', '0110');
  expect(compareDots(ours, ours)).toEqual({ equal: true, iou: 1, onlyFirst: 0, onlySecond: 0, offset: 0 });
  expect(compareDots(ours, dots(4, '1000', '0110'))).toMatchObject({
    equal: false,
    iou: 0.75,
    onlyFirst: 1,
    onlySecond: 0,
  });
  expect(compareDots(ours, dots(14, '00000101000000', '00000011000000'))).toMatchObject({
    iou: 1,
    offset: 5,
  });
  expect(compareDots(ours, dots(4, '1010'))).toMatchObject({ equal: false, iou: 0.5, onlyFirst: 2 });
  expect(compareDots(dots(4, '0000'), dots(4, '0000'))).toMatchObject({ equal: true, iou: 1 });
});

test.each([[[]], [['box.zpl', '--min-iou', '2']], [['box.zpl', '--width-mm', '5']]])(
  '%j is wrong usage',
  async (args) => {
    expect((await compare(...args)).status).toBe(2);
  },
);
