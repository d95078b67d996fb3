import { expect, test } from 'vitest';
import { useMakerHere } from '../local/making.ts';
import { LOCAL, rowsOf, useBatchFolder } from './batch-folder.ts';

useMakerHere();

const folder = useBatchFolder();

const ID = '7f0e6c1a-3a52-4d0b-9d1c-0a7f1f8f2b11';
const KEY = `svc_${'0'.repeat(48)}`;
const SERVICE = ['--label', ID, '--url', 'http://127.0.0.1:9/label-api', '--key-file', 'key'];

test.each<[readonly string[], string]>([
  [['-o', 'out'], '--label is missing'],
  [LOCAL, '-o is missing'],
  [[...LOCAL, '-o', 'out', '--format', 'gif'], '--format must be zpl or pdf or png, not "gif"'],
  [
    [...LOCAL, '-o', 'out', '--input-format', 'xls'],
    '--input-format must be csv or tsv or jsonl or json or xlsx',
  ],
  [[...LOCAL, '-o', 'out', '--on-error', 'ask'], '--on-error must be skip or stop'],
  [[...LOCAL, '-o', 'out', '--split', '0'], '--split must be a whole number from 1 to 100000000, not "0"'],
  [[...LOCAL, '-o', 'out', '--split', '-5'], '--split must be a whole number from 1 to 100000000, not "-5"'],
  [[...LOCAL, '-o', 'out', '--copies', '101'], '--copies must be a whole number from 1 to 100, not "101"'],
  [[...LOCAL, '-o', 'out', '--copies', '1.5'], '--copies must be a whole number from 1 to 100, not "1.5"'],
  [[...LOCAL, '-o', 'out', '--preview', '101'], '--preview must be a whole number from 1 to 100'],
  [[...LOCAL, '-o', 'out', '--concurrency', '0'], '--concurrency must be a whole number from 1 to 256'],
  [[...LOCAL, '-o', 'out', '--url', 'http://x'], '--local and --url exclude each other'],
  [['--label', 'label.zpl', '-o', 'out'], '--url URL with --key-file FILE, or --local'],
  [['--label', ID, '--url', 'http://x', '-o', 'out'], '--url needs --key-file'],
  [[...LOCAL, '-o', 'out', '--key-file', 'key'], '--key-file is for --url, not for --local'],
  [['--label', ID, '--local', '-o', 'out'], `--label ${ID} is an id, which needs --url`],
  [
    ['--label', 'b.json', '--url', 'http://x', '--key-file', 'key', '-o', 'out'],
    'b.json is no id (a UUID), which --url needs; a file needs --local',
  ],
  [
    [...SERVICE, '-o', 'out', '--dpi', '203'],
    '--width-mm, --height-mm and --dpi are for a label in a .zpl file',
  ],
  [['--label', 'b.json', '--local', '--dpi', '203', '-o', 'out'], '--dpi are for a label in a .zpl file'],
  [[...LOCAL, '-o', 'out', '--printer', 'p', '--format', 'pdf'], '--printer takes ZPL, not --format pdf'],
  [[...LOCAL, '-o', 'out', '--printer', 'p', '--split', '2'], '--printer and --split exclude each other'],
  [
    [...LOCAL, '-o', 'out', '--printer', 'p', '--name-template', '{row}'],
    '--printer and --name-template exclude',
  ],
  [[...LOCAL, '-o', 'out', '--printer', 'p:0'], '--printer "p:0" is no address of a printer'],
  [
    [...LOCAL, '-o', 'out', '--split', '2', '--name-template', '{row}'],
    '--split and --name-template exclude',
  ],
  [[...LOCAL, '-o', 'out', '--name-template', ' '], '--name-template is empty'],
  [[...LOCAL, '-o', 'out', '--format', 'png'], '--split 1 or --name-template'],
  [[...LOCAL, '-o', 'out', '--format', 'png', '--split', '2'], '--split 1 or --name-template'],
  [
    [...LOCAL, '-o', 'out', '--format', 'png', '--split', '1', '--copies', '2'],
    'has no copies: leave --copies out',
  ],
  [
    [...LOCAL, '-o', 'out', '--format', 'png', '--split', '1', '--copies-column', 'n'],
    'has no copies: leave --copies-column out',
  ],
  [[...LOCAL, '-o', 'out', '--dry-run', '--resume'], '--dry-run and --resume exclude each other'],
  [[...LOCAL, '-o', 'out', '--preview', '1', '--resume'], '--preview and --resume exclude each other'],
  [[...LOCAL, '-o', 'out', '--preview', '1', '--dry-run'], '--preview and --dry-run exclude each other'],
  [[...LOCAL, '-o', 'out', '--map', 'name'], '--map must be COLUMN=VARIABLE, not "name"'],
  [[...LOCAL, '-o', 'out', '--set', '=x'], '--set must be NAME=VALUE, not "=x"'],
  [[...LOCAL, '-o', 'out/'], 'is a folder; it needs --split or --name-template'],
])('refuses %j before anything is read or written', async (args, message) => {
  await folder.write('key', KEY);
  const { status, stdout, stderr } = await folder.batch(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr.trimEnd()).not.toContain('\n');
  expect(await folder.files()).toEqual(['key']);
});

