import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Root reads every folder: the test goes on as another user. */
function leaveRoot(): void {
  if (process.geteuid?.() !== 0) return;
  process.seteuid?.(65_534);
  onTestFinished(() => process.seteuid?.(0));
}

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
  leaveRoot();
  const { top } = await folderOfLabels();
  const closed = join(top, 'closed');
  await mkdir(closed);
  await chmod(closed, 0);
  onTestFinished(() => chmod(closed, 0o700));
  await expect(readdir(closed)).rejects.toThrow('EACCES');
  expect(await idsOf(new LabelFiles([top], top))).toEqual(['labels/a.zpl', 'labels/b.zpl']);
});

it('saves what a link leads to that was named, and keeps the link', async () => {
  const { top, labels } = await folderOfLabels();
  const [link, file] = [join(top, 'link.zpl'), join(labels, 'a.zpl')];
  await symlink(file, link);
  const files = new LabelFiles([link], top);
  const { revision } = await files.open('link.zpl');
  const content = { zpl: '^XA^FDx^FS^XZ', encoding: 'utf-8', size: null, fieldTransforms: [] } as const;
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
    { zpl: '^XA', encoding: 'utf-8', size: null, fieldTransforms: [] },
    revision ?? '',
  );
  expect(await readFile(outside, 'utf8')).toBe('^XA^XZ');
});
