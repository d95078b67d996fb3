import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platen } from './recorder.ts';

const SIZE = ['--width-mm', '25.4', '--height-mm', '12.7', '--dpi', '203'];
const box = (x: number) => `^XA^FO${x},10^GB20,20,20^FS^XZ\n`;
let folder = '';
let three = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-render-'));
  three = await file('three.zpl', box(10) + box(50) + box(90));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

/** Width and height of a PNG, from its header. */
async function pngSize(name: string): Promise<readonly [number, number]> {
  const bytes = await readFile(join(folder, name));
  expect(bytes.toString('latin1', 0, 8)).toBe('\x89PNG\r\n\x1a\n');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

test('writes the dots of the first label as PNG', async () => {
  const { status, stdout, stderr } = await platen([
    'render',
    three,
    '-o',
    join(folder, 'a.png'),
    ...SIZE,
    '--json',
  ]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(await pngSize('a.png')).toEqual([203, 102]);
  const path = join(folder, 'a.png');
  const bytes = (await readFile(path)).length;
  expect(JSON.parse(stdout)).toEqual({ files: [{ path, bytes }], label_count: 3, warnings: [] });
});

test('draws with the fonts of a folder, and refuses one that has a damaged font', async () => {
  const path = await file('thai.zpl', '^XA^CI28^FO9,9^A@N,30,30,E:NOTOSANSTHAI.TTF^FDสวัสดี^FS^XZ');
  const fonts = fileURLToPath(new URL('../fonts', import.meta.url));
  const to = ['-o', join(folder, 'thai.png'), ...SIZE];
  const { status, stderr } = await platen(['render', path, ...to, '--fonts', fonts]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  await mkdir(join(folder, 'fonts'));
  await file('fonts/BAD.TTF', 'no font');
  const damaged = await platen(['render', path, ...to, '--fonts', join(folder, 'fonts')]);
  expect(damaged.status).toBe(1);
  expect(damaged.stderr).toMatch(/^platen render: the font BAD.TTF in .*fonts cannot be used: .*\n$/);
});

test('says on standard error which characters the font lacks', async () => {
  const path = await file('chinese.zpl', '^XA^CI28^FO9,9^A0N,30^FD中文^FS^XZ');
  const { status, stderr } = await platen(['render', path, '-o', join(folder, 'chinese.png'), ...SIZE]);
  expect(status).toBe(0);
  expect(stderr).toBe(
    `${path}:1:22 ^FD font 0 has no glyph for 中 (U+4E2D, Han), 文 (U+6587, Han); blanks are printed; a font of FONTS_DIR that ^A@, ^CW or ^FL names may have them\n`,
  );
});

test('writes every label with --all: numbered images, or pages of one PDF', async () => {
  await platen(['render', three, '-o', join(folder, 'all.png'), ...SIZE, '--all']);
  expect((await readdir(folder)).filter((name) => name.startsWith('all'))).toEqual([
    'all-1.png',
    'all-2.png',
    'all-3.png',
  ]);
  await platen(['render', three, '-o', join(folder, 'all.pdf'), ...SIZE, '--all']);
  const pdf = (await readFile(join(folder, 'all.pdf'))).toString('latin1');
  expect(pdf.startsWith('%PDF-')).toBe(true);
  expect(pdf).toMatch(/\/Count 3\b/);
});

test('chooses a label by its index, and says how many there are', async () => {
  await platen(['render', three, '-o', join(folder, 'second.png'), ...SIZE, '--index', '1']);
  const second = await readFile(join(folder, 'second.png'));
  await platen(['render', three, '-o', join(folder, 'every.png'), ...SIZE, '--all']);
  expect(second.equals(await readFile(join(folder, 'every-2.png')))).toBe(true);
  const beyond = await platen(['render', three, '-o', join(folder, 'beyond.png'), ...SIZE, '--index', '3']);
  expect(beyond.status).toBe(1);
  expect(beyond.stderr).toMatch(/3 labels.*\n$/);
});

test('takes the bytes of the file as they are', async () => {
  const zpl = await file('raw.zpl', Buffer.from('^XA^FD\xff\x00\xe9^FS^XZ', 'latin1'));
  await platen(['render', zpl, '-o', join(folder, 'raw-out.zpl')]);
  expect((await readFile(join(folder, 'raw-out.zpl'))).equals(await readFile(zpl))).toBe(true);
});

test('substitutes variables first', async () => {
  const zpl = await file('vars.zpl', '^XA^CI28^FO9,9^A0N,30^FD{name} {other}^FS^XZ');
  const vars = await file('vars.json', '{"NAME": "Zoë", "n": 1}');
  await platen(['render', zpl, '-o', join(folder, 'vars-out.zpl'), '--vars', vars]);
  const output = await readFile(join(folder, 'vars-out.zpl'), 'utf8');
  expect(output).toContain('{other}');
  expect(output).not.toContain('{name}');
  expect(output).toContain('^FH');
});

test.each([
  ['[1]', 'variables must be an object'],
  ['{"a": 1, "a": 2}', 'twice'],
  ['{', 'not valid JSON'],
])('refuses variables that are %s', async (content, message) => {
  const vars = await file('bad-vars.json', content);
  const { status, stderr } = await platen(['render', three, '-o', join(folder, 'x.zpl'), '--vars', vars]);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/\.\n$|\.;/);
});

test('spells out which barcode cannot be printed, and why', async () => {
  const zpl = await file('ean.zpl', '^XA^FO9,9^BEN,30^FD{gtin}^FS^XZ');
  const vars = await file('ean.json', '{"gtin": "123"}');
  const { status, stderr } = await platen(['render', zpl, '-o', join(folder, 'x.zpl'), '--vars', vars]);
  expect(status).toBe(1);
  expect(stderr).toMatch(/ean13 "\{gtin\}": .+\n$/);
  expect(stderr).toMatch(/^platen render: [^.;]+: ean13; ean13 /i);
  expect(stderr).not.toContain('see fields');
  expect(stderr.trimEnd()).not.toContain('\n');
});

test('warns on standard error with line, column, command and reason', async () => {
  const zpl = await file('warn.zpl', '^XA\n^FO10,10^GB20,20,20^FS\n  ^ZQ^XZ');
  const { status, stdout, stderr } = await platen([
    'render',
    zpl,
    '-o',
    join(folder, 'w.png'),
    ...SIZE,
    '--json',
  ]);
  expect(status).toBe(0);
  expect(stderr).toMatch(new RegExp(`^${zpl}:3:3 \\^ZQ .+\\n$`));
  expect(JSON.parse(stdout).warnings).toEqual([
    { line: 3, column: 3, command: '^ZQ', reason: expect.any(String) },
  ]);
});

test('warns of what substitution leaves alone too, with and without variables', async () => {
  const zpl = await file('marker.zpl', '^XA\n^FXsvc-barcode:2^FS^FO1,1^GFA,1,1,1,FF^FS^FO9,9^FD{a}^FS^XZ');
  const vars = await file('marker.json', '{"a":"1"}');
  for (const more of [[], ['--vars', vars]]) {
    const { stderr } = await platen(['render', zpl, '-o', join(folder, 'm.png'), ...SIZE, ...more]);
    expect(stderr).toMatch(new RegExp(`^${zpl}:2:1 \\^FX .*barcode marker.*\\n$`));
  }
});

test('names the file of variables that cannot be read', async () => {
  const zpl = await file('named.zpl', '^XA^XZ');
  for (const [content, message] of [
    ['{"a":1,"a":2}', 'a appears twice in'],
    ['{', 'is not valid JSON'],
  ] as const) {
    const vars = await file('named.json', content);
    const { status, stderr } = await platen(['render', zpl, '-o', join(folder, 'n.zpl'), '--vars', vars]);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).toContain(vars);
  }
});

test.each([
  [['-o', 'x.gif', ...SIZE], 2, '-o must end in'],
  [['-o', 'x.png', '--dpi', '203'], 2, '--width-mm is missing'],
  [
    ['-o', 'x.png', '--width-mm', 'wide', '--height-mm', '1', '--dpi', '203'],
    2,
    '--width-mm must be a number',
  ],
  [['-o', 'x.png', '--width-mm', '0', '--height-mm', '1', '--dpi', '203'], 2, '--width-mm must be above 0'],
  [['-o', 'x.png', ...SIZE, '--index', '-1'], 2, '--index'],
  [['-o', 'x.png', ...SIZE, '--index', '0', '--all'], 2, 'exclude each other'],
  [['-o', 'x.zpl', '--all'], 2, '--index and --all'],
  [['-o', 'x.png', '--width-mm', '9999', '--height-mm', '9', '--dpi', '600'], 1, '12000 dots'],
  [['-o', '/nowhere/x.png', ...SIZE], 1, '/nowhere/x.png: it or its folder is not there'],
] as const)('refuses %j', async (options, status, message) => {
  const refused = await platen(['render', three, ...options]);
  expect(refused).toMatchObject({ status, stdout: '' });
  expect(refused.stderr).toContain(message);
});

const BUNDLE = {
  name: 'Shelf',
  width: 25.4,
  height: 12.7,
  dpi: 203,
  zpl: '^XA^FO20,10^BY2^BCN,40,N^FD{c}^FS^XZ',
  field_transforms: [{ variable: 'c', steps: [{ op: 'upper' }] }],
};

test('renders a bundle in its own size, with its transforms, and scaled for another resolution', async () => {
  const path = await file('shelf.json', JSON.stringify(BUNDLE));
  const vars = await file('code.json', '{"c":"ab12"}');
  const to = (name: string, ...args: readonly string[]) =>
    platen(['render', path, '-o', join(folder, name), '--vars', vars, ...args]);
  expect(await to('shelf.png')).toMatchObject({ status: 0, stderr: '' });
  expect(await pngSize('shelf.png')).toEqual([203, 102]);
  expect(await to('shelf-300.png', '--dpi', '300')).toMatchObject({ status: 0, stderr: '' });
  expect(await pngSize('shelf-300.png')).toEqual([300, 150]);
  expect(await to('shelf-300.zpl', '--dpi', '300')).toMatchObject({ status: 0, stderr: '' });
  expect(await readFile(join(folder, 'shelf-300.zpl'), 'utf8')).toBe(
    '^XA^BY3,,15^FO30,15^BY3^BCN,59,N^FH^FDAB12^FS^XZ',
  );
  expect((await to('shelf-152.zpl', '--dpi', '152')).stderr).toBe(
    `${path}: label 1: ^BC of "{c}" shrank by 33 %: its modules are whole dots\n`,
  );
  const label = await file('three.json', JSON.stringify([BUNDLE, BUNDLE]));
  expect(await platen(['render', label, '-o', join(folder, 'x.png')])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('three.json holds 2 labels') as string,
  });
  expect(await to('x.png', '--width-mm', '9')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('is a bundle, which has a size') as string,
  });
  expect(await to('x.png', '--dpi', '0')).toMatchObject({ status: 2 });
});