test.each(['-', '.', '..', '/'])('refuses an output without a name: %s', async (out) => {
  const { status, stderr } = await folder.batch([...LOCAL, `--output=${out}`]);
  expect(status).toBe(2);
  expect(stderr).toContain('has no file name');
});

test.each([
  ['none', null, 1, 'none: there is no such file'],
  ['key', ' \n', 1, 'key is empty; it must hold an API key'],
  ['key', `${KEY}0`, 2, 'key must be svc_ and 48 lower-case hexadecimal digits'],
])('refuses the key file %s with %j, and does not show it', async (name, content, exit, message) => {
  if (content !== null) await folder.write(name, content);
  const { status, stderr } = await folder.batch([...SERVICE.slice(0, -1), name, '-o', 'out']);
  expect(status).toBe(exit);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain(KEY);
});

test('takes options several times, and values that begin with a dash', async () => {
  await folder.write('rows.csv', 'a,b\nAda,-1\n');
  const args = ['--map', 'a=name', '--map', 'b=code', '--set', 'city=-5', '--set', 'x==y'];
  expect(await folder.batch([...LOCAL, '-o', 'out.zpl', ...args])).toMatchObject({ status: 0 });
  expect(await folder.read('out.zpl')).toMatch(/FDAda of -5\^FS.*FD-1\^FS/);
});

test('says only why it stopped where nothing was done', async () => {
  const { status, stdout, stderr } = await folder.batch([...LOCAL, '-o', 'out.zpl']);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('rows.csv');
});

test.each([
  [
    'a label that is not there',
    ['--label', 'none.json', '--local', '-o', 'out.zpl'],
    1,
    'cannot read the label',
  ],
  ['a column that is not there', [...LOCAL, '-o', 'out.zpl', '--map', 'sku=name'], 2, 'no column "sku"'],
  ['a placeholder that nothing fills', [...LOCAL, '-o', 'out.zpl'], 2, 'nothing fills {city}'],
])('says in one line why %s stops it', async (_, args, exit, message) => {
  await folder.write('rows.csv', 'name,code\nAda,1\n');
  const { status, stdout, stderr } = await folder.batch(args);
  expect({ status, stdout }).toEqual({ status: exit, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr.trimEnd()).not.toContain('\n');
});

test.each(['{name}', '{name}.png', '{name}.PNG'])('files named %s have one ending', async (template) => {
  await folder.write('rows.csv', rowsOf(1));
  const args = [...LOCAL, '-o', 'out', '--format', 'png', '--name-template', template];
  expect(await folder.batch(args)).toMatchObject({ status: 0 });
  expect(await folder.files()).toContain('out/Ada 1.png');
});
