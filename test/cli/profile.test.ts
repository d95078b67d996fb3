import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readProfile } from '../../src/printer-profile/profile-folder.ts';
import { type EmulatedOptions, EmulatedPrinter } from '../link-os/emulated-printer.ts';
import { platen } from './recorder.ts';

let folder = '';
let printer: EmulatedPrinter;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-profile-'));
});
afterEach(async () => {
  printer.close();
  await rm(folder, { recursive: true });
});

const path = (name: string) => join(folder, name);
const start = async (options?: EmulatedOptions) => {
  printer = await EmulatedPrinter.start(options);
};
/** Without its lines of progress, which a slow machine has. */
async function profile(...args: readonly string[]) {
  const run = await platen(['profile', printer.address, ...args, '-o', path('out'), '--json']);
  return { ...run, stderr: run.stderr.replace(/^(?:fonts|rules): \d+ %.*\n/gm, '') };
}

/** How alike Platen's pictures of files are to the printer's. */
async function compared(...args: readonly string[]): Promise<readonly { iou: number }[]> {
  return JSON.parse((await platen(['compare', printer.address, ...args, '--json'])).stdout);
}

/** Sizes, orientations, bitmaps, a preset, a block, interpretation lines of three fonts. */
const LABEL =
  '^XA^PW600^LL500^CI28^CF0,30,25^FO20,20^FDTen gloves, size 8^FS^FO20,60^A0N,45,40^FB300,2,0,J^FDa block of words that break^FS' +
  '^FO550,20^A0R,28,28^FDR jumps^FS^FO500,300^A0I,28,28^FDI quit^FS^FO420,20^A0B,28,28^FDBag^FS^FT300,420^A0I,28,28^FDft é^FS' +
  '^FO20,220^ADN,36,20^FDD 12^FS^FO20,260^APN,20,18^FDPreset^FS^FO20,300^BY2^BCN,50,Y^FD123456^FS' +
  '^FO250,300^BY3^BEN,50,Y^FD590123412345^FS^FO20,400^BY2^BCN,40,Y,N,N,D^FD(00)123456789012345675^FS^XZ';
const SMALL = '^XA^FO20,20^A0N,30,25^FDTen^FS^FO20,60^ADN,18,10^FDAda^FS^XZ';

function size(font: string, height: number, width: number, orientation = 'N', characters = 96) {
  return { font, height, width, orientation, characters };
}

test('a profile reproduces the pictures of the printer that it was sampled from', async () => {
  const rules = ['qrOrigin', 'postalPitch', 'blockWholeDots'] as const;
  await start({ rules, model: 'ZTC ZD621-203dpi ZPL', firmware: 'V93.21.33Z' });
  await writeFile(path('label.zpl'), LABEL);
  const run = await profile(path('label.zpl'));
  expect([run.status, run.stderr]).toEqual([0, '']);
  const result = JSON.parse(run.stdout);
  expect(result).toMatchObject({
    folder: path('out'),
    printer: { name: printer.address, model: 'ZTC ZD621-203dpi ZPL', firmware: 'V93.21.33Z' },
    dpi: 203,
  });
  expect(result.sizes).toEqual([
    size('0', 30, 25),
    size('0', 45, 40),
    ...['R', 'I', 'B'].map((orientation) => size('0', 28, 28, orientation)),
    size('D', 18, 10),
    size('P', 20, 18),
    size('A', 9, 5),
    size('E', 28, 15),
    // The line of mode D is as high as its module says, and narrowed to the bars by the printer's advances.
    size('0', 34, 34),
    size('0', 34, 25),
  ]);
  const found = Object.entries<{ readonly on: boolean }>(result.rules).filter(([, { on }]) => on);
  expect(found.map(([name]) => name)).toEqual(rules);
  expect(result.previews).toBe(printer.sent.length);
  expect(result.previews).toBeLessThan(15);
  expect(printer.inFlightMost).toBe(1);
  const [without] = await compared(path('label.zpl'));
  const [within] = await compared(path('label.zpl'), '--profile', path('out'));
  expect(without?.iou).toBeLessThan(0.7);
  expect(within?.iou).toBe(1);
  // Sizes that were not sampled have its advances.
  expect(readProfile(path('out')).advances).toMatchObject([{ font: '0', width: 250 }]);
});

test('a folder grows by what it lacks, whatever the sampling before was stopped by', async () => {
  await start();
  await writeFile(path('small.zpl'), SMALL);
  await writeFile(path('large.zpl'), '^XA^FO20,20^A0N,30,25^FDTen^FS^FO20,60^A0N,90,90^FDAda^FS^XZ');
  // The third picture is the last one.
  printer.intercept = (_, response) => printer.sent.length === 3 && refuse(response, 404);
  const stopped = await profile(path('large.zpl'));
  expect([stopped.status, stopped.stderr]).toEqual([1, expect.stringContaining('no page for previews')]);
  const before = readProfile(path('out'));
  expect(before.sizes.map(({ height, glyphs }) => [height, glyphs.size > 2])).toContainEqual([30, true]);
  printer.intercept = () => false;
  const asked = printer.sent.length;
  const again = JSON.parse((await profile(path('large.zpl'))).stdout);
  expect(again.sizes).toEqual([size('0', 30, 25, 'N', 95), size('0', 90, 90, 'N', 95)]);
  expect(printer.sent.slice(asked).join('').includes('^FDA_20I')).toBe(true);
  expect(await profile(path('small.zpl'))).toMatchObject({ status: 0, stderr: '' });
  expect(readProfile(path('out')).sizes).toHaveLength(3);
  const all = printer.sent.length;
  const none = JSON.parse((await profile(path('small.zpl'))).stdout);
  expect([none.previews, printer.sent.length]).toEqual([0, all]);
  const [within] = await compared(path('large.zpl'), '--profile', path('out'));
  expect(within?.iou).toBe(1);
});

