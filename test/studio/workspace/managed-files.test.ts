import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { LabelFiles } from '../../../src/studio/workspace/label-files.ts';

const ZPL = '^XA^FDa^FS^XZ';
const BUNDLE = { name: 'Shelf', width: 50, height: 25, dpi: 203, revision: 3, zpl: ZPL };

/** The labels of a folder with these files, gone when the test ends. */
async function labelsOf(contents: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'managed-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'sub'));
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
  const files = new LabelFiles([folder], folder);
  const revision = async (id: string): Promise<string> => (await files.open(id)).revision ?? '';
  const names = async (): Promise<readonly string[]> =>
    (await readdir(folder)).filter((name) => name !== 'sub');
  return { folder, files, revision, names };
}

it('renames a file in its folder, as it is', async () => {
  const { folder, files, revision } = await labelsOf({ 'sub/a.prn': ZPL });
  const { ino } = await stat(join(folder, 'sub/a.prn'));
  expect(await files.renamedFile('sub/a.prn', '../b')).toEqual({
    place: join('sub', 'b.prn'),
    revision: null,
  });
  const renamed = await files.rename('sub/a.prn', '../b', await revision('sub/a.prn'), null);
  expect(renamed).toMatchObject({ id: join('sub', 'b.prn'), name: 'b', zpl: ZPL });
  expect(await readdir(join(folder, 'sub'))).toEqual(['b.prn']);
  expect(await readdir(folder)).toEqual(['sub']);
  expect((await stat(join(folder, 'sub/b.prn'))).ino).toBe(ino);
  await expect(files.open('sub/a.prn')).rejects.toThrow('there is no label');
});

it('renames the label of a bundle with its file, and writes its name alone', async () => {
  const { folder, files, revision, names } = await labelsOf({
    'shelf.json': JSON.stringify(BUNDLE, null, 3),
  });
  const before = await revision('shelf.json');
  const renamed = await files.rename('shelf.json', 'Big shelf', before, null);
  expect(renamed).toMatchObject({ id: 'Big-shelf.json', name: 'Big shelf', zpl: ZPL });
  expect(await names()).toEqual(['Big-shelf.json']);
  expect(await readFile(join(folder, 'Big-shelf.json'), 'utf8')).toBe(
    JSON.stringify({ ...BUNDLE, name: 'Big shelf', revision: 4 }, null, 3),
  );
  expect(await revision('Big-shelf.json')).toBe(renamed.revision);
});

it('renames one label of several in a file, which keeps its name', async () => {
  const { folder, files, revision, names } = await labelsOf({ 'all.jsonl': '' });
  const lines = ['One', 'Two'].map((name) => JSON.stringify({ ...BUNDLE, name }));
  await writeFile(join(folder, 'all.jsonl'), lines.join('\n'));
  const renamed = await files.rename('all.jsonl#2', 'Three', await revision('all.jsonl#2'), null);
  expect(renamed).toMatchObject({ id: 'all.jsonl#2', name: 'Three' });
  expect(await names()).toEqual(['all.jsonl']);
  const [first, second = ''] = (await readFile(join(folder, 'all.jsonl'), 'utf8')).split('\n');
  expect(first).toBe(lines[0]);
  expect(JSON.parse(second)).toMatchObject({ name: 'Three', revision: 4 });
});

it('replaces another file only at the revision that was asked about', async () => {
  const { folder, files, revision, names } = await labelsOf({ 'a.zpl': ZPL, 'b.zpl': 'theirs' });
  const own = await revision('a.zpl');
  const { revision: theirs } = await files.renamedFile('a.zpl', 'b');
  expect(theirs).toBe(await revision('b.zpl'));
  await expect(files.rename('a.zpl', 'b', own, null)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('b.zpl: a file of this name already exists'),
  });
  await writeFile(join(folder, 'b.zpl'), 'theirs, changed');
  await expect(files.rename('a.zpl', 'b', own, theirs)).rejects.toMatchObject({ status: 409 });
  expect(await readFile(join(folder, 'b.zpl'), 'utf8')).toBe('theirs, changed');
  await files.rename('a.zpl', 'b', own, await revision('b.zpl'));
  expect(await names()).toEqual(['b.zpl']);
  expect(await readFile(join(folder, 'b.zpl'), 'utf8')).toBe(ZPL);
});

