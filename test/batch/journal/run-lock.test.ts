import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RunLock } from '../../../src/batch/journal/run-lock.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-run-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

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

/** Name of a lock beside a journal, of a boot of some kernel: this one's if none is given. */
async function lockName(path: string, kernel?: string): Promise<string> {
  const lock = await RunLock.take(path);
  const [name = ''] = await readdir(folder);
  lock.close();
  const own = name.slice(0, -17);
  return `${kernel === undefined ? own : own.slice(0, -8) + kernel}-${'0'.repeat(16)}`;
}

test('leaves nothing behind', async () => {
  (await RunLock.take(join(folder, 'a.journal'))).close();
  expect(await readdir(folder)).toEqual([]);
});

test("is one run's, however many begin at once", async () => {
  const path = join(folder, 'a.journal');
  const runs = await Promise.allSettled(Array.from({ length: 8 }, () => RunLock.take(path)));
  const held = runs.flatMap((run) => (run.status === 'fulfilled' ? [run.value] : []));
  for (const lock of held) lock.close();
  expect(held).toHaveLength(1);
});

test('of a run that was killed is taken over, and removed', async () => {
  const path = join(folder, 'a.journal');
  const left = join(folder, await lockName(path));
  const program = "require('node:net').createServer().listen(process.argv[1], () => console.log('listens'))";
  const run = spawn(process.execPath, ['-e', program, left]);
  await once(run.stdout, 'data');
  await expect(RunLock.take(path)).rejects.toThrow('another run uses');
  run.kill('SIGKILL');
  await once(run, 'exit');
  (await RunLock.take(path)).close();
  expect(await readdir(folder)).toEqual([]);
});

test('of a run on another machine, or on a file system without sockets, holds while it is touched', async () => {
  const path = join(folder, 'a.journal');
  for (const kernel of ['00000000', undefined]) {
    const other = join(folder, await lockName(path, kernel));
    await writeFile(other, '');
    const touching = setInterval(() => void utimes(other, new Date(), new Date()), 200);
    await expect(RunLock.take(path)).rejects.toThrow('another run uses');
    clearInterval(touching);
    await rm(other);
  }
});

test.runIf(process.platform === 'linux')('is not held by who only knows the name of the output', async () => {
  const path = join(folder, 'a.journal');
  const { dev, ino } = await stat(folder, { bigint: true });
  const digest = createHash('sha256').update(`${dev}:${ino}:a.journal`).digest('hex');
  const other = createServer().listen(`\0platen-batch-${digest.slice(0, 32)}`);
  await once(other, 'listening');
  (await RunLock.take(path)).close();
  other.close();
});

test.runIf(process.getuid?.() === 0)(
  'is not held by what another user puts into a shared folder, unless they could replace the output too',
  async () => {
    const path = join(folder, 'a.journal');
    const other = join(folder, await lockName(path));
    const server = createServer().listen(`${other}.new`);
    await once(server, 'listening');
    await rename(`${other}.new`, other);
    await chown(other, 65_534, 65_534);
    await expect(RunLock.take(path)).rejects.toThrow('another run uses');
    await chmod(folder, 0o1777);
    (await RunLock.take(path)).close();
    await chown(folder, 65_534, 65_534);
    await expect(RunLock.take(path)).rejects.toThrow('another run uses');
    server.close();
  },
);
