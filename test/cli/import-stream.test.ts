import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { useDatabase } from '../support/service.ts';
import { useLabelTasksHere } from './label-tasks-here.ts';
import { json, type Outcome, platen } from './recorder.ts';

useLabelTasksHere();

const database = useDatabase();
let account = '';

beforeAll(async () => {
  account = json(await platen(['accounts', 'create', '--name', 'A', '--json'], database())).id;
});

const STREAMS = '../import/streams/';
const streamFile = (name: string): string => fileURLToPath(new URL(STREAMS + name, import.meta.url));

const importing = (name: string, ...options: string[]): Promise<Outcome> =>
  platen(['labels', 'import', streamFile(name), '--account', account, '--fields', ...options], database());

test('imports what a program printed to a file', async () => {
  const label = json(
    await importing('zebradesigner-template.prn', '--dpi', '203', '--remove-setup', '--json'),
  );
  expect(label).toMatchObject({
    id: expect.any(String),
    name: 'zebradesigner-template',
    width: 75.07,
    height: 37.54,
    dpi: 203,
    printed: 1,
  });
  expect(label.variables[0]).toEqual({ name: 'regal', prompt: 'Regal', field_number: 1, sample: 'A-27.2_' });
  const { zpl } = json(await platen(['labels', 'export', label.id, '--json'], database()));
  expect(zpl).toContain('^CI28^FD{regal}^FS');
  expect(zpl).not.toContain('~SD15');
});

test('says what it would save, and saves nothing, in a dry run', async () => {
  const count = async () => json(await platen(['labels', 'list', '--json'], database())).length;
  const before = await count();
  const { status, stdout } = await importing(
    'bartender.prn',
    '--width-mm',
    '101.6',
    '--height-mm',
    '70',
    '--dry-run',
  );
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringMatching(
      /bartender\.prn:14:20: info field \^FN999 is \{field_999\}, "003456789" in this print\n[^]*bartender\.prn: 1 label with 2 records\nNothing was saved\.\n$/,
    ),
  });
  expect(await count()).toBe(before);
});

test('says how many labels there will be, and where none has a field to fill', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'platen-counts-')), 'a.prn');
  const label = (text: string, end = ''): string => `^XA^FO9,9^A0N,30^FD${text}^FS${end}^XZ`;
  writeFileSync(file, `${label('a')}${label('b')}${label('a', '^PQ2')}`);
  const size = ['--dpi', '203', '--width-mm', '50', '--height-mm', '25'];
  const { stdout } = await platen(['labels', 'import', file, '--fields', ...size, '--dry-run']);
  expect(stdout).toContain(
    'a.prn: 2 labels with 3 records; no variables, since the stream has no numbered field (^FN) to fill\nNothing was saved.\n',
  );
});

test('needs neither an account nor a database for a dry run', async () => {
  const files = ['zebradesigner-export.prn', '--fields', '--dpi', '203', '--dry-run', '--json'];
  const [file = '', ...options] = files;
  const made = await platen(['labels', 'import', streamFile(file), ...options]);
  expect(json(made)).toMatchObject({
    width: 76.2,
    variables: [{ name: 'asset_name', sample: '' }, {}, {}, { name: 'epc' }],
  });
});

test('imports each file of a folder by itself: all, or none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-prints-'));
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const label = (text: string): string => `^XA^PW400^LL200^LH9,9^FO9,9^A0N,30^FD${text}^FS^XZ`;
  put('b.prn', label('b'));
  put('a.ZPL', `${label('a 1')}${label('a 2')}`);
  put('notes.txt', 'no label');
  const command = ['labels', 'import', folder, '--account', account, '--fields', '--dpi', '203'];
  const names = async () =>
    json(await platen(['labels', 'list', '--json'], database())).map(({ name }: { name: string }) => name);
  const made = json(await platen([...command, '--json'], database()));
  expect(made).toMatchObject([{ name: 'a 1' }, { name: 'a 2' }, { name: 'b' }]);
  const one = mkdtempSync(join(folder, 'one-'));
  writeFileSync(join(one, 'c.zpl'), label('c'));
  const list = await platen(['labels', 'import', one, '--fields', '--dpi', '203', '--dry-run', '--json']);
  expect(JSON.parse(list.stdout)).toMatchObject([{ name: 'c' }]);
  rmSync(one, { recursive: true });
  put('c.prn', '%PDF-1.7');
  put('d.prn', '^XA^PW600^FO9,9^A0N,30^FDd^FS^XZ');
  const before = await names();
  const { status, stderr } = await platen(command, database());
  expect(status).toBe(1);
  expect(stderr).toContain(`${join(folder, 'c.prn')} is a PDF, not ZPL`);
  expect(stderr).toContain(`${join(folder, 'd.prn')}: the height is not known, since the stream has no ^LL`);
  expect(stderr).toMatch(/; nothing was imported: --force imports [^\n]*\n$/);
  expect(await names()).toEqual(before);
  const forced = await platen(
    [...command, '--height-mm', '40', '--force', '--dry-run', '--json'],
    database(),
  );
  const sizes = JSON.parse(forced.stdout).map(({ width, height }: { width: number; height: number }) => [
    width,
    height,
  ]);
  expect(sizes).toEqual([
    [50.05, 25.02],
    [50.05, 25.02],
    [50.05, 25.02],
    [75.07, 40],
  ]);
  expect((await platen([...command, '--force'], database())).status).toBe(0);
  expect(await names()).toHaveLength(before.length + 3);
  rmSync(folder, { recursive: true });
});

test('has nothing to say about a brace that it left in the label', async () => {
  const { status, stderr } = await importing('nicelabel.prn', '--dpi', '203', '--dry-run');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('names the label where it says what is wrong with the ZPL that was made', async () => {
  const size = ['--width-mm', '50', '--height-mm', '30', '--dpi', '203'];
  const command = ['labels', 'import', '-', '--account', account, '--fields', '--name', 'R', ...size];
  const zpl = '^XA^FO20,30^A0N,30^FDx^FS^ZQ^XZ';
  const { stderr } = await platen([...command, '--dry-run'], database(), zpl);
  expect(stderr).toMatch(/^label "R":\d+:\d+ \^ZQ there is no command \^ZQ\n$/);
});

test('asks for what the stream does not say of the size', async () => {
  const { status, stderr } = await importing('zebradesigner.prn');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('203 dpi (the label is then 101.6 x 76.2 mm)'),
  });
});

test('keeps out what recalls a format that is not there, unless forced', async () => {
  const recall = '^XA^XFE:GONE.ZPL^FS^FO9,9^FDx^FS^XZ';
  const command = [
    'labels',
    'import',
    '-',
    '--account',
    account,
    '--fields',
    '--name',
    'R',
    '--width-mm',
    '50',
    '--height-mm',
    '30',
    '--dpi',
    '203',
  ];
  const refused = await platen(command, database(), recall);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(
    'standard input:1:4: error missing-format ^XF recalls E:GONE.ZPL, which the stream does not carry',
  );
  expect((await platen([...command, '--force'], database(), recall)).status).toBe(0);
});

test('refuses options of streams for bundles', async () => {
  const { status, stderr } = await platen(
    ['labels', 'import', 'x.json', '--account', account, '--remove-setup'],
    database(),
  );
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('--remove-setup needs --fields'),
  });
});

test('says how to import ZPL for a printer', async () => {
  const command = ['labels', 'import', streamFile('two-labels.prn'), '--account', account];
  expect(await platen(command, database())).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      / nothing was imported; --fields imports ZPL as a program sends it to a printer\n$/,
    ),
  });
});