test('characters are those of a name or a file, and those of the labels', async () => {
  await start();
  await writeFile(path('label.zpl'), '^XA^CI28^FO20,20^ADN,18,10^FD{name} €^FS^XZ');
  await writeFile(path('vars.json'), '{"name":"Ω"}');
  await writeFile(path('some.txt'), 'abc\né\n');
  await profile(path('label.zpl'), '--characters', path('some.txt'), '--vars', path('vars.json'));
  const [sampled] = readProfile(path('out')).sizes;
  expect([...(sampled?.glyphs.keys() ?? [])].toSorted()).toEqual([' ', 'I', 'a', 'b', 'c', 'é', 'Ω', '€']);
  const latin = JSON.parse((await profile(path('label.zpl'), '--characters', 'latin1')).stdout);
  expect(latin.sizes).toEqual([size('D', 18, 10, 'N', 95 + 96 + 2)]);
});

test('the canvas of a narrow printer is used as it is', async () => {
  await start({ headWidth: 384 });
  await writeFile(path('small.zpl'), SMALL.replace('^XA', '^XA^PW300^LL100'));
  expect((await profile(path('small.zpl'), '--characters', path('small.zpl'))).status).toBe(0);
  const [within] = await compared(path('small.zpl'), '--profile', path('out'));
  expect(within?.iou).toBe(1);
});

describe('a fault that passes', () => {
  const once = (fault: (response: ServerResponse) => void) => {
    let times = 0;
    printer.intercept = (request, response) => {
      if (request.url !== '/zpl' || times++ > 0) return false;
      fault(response);
      return true;
    };
  };
  test.each<readonly [string, () => void]>([
    ['a busy printer', () => once((response) => void refuse(response, 503))],
    ['a reset', () => once((response) => void response.destroy())],
    [
      "another client's object",
      () => {
        let times = 0;
        printer.change = (png) => (times++ === 0 ? printer.draw('^XA^FO20,20^GB50,50,50^FS^XZ') : png);
      },
    ],
  ])('of %s is waited for', async (_, begin) => {
    await start();
    begin();
    await writeFile(path('small.zpl'), SMALL);
    expect((await profile(path('small.zpl'), '--characters', path('small.zpl'))).status).toBe(0);
  });
});

describe('a printer without a preview', () => {
  const always = (fault: (response: ServerResponse) => void) => () => {
    printer.intercept = (_, response) => {
      fault(response);
      return true;
    };
  };
  test.each<readonly [string, () => void, string]>([
    ['asks for a password', always((response) => void refuse(response, 401)), 'asks for a password'],
    ['is an older model', always((response) => void refuse(response, 404)), 'no page for previews'],
    [
      'redirects',
      always((response) => void response.writeHead(302, { location: 'http://192.0.2.1/' }).end()),
      'redirects to another address',
    ],
    ['shows no picture', always((response) => void response.end('<HTML>Ready</HTML>')), 'no picture'],
    ['answers without end', always(endless), 'it sent more than'],
    ['finds nothing to draw', () => (printer.change = () => printer.draw('^XA^XZ')), 'is blank'],
    [
      'has a tiny picture',
      () => (printer.change = () => printer.draw('^XA^PW9^LL9^FO0,0^GB9,9,9^FS^XZ')),
      'too few for samples',
    ],
  ])('that %s is named, and nothing is written', async (_, begin, why) => {
    await start();
    begin();
    await writeFile(path('small.zpl'), SMALL);
    const run = await profile(path('small.zpl'));
    expect([run.status, run.stdout, run.stderr]).toEqual([1, '', expect.stringContaining(why)]);
    expect(existsSync(path('out'))).toBe(false);
  });
});

describe('a folder', () => {
  test('of another printer is left alone', async () => {
    await start({ model: 'ZD621', firmware: 'V93' });
    await writeFile(path('small.zpl'), SMALL);
    await profile(path('small.zpl'), '--characters', path('small.zpl'));
    printer.close();
    await start({ model: 'ZD421', firmware: 'V93' });
    const run = await profile(path('small.zpl'));
    expect([run.status, run.stderr]).toEqual([
      1,
      expect.stringContaining("its model is ZD621, and this one's ZD421"),
    ]);
  });

  test('that is damaged is named before anything is asked', async () => {
    await start();
    await mkdir(path('out'));
    await writeFile(path('out/profile.json'), '{"version":1');
    await writeFile(path('small.zpl'), SMALL);
    const run = await profile(path('small.zpl'));
    expect([run.status, run.stderr, printer.sent]).toEqual([1, expect.stringContaining('is damaged'), []]);
    expect([await readFile(path('out/profile.json'), 'utf8'), readdirSync(path('out'))]).toEqual([
      '{"version":1',
      ['profile.json'],
    ]);
  });
});

test.each([[['label.zpl']], [['-o', 'x']]])('%j is wrong usage', async (args) => {
  await start();
  expect((await platen(['profile', printer.address, ...args])).status).toBe(2);
});

function refuse(response: ServerResponse, status: number): true {
  response.writeHead(status).end();
  return true;
}

/** 100 MB, unless the client has enough before. */
function endless(response: ServerResponse): void {
  const part = Buffer.alloc(1 << 20, 'x');
  let parts = 0;
  const more = (): void => {
    while (!response.destroyed && parts < 100) {
      parts++;
      if (!response.write(part)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}