it('neither renames nor deletes a file that was changed meanwhile', async () => {
  const { folder, files, revision, names } = await labelsOf({ 'a.zpl': ZPL });
  const before = await revision('a.zpl');
  await writeFile(join(folder, 'a.zpl'), 'changed');
  await expect(files.rename('a.zpl', 'b', before, null)).rejects.toMatchObject({ status: 409 });
  await expect(files.remove('a.zpl', before)).rejects.toMatchObject({ status: 409 });
  expect(await names()).toEqual(['a.zpl']);
  expect(await readFile(join(folder, 'a.zpl'), 'utf8')).toBe('changed');
});

it('takes one of two renames to the same name', async () => {
  const { folder, files, revision, names } = await labelsOf({ 'a.zpl': 'one', 'b.zpl': 'two' });
  const others = new LabelFiles([folder], folder);
  const renames = await Promise.allSettled([
    files.rename('a.zpl', 'c', await revision('a.zpl'), null),
    others.rename('b.zpl', 'c', await revision('b.zpl'), null),
  ]);
  expect(renames.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await names()).toHaveLength(2);
});

it('deletes a file, and goes on with one that was named under its new name', async () => {
  const { folder, files, revision, names } = await labelsOf({ 'a.zpl': ZPL, 'b.zpl': ZPL });
  await files.remove('a.zpl', await revision('a.zpl'));
  // A page that follows the label asks just after that.
  expect(await files.revision('a.zpl')).toBeNull();
  expect(await names()).toEqual(['b.zpl']);
  expect((await files.list()).map(({ id }) => id)).toEqual(['b.zpl']);
  const named = new LabelFiles([join(folder, 'b.zpl')], folder);
  await named.rename('b.zpl', 'c', (await named.open('b.zpl')).revision ?? '', null);
  expect((await named.list()).map(({ id }) => id)).toEqual(['c.zpl']);
});

it('renames and deletes a link, and leaves the file that it leads to', async () => {
  const { folder, names } = await labelsOf({ 'sub/target.json': JSON.stringify(BUNDLE) });
  await symlink(join(folder, 'sub/target.json'), join(folder, 'link.json'));
  const named = new LabelFiles([join(folder, 'link.json')], folder);
  const renamed = await named.rename(
    'link.json',
    'other',
    (await named.open('link.json')).revision ?? '',
    null,
  );
  expect((await lstat(join(folder, 'other.json'))).isSymbolicLink()).toBe(true);
  expect(JSON.parse(await readFile(join(folder, 'sub/target.json'), 'utf8'))).toMatchObject({
    name: 'other',
  });
  await named.remove('other.json', renamed.revision ?? '');
  expect(await names()).toEqual([]);
  expect(await readdir(join(folder, 'sub'))).toEqual(['target.json']);
});

it('writes a new file as ZPL or as a bundle, over another one only at its revision', async () => {
  const { folder, files, names } = await labelsOf({});
  expect(await files.newFile('Größe 1', 'zpl')).toEqual({ place: 'Größe-1.zpl', revision: null });
  await files.addZpl('Größe 1', { zpl: '^XA^FDé^FS^XZ', encoding: 'utf-8' }, null);
  expect(await readFile(join(folder, 'Größe-1.zpl'), 'utf8')).toBe('^XA^FDé^FS^XZ');
  const { revision } = await files.newFile('Größe 1', 'zpl');
  await files.addZpl('Größe 1', { zpl: 'second', encoding: 'utf-8' }, revision);
  await expect(files.addZpl('Größe 1', { zpl: 'third', encoding: 'utf-8' }, revision)).rejects.toMatchObject({
    status: 409,
  });
  expect(await readFile(join(folder, 'Größe-1.zpl'), 'utf8')).toBe('second');
  expect(await names()).toEqual(['Größe-1.zpl']);
});

it('lists and saves a new file of a studio that was started with files alone', async () => {
  const { folder } = await labelsOf({ 'sub/a.zpl': ZPL });
  const files = new LabelFiles([join(folder, 'sub/a.zpl')], folder);
  const added = await files.addZpl('b', { zpl: ZPL, encoding: 'utf-8' }, null);
  expect((await files.list()).map(({ id }) => id)).toEqual(['b.zpl', join('sub', 'a.zpl')]);
  await files.save(added.id, { ...added, zpl: 'changed' }, added.revision ?? '');
  expect(await readFile(join(folder, 'b.zpl'), 'utf8')).toBe('changed');
});
