import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunLock } from '../../../src/batch/journal/run-lock.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-run-lock-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('is refused by every path to the same journal until it is released', async () => {
  await symlink(folder, `${folder}-link`);
  const path = join(folder, 'a.journal');
  const lock = await RunLock.take(path);
  try {
    for (const again of [path, join(`${folder}-link`, 'a.journal')]) {
      await expect(RunLock.take(again)).rejects.toThrow(`another run uses ${again}`);
    }
    (await RunLock.take(join(folder, 'b.journal'))).close();
  } finally {
    lock.close();
    await rm(`${folder}-link`);
  }
  (await RunLock.take(path)).close();
});

test('of a folder that is not there is refused', async () => {
  await expect(RunLock.take(join(folder, 'none', 'a.journal'))).rejects.toThrow(
    'none/a.journal does not exist',
  );
});
