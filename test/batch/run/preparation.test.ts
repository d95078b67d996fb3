import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { copyFile, link, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { useMakerHere } from '../local/making.ts';
import { LABEL, LOCAL, rowsOf, useBatchFolder } from './batch-folder.ts';

useMakerHere();

const folder = useBatchFolder();

test.each([
  ['in', ''],
  ['q.zpl.part', '.part'],
  ['q.zpl.failed.csv', '.failed.csv'],
  ['q.zpl.failed.csv.part', '.failed.csv.part'],
  ['q.zpl.input', '.input'],
  ['q.zpl.journal', '.journal'],
  ['q.zpl.preview.png', '.preview.png'],
])('refuses rows in %s, where the run writes OUT%s, and leaves them as they are', async (name, ending) => {
  const out = ending === '' ? name : 'q.zpl';
  await folder.write(name, rowsOf(3));
  for (const more of [[], ['--resume'], ['--dry-run'], ['--preview', '1']]) {
    const { status, stderr } = await folder.batch([
      folder.path(name),
      '--input-format',
      'csv',
      ...LOCAL,
      '-o',
      out,
      ...more,
    ]);
    expect(status).toBe(2);
    expect(stderr).toContain(
      `platen batch: ${folder.path(name)} is read, and the batch writes or removes ` +
        `${folder.path(out + ending)}, which is the same file: copy it, or give another -o`,
    );
  }
  expect(await folder.read(name)).toBe(rowsOf(3));
  expect(await folder.files()).toEqual([name]);
});

test('knows a file by another name', async () => {
  await folder.write('rows.csv', rowsOf(3));
  await link(folder.path('rows.csv'), folder.path('out.zpl'));
  expect(await folder.batch([...LOCAL, '-o', 'out.zpl'])).toMatchObject({ status: 2 });
  expect(await folder.read('rows.csv')).toBe(rowsOf(3));
});

test('knows a file that is standard input', async () => {
  await folder.write('out.zpl.failed.csv', rowsOf(3));
  const stdin = openSync(folder.path('out.zpl.failed.csv'), 'r');
  const program = fileURLToPath(new URL('../../../dist/src/cli.js', import.meta.url));
  const args = [program, 'batch', '-', '--input-format', 'csv', ...LOCAL, '-o', folder.path('out.zpl')];
  const cwd = folder.path('');
  const run = spawnSync(process.execPath, args, { cwd, stdio: [stdin, 'pipe', 'pipe'], encoding: 'utf8' });
  closeSync(stdin);
  expect(run.status).toBe(2);
  expect(run.stderr).toContain(
    `standard input is read, and the batch writes or removes ${folder.path('out.zpl.failed.csv')}`,
  );
  expect(await folder.read('out.zpl.failed.csv')).toBe(rowsOf(3));
});

test('writes through no link that somebody put in its way', async () => {
  await folder.write('victim', 'precious');
  const endings = [
    '.part',
    '.part.offsets',
    '.failed.csv.part',
    '.journal.part',
    '.input',
    '.preview.png.part',
  ];
  const put = () =>
    Promise.all(endings.map((ending) => symlink(folder.path('victim'), folder.path(`o${ending}`))));
  const clear = async () => {
    for (const name of await readdir(folder.path('.'))) {
      if (name.startsWith('o.') || name === 'o') await rm(folder.path(name));
    }
  };
  const rows = rowsOf(3, [2]);
  await folder.write('rows.csv', rows);
  for (const args of [[], ['--format', 'pdf'], ['--preview', '1']]) {
    await put();
    const stdin = ['-', '--input-format', 'csv', ...LOCAL, '-o', 'o', ...args];
    expect(await folder.batch(stdin, rows)).toMatchObject({ status: 3 });
    await clear();
  }
  expect(await folder.read('victim')).toBe('precious');
});

test('goes on with no link, and no file of another user', async () => {
  await folder.write('rows.csv', rowsOf(60, [41]));
  const args = [...LOCAL, '-o', 'out.zpl'];
  expect(await folder.batch([...args, '--on-error', 'stop'])).toMatchObject({ status: 1 });
  for (const name of ['out.zpl.part', 'out.zpl.journal']) {
    const path = folder.path(name);
    await rename(path, folder.path('victim'));
    await symlink(folder.path('victim'), path);
    const before = await folder.read('victim');
    const { status, stderr } = await folder.batch([...args, '--resume']);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining(`${path} is a link, which is not followed: remove it`),
    });
    expect(await folder.read('victim')).toBe(before);
    await rename(folder.path('victim'), path);
  }
  expect(await folder.batch([...args, '--resume'])).toMatchObject({ status: 3 });
});

test('goes on in no folder that somebody put in the place of its own', async () => {
  await folder.write('rows.csv', rowsOf(60, [41]));
  const args = [...LOCAL, '-o', 'out', '--name-template', '{name}'];
  expect(await folder.batch([...args, '--on-error', 'stop'])).toMatchObject({ status: 1 });
  await rename(folder.path('out/.part'), folder.path('elsewhere'));
  await symlink(folder.path('elsewhere'), folder.path('out/.part'));
  const { status, stderr } = await folder.batch([...args, '--resume']);
  expect({ status, stderr }).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('/out/.part is a link'),
  });
});

test('refuses to write the label or the key that it reads', async () => {
  await folder.write('rows.csv', rowsOf(3));
  const label = await folder.batch([...LOCAL, '-o', 'label.zpl']);
  expect(label.status).toBe(2);
  expect(label.stderr).toContain('label.zpl is read, and the batch writes or removes');
  expect(await folder.read('label.zpl')).toBe(LABEL);

  const key = `svc_${'0'.repeat(48)}`;
  await writeFile(folder.path('key'), key);
  const id = '7f0e6c1a-3a52-4d0b-9d1c-0a7f1f8f2b11';
  const service = ['--label', id, '--url', 'http://127.0.0.1:9/', '--key-file', 'key', '-o', 'key'];
  expect((await folder.batch(service)).status).toBe(2);
  expect(await folder.read('key')).toBe(key);
});

test('prints the corrected copy of failed rows beside their own run', async () => {
  await folder.write('rows.csv', rowsOf(3, [2]));
  expect(await folder.batch([...LOCAL, '-o', 'out.zpl'])).toMatchObject({ status: 3 });
  await copyFile(folder.path('out.zpl.failed.csv'), folder.path('corrected.csv'));
  await folder.write('corrected.csv', (await folder.read('corrected.csv')).replace('größe\u{1f600}', 'C2'));
  expect(await folder.batch([folder.path('corrected.csv'), ...LOCAL, '-o', 'corrected.zpl'])).toMatchObject({
    status: 0,
  });
});
