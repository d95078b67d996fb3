import { execFile } from 'node:child_process';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { LabelFiles } from '../../../src/studio/workspace/label-files.ts';

/** A folder with a folder of two labels, gone when the test ends. */
async function folderOfLabels(): Promise<{ readonly top: string; readonly labels: string }> {
  const top = await mkdtemp(join(tmpdir(), 'label-files-'));
  onTestFinished(() => rm(top, { recursive: true }));
  const labels = join(top, 'labels');
  await mkdir(labels);
  for (const name of ['a.zpl', 'b.zpl']) await writeFile(join(labels, name), '^XA^XZ');
  return { top, labels };
}

/** A program of its own, since a user belongs to all of a process. */
const asNobody = (name: string): string =>
  fileURLToPath(new URL(`../../../dist/test/studio/workspace/${name}-as-nobody-fixture.js`, import.meta.url));

const idsOf = async (files: LabelFiles): Promise<readonly string[]> =>
  (await files.list()).map(({ id }) => id);

it('lists the others when a file that was named is gone', async () => {
  const { labels } = await folderOfLabels();
  const files = new LabelFiles([join(labels, 'a.zpl'), join(labels, 'b.zpl')], labels);
  expect(await idsOf(files)).toEqual(['a.zpl', 'b.zpl']);
  await rm(join(labels, 'a.zpl'));
  expect(await idsOf(files)).toEqual(['b.zpl']);
});

it('lists the others when a folder below cannot be read', async () => {
  const { top } = await folderOfLabels();
  await chmod(top, 0o755);
  const closed = join(top, 'closed');
  await mkdir(closed);
  await chmod(closed, 0);
  onTestFinished(() => chmod(closed, 0o700));
  const { stdout } = await promisify(execFile)(process.execPath, [asNobody('list'), top, closed]);
  expect(JSON.parse(stdout)).toEqual({ failure: 'EACCES', ids: ['labels/a.zpl', 'labels/b.zpl'] });
});

// Another user may rename a file by the rights of its folder, unless only owners may there, but not link it.
it.each([
  [0o777, { failure: null, ids: ['b.zpl', 'c.zpl'] }],
  [0o1777, { failure: 'c.zpl: permission denied', ids: ['a.zpl', 'b.zpl'] }],
])('renames a file of somebody else in a folder of mode %o', async (mode, expected) => {
  const { top, labels } = await folderOfLabels();
  await chmod(top, 0o755);
  await chmod(labels, mode);
  const { stdout } = await promisify(execFile)(process.execPath, [asNobody('rename'), labels]);
  // Users other than root own the files of this test.
  const isRoot = process.getuid?.() === 0;
  expect(JSON.parse(stdout)).toEqual(isRoot ? expected : { failure: null, ids: ['b.zpl', 'c.zpl'] });
});

it('takes one of two saves that begin from the same file, and refuses the other', async () => {
  const { labels } = await folderOfLabels();
  const studios = [new LabelFiles([labels], labels), new LabelFiles([labels], labels)];
  for (let round = 0; round < 10; round++) {
    const opened = await Promise.all(studios.map((studio) => studio.open('a.zpl')));
    const saves = await Promise.allSettled(
      studios.map((studio, i) => {
        const zpl = `^XA^FD${round} ${i}^FS^XZ`;
        const content = { zpl, encoding: 'utf-8', size: null, fieldTransforms: [], examples: null } as const;
        return studio.save('a.zpl', content, opened[i]?.revision ?? '');
      }),
    );
    const saved = saves.flatMap((save) => (save.status === 'fulfilled' ? [save.value.zpl] : []));
    const refused = saves.flatMap((save) => (save.status === 'rejected' ? [save.reason] : []));
    expect(refused).toEqual([expect.objectContaining({ status: 409 })]);
    expect(saved).toEqual([await readFile(join(labels, 'a.zpl'), 'utf8')]);
  }
  expect(await readdir(labels)).toEqual(['a.zpl', 'b.zpl']);
});

it('saves after a studio that was killed while it saved', async () => {
  const { labels } = await folderOfLabels();
  const mark = join(labels, '.a.zpl.saving');
  await writeFile(mark, '');
  await utimes(mark, 0, 0);
  const files = new LabelFiles([labels], labels);
  const { revision } = await files.open('a.zpl');
  const content = { zpl: '^XA', encoding: 'utf-8', size: null, fieldTransforms: [], examples: null } as const;
  expect(await files.save('a.zpl', content, revision ?? '')).toMatchObject({ zpl: '^XA' });
});

it('saves what a link leads to that was named, and keeps the link', async () => {
  const { top, labels } = await folderOfLabels();
  const [link, file] = [join(top, 'link.zpl'), join(labels, 'a.zpl')];
  await symlink(file, link);
  const files = new LabelFiles([link], top);
  const { revision } = await files.open('link.zpl');
  const content = {
    zpl: '^XA^FDx^FS^XZ',
    encoding: 'utf-8',
    size: null,
    fieldTransforms: [],
    examples: null,
  } as const;
  await files.save('link.zpl', content, revision ?? '');
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(await readFile(file, 'utf8')).toBe(content.zpl);
});

it('follows no link out of a folder', async () => {
  const { top, labels } = await folderOfLabels();
  const outside = join(top, 'outside.zpl');
  await writeFile(outside, '^XA^XZ');
  await symlink(outside, join(labels, 'c.zpl'));
  const files = new LabelFiles([labels], labels);
  expect(await idsOf(files)).toEqual(['a.zpl', 'b.zpl']);
  // One that takes the place of a file that was listed.
  const { revision } = await files.open('a.zpl');
  await rm(join(labels, 'a.zpl'));
  await symlink(outside, join(labels, 'a.zpl'));
  await files.save(
    'a.zpl',
    { zpl: '^XA', encoding: 'utf-8', size: null, fieldTransforms: [], examples: null },
    revision ?? '',
  );
  expect(await readFile(outside, 'utf8')).toBe('^XA^XZ');
});
