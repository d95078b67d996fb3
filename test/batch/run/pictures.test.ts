import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { beforeEach, expect, test } from 'vitest';
import { LIMITS } from '../../../src/limits.ts';
import { inBase64, signature } from '../../support/pictures.ts';
import { useDatabase, useService } from '../../support/service.ts';
import { LOCAL, useBatchFolder } from './batch-folder.ts';

const service = useService({}, useDatabase());
const folder = useBatchFolder();

const ZPL =
  '^XA^FXsvc-barcode:1;symbology=image;template=%7Bphoto%7D^FS^FO20,20^GFA,2400,2400,30,,::^FS^FO20,120^A0N,30,30^FD{name}^FS^XZ';

const FILES = {
  'one.png': signature(1),
  'two.jpg': signature(2, 'image/jpeg'),
  'sub/three.png': signature(3),
};

/** A file that a row names, and the reason why the row fails; null for none. */
const ROWS: readonly (readonly [file: string, reason: RegExp | null])[] = [
  ['one.png', null],
  ['two.jpg', null],
  ['sub/three.png', null],
  ['sub/../one.png', null],
  ['link.png', null],
  ['', null],
  ['four.png', /^the picture "four.png" of \{photo\} is not there$/],
  ['../secret.png', /is not below the folder of --images$/],
  ['outside.png', /is not below the folder of --images$/],
  ['..', /is not below the folder of --images$/],
  ['sub', /is not a file$/],
  ['big.png', /has 49153 bytes; at most 49152 are allowed$/],
  ['text.png', /^Barcode content is invalid/],
];

beforeEach(async () => {
  await mkdir(folder.path('images/sub'), { recursive: true });
  for (const [name, bytes] of Object.entries(FILES)) await writeFile(folder.path(`images/${name}`), bytes);
  await folder.write('secret.png', 'a secret');
  await folder.write('images/text.png', 'no picture');
  await writeFile(folder.path('images/big.png'), Buffer.alloc(LIMITS.pictureBytes + 1));
  await symlink('one.png', folder.path('images/link.png'));
  await symlink('../secret.png', folder.path('images/outside.png'));
  await folder.write('label.zpl', ZPL);
});

const csv = (files: readonly string[]) =>
  ['name,photo', ...files.map((file, at) => `n${at},${file}`), ''].join('\n');

async function through(): Promise<readonly string[]> {
  const account = await service.account();
  const { id } = await account.label({ zpl: ZPL, dynamicTokens: ['name', 'photo'] });
  await folder.write('key', `${account.key}\n`);
  const url = `http://127.0.0.1:${service.service.port}/label-api`;
  return ['--label', id, '--url', url, '--key-file', 'key'];
}

test('a column names files below --images, here and through a service; others fail their rows', async () => {
  const absolute = folder.path('images/one.png');
  const rows = [...ROWS, [absolute, /is not below the folder of --images$/] as const];
  await folder.write('rows.csv', csv(rows.map(([file]) => file)));
  for (const [where, place] of [
    ['here', LOCAL],
    ['there', await through()],
  ] as const) {
    const args = ['-o', `${where}.zpl`, '--images', folder.path('images')];
    const { status, stderr } = await folder.batch([...place, ...args]);
    expect(status, stderr).toBe(3);
    const failed: readonly string[][] = parse(await readFile(folder.path(`${where}.zpl.failed.csv`)), {
      from_line: 2,
    });
    const reasons = rows.filter(([, reason]) => reason !== null);
    expect(failed.map(([, file]) => file)).toEqual(reasons.map(([file]) => file));
    for (const [at, [, reason]] of reasons.entries())
      expect(failed[at]?.join('\n')).toMatch(new RegExp(reason?.source ?? '', 'm'));
    expect(failed.flat().join('')).not.toContain('a secret');
  }
  const here = await folder.read('here.zpl');
  expect(await folder.read('there.zpl')).toBe(here);
  const pictures = here.split('^XZ').flatMap((label) => /\^GFA,2400[^^]*/.exec(label)?.[0] ?? []);
  expect(pictures).toHaveLength(6);
  expect(pictures.map((picture) => pictures.indexOf(picture))).toEqual([0, 1, 2, 0, 0, 5]);
});

test('draws them in PDFs and previews too, of JSON as well', async () => {
  await folder.write('rows.jsonl', '{"name":"a","photo":"one.png"}\n{"name":"b","photo":"four.png"}\n');
  const args = [...LOCAL, '--images', folder.path('images'), '-o', 'out.pdf', '--format', 'pdf'];
  const made = await folder.batch([folder.path('rows.jsonl'), ...args, '--json']);
  expect(made).toMatchObject({ status: 3 });
  expect(JSON.parse(made.stdout)).toMatchObject({ rows: 2, labels: 1, failed: 1 });
  const shown = await folder.batch([folder.path('rows.jsonl'), ...args, '--preview', '1', '--json']);
  expect(JSON.parse(shown.stdout)).toMatchObject({ rows: 2, labels: 1, failed: 1 });
});

test('without --images values are pictures themselves', async () => {
  await folder.write('rows.csv', csv([inBase64(FILES['one.png']), 'one.png', 'x'.repeat(1001)]));
  expect((await folder.batch([...LOCAL, '-o', 'out.zpl'])).status).toBe(3);
  expect((await folder.read('out.zpl')).match(/\^GFA,2400/g)).toHaveLength(1);
  const failed = await folder.read('out.zpl.failed.csv');
  expect(failed).toContain('must be a PNG or JPEG in base64');
  expect(failed).toContain('has a value of 1001 characters; at most 1000 are allowed');
});

test.each([
  ['nowhere', ZPL, 'nowhere cannot be read: ENOENT'],
  ['rows.csv', ZPL, 'rows.csv is not a folder'],
  ['images', '^XA^FD{name} {photo}^FS^XZ', '--images: the label shows no variable as a picture'],
])('refuses --images %s for %s', async (images, zpl, reason) => {
  await folder.write('rows.csv', csv(['one.png']));
  await folder.write('label.zpl', zpl);
  const { status, stderr } = await folder.batch([...LOCAL, '-o', 'out.zpl', '--images', folder.path(images)]);
  expect(status).toBe(2);
  expect(stderr).toContain(reason);
});