test('fills in dates by the clock of TIME_ZONE', async () => {
  const path = await file('clock.zpl', '^XA^FO1,1^FD{datetime:YYYYMMDDHH}^FS^XZ');
  const vars = await file('none.json', '{}');
  const out = join(folder, 'clock.zpl.zpl');
  const hourIn = async (TIME_ZONE: string): Promise<number> => {
    const { status, stderr } = await platen(['render', path, '-o', out, '--vars', vars], { TIME_ZONE });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [, ...parts] = /(\d{4})(\d\d)(\d\d)(\d\d)/.exec(await readFile(out, 'utf8')) ?? [];
    const [year = 0, month = 0, day = 0, hour = 0] = parts.map(Number);
    return Date.UTC(year, month - 1, day, hour) / 3_600_000;
  };
  const [east, west] = [await hourIn('Pacific/Kiritimati'), await hourIn('Etc/GMT+11')];
  expect([24, 25]).toContain(east - west);
  expect([11, 12]).toContain((await hourIn('')) - west);
  expect(await platen(['render', path, '-o', out], { TIME_ZONE: '+01:00' })).toMatchObject({
    status: 2,
    stderr: 'platen: TIME_ZONE must be an IANA name of a time zone like Europe/Berlin; it is "+01:00"\n',
  });
});
