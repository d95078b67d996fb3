import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DirectoryLock, holderOf as holderOfDirectory } from '../../../src/store/directory-lock.ts';
import { StoreFailure } from '../../../src/store/store.ts';
import { fairMs } from '../../support/fair-ms.ts';
import { skipOrFail } from '../../support/skip-or-fail.ts';
import { type Child, startChild } from './start-child.ts';

/** Runs a program where process ids mean something else, as in a container. */
const ELSEWHERE = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const hasElsewhere = spawnSync(ELSEWHERE[0] as string, [...ELSEWHERE.slice(1), 'true']).status === 0;
if (!hasElsewhere) skipOrFail('unshare is not permitted here, or not installed');

let directory: string;
let children: Child[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'platen-lock-'));
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map((child) => child.kill()));
  rmSync(directory, { recursive: true, force: true });
});

function contender(within: readonly string[] = []): Child {
  const child = startChild('take-lock', [directory], within);
  children.push(child);
  return child;
}

/** The process that holds the lock, as this one counts: what `unshare` started, where it did. */
function holderOf({ process: { pid } }: Child, within: readonly string[]): number {
  return within.length === 0
    ? Number(pid)
    : Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
}

/** At once, and from then on as often as a holder does: the one before may not have come to it for a while. */
function touchRegularly(path: string): NodeJS.Timeout {
  const touch = () => utimesSync(path, new Date(), new Date());
  touch();
  return setInterval(touch, 500);
}

/** Writes a lock as another process would have left it; what is not given is this process's own. */
function leaveLock(number: number, more: object): string {
  const path = join(directory, `lock.${number}`);
  const pidSpace = readlinkSync('/proc/self/ns/pid');
  writeFileSync(path, JSON.stringify({ pid: process.pid, started: 'another boot 1', pidSpace, ...more }));
  return path;
}

test('refuses a second process, naming the directory, the holder and the way out', async () => {
  const first = contender();
  await first.printed(1);
  const second = contender();
  await second.printed(1);
  expect(first.lines).toEqual(['held']);
  expect(second.lines).toEqual([
    `${directory} is in use by process ${first.process.pid}; stop it first, or use another DATA_DIR, or set ` +
      'DATABASE_URL to share one PostgreSQL',
  ]);
});

test('refuses what is a file, or lies below one, naming the setting', async () => {
  const file = join(directory, 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'below')]) {
    await expect(DirectoryLock.take(path)).rejects.toThrow(
      `the directory DATA_DIR ${path} cannot be created`,
    );
  }
});

test('refuses to be taken twice in one process, and is free again once released', async () => {
  const lock = await DirectoryLock.take(directory);
  await expect(DirectoryLock.take(directory)).rejects.toBeInstanceOf(StoreFailure);
  lock.release();
  (await DirectoryLock.take(directory)).release();
});

test('goes to exactly one of several who find the lock of a killed process', async () => {
  const killed = contender();
  await killed.printed(1);
  await killed.kill();
  const rivals = Array.from({ length: 5 }, contender);
  await Promise.all(rivals.map((rival) => rival.printed(1)));
  const winners = rivals.filter(({ lines }) => lines[0] === 'held');
  expect(winners).toHaveLength(1);
  for (const { lines } of rivals) expect(lines[0]).toMatch(/^held$|is in use by process/);
  expect(readdirSync(directory).toSorted()).toEqual(['lock.2', 'lock.2.sock']);
  expect(JSON.parse(readFileSync(join(directory, 'lock.2'), 'utf8')).pid).toBe(winners[0]?.process.pid);
});

test('goes to exactly one of several who judge the same dead holder at the same moment', async () => {
  leaveLock(1, {});
  const takers = await Promise.allSettled([1, 2, 3].map(() => DirectoryLock.take(directory)));
  expect(takers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const taker of takers) if (taker.status === 'fulfilled') taker.value.release();
});

test('takes over when the process id in the lock belongs to a later process', async () => {
  leaveLock(7, {});
  const lock = await DirectoryLock.take(directory);
  expect(readdirSync(directory).toSorted()).toEqual(['lock.8', 'lock.8.sock']);
  lock.release();
  expect(readdirSync(directory)).toEqual(['lock.8']);
});

test('takes over from a killed process within two seconds', async () => {
  const killed = contender();
  await killed.printed(1);
  await killed.kill();
  const taking = async () => (await DirectoryLock.take(directory)).release();
  expect(await fairMs(taking)).toBeLessThan(2000);
});

const BOOT_ID = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();

test.each([
  ['of another container', { pidSpace: 'pid:[1]' }],
  ['of this boot, in the form of earlier versions', { started: `${BOOT_ID} 1` }],
  ['of another boot', { kernel: 'another', token: 'x' }],
])('refuses a lock %s while somebody touches it, and takes over when that stops', async (_, more) => {
  const touching = touchRegularly(leaveLock(1, more));
  await expect(DirectoryLock.take(directory)).rejects.toThrow(/is in use/);
  clearInterval(touching);
  (await DirectoryLock.take(directory)).release();
});

test('refuses the lock of a killed process too while somebody touches it', async () => {
  const killed = contender();
  await killed.printed(1);
  await killed.kill();
  const path = join(directory, 'lock.1');
  const touching = touchRegularly(path);
  await expect(DirectoryLock.take(directory)).rejects.toThrow(/is in use/);
  const foreign = readFileSync(path, 'utf8').replace(BOOT_ID, 'ffffffff-ffff-4fff-bfff-ffffffffffff');
  writeFileSync(path, foreign);
  await expect(DirectoryLock.take(directory)).rejects.toThrow(/is in use/);
  clearInterval(touching);
});

describe.each([
  ['in this process space', []],
  ['in another process space', ELSEWHERE],
])('a holder %s', (_, within) => {
  const possible = within.length === 0 || hasElsewhere;

  test.skipIf(!possible)(
    'is not taken over while it is stopped, and still holds when it goes on',
    async () => {
      const stopped = contender(within);
      await stopped.printed(1);
      process.kill(holderOf(stopped, within), 'SIGSTOP');
      await delay(6000);
      const before = readFileSync(join(directory, 'lock.1'), 'utf8');
      await expect(DirectoryLock.take(directory)).rejects.toThrow(/is in use/);
      process.kill(holderOf(stopped, within), 'SIGCONT');
      await delay(1500);
      expect(stopped.process.exitCode).toBeNull();
      expect(readFileSync(join(directory, 'lock.1'), 'utf8')).toBe(before);
    },
  );

  test.skipIf(!possible).each([
    ['is gone', (path: string) => rmSync(path)],
    ['is another’s', (path: string) => writeFileSync(path, '{"pid":1}')],
    ['has a successor', (path: string) => writeFileSync(path.replace(/1$/, '2'), '{"pid":1}')],
  ])('ends at once, and says why, when its lock %s', async (_, lose) => {
    const holder = contender(within);
    await holder.printed(1);
    const path = join(directory, 'lock.1');
    process.kill(holderOf(holder, within), 'SIGSTOP');
    lose(path);
    const seen = readdirSync(directory);
    process.kill(holderOf(holder, within), 'SIGCONT');
    expect(await Promise.race([holder.ended, delay(20_000, 'still runs')])).toBe(1);
    expect(holder.errors.join('')).toMatch(
      /^platen: the lock .*lock\.1 was removed or taken by another process/,
    );
    expect(readdirSync(directory)).toEqual(seen);
  });
});

test('holds where the path is longer than a socket’s may be', async () => {
  const deep = join(directory, 'd'.repeat(120), 'e'.repeat(120));
  const lock = await DirectoryLock.take(deep);
  expect(readdirSync(deep).toSorted()).toEqual(['lock.1', 'lock.1.sock']);
  await expect(DirectoryLock.take(deep)).rejects.toThrow(/is in use/);
  lock.release();
  expect(readdirSync(deep)).toEqual(['lock.1']);
});

test('has a short socket of its own where no other road leads to a long path, as on macOS', async () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
  Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
  try {
    const deep = join(directory, 'd'.repeat(120));
    const failed: unknown[] = [];
    const lock = await DirectoryLock.take(deep, undefined, (error) => failed.push(error));
    expect(readdirSync(deep)).toEqual(['lock.1']);
    const { socketPath } = (await holderOfDirectory(deep)) ?? {};
    expect(socketPath).toMatch(/^\/tmp\/platen-[0-9a-f-]{36}\.sock$/);
    expect(statSync(socketPath as string).mode & 0o777).toBe(0o600);
    lock.release();
    expect(existsSync(socketPath as string)).toBe(false);
    expect(failed).toEqual([]);
  } finally {
    Object.defineProperty(process, 'platform', platform);
  }
});

describe('other users', () => {
  const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

  test('cannot enter a directory that it makes or has for itself, nor open lock or socket, whatever the umask', async () => {
    const umask = process.umask(0);
    try {
      const made = join(directory, 'made');
      const lock = await DirectoryLock.take(made);
      const modes = () => ['', 'lock.1', 'lock.1.sock'].map((name) => modeOf(join(made, name)));
      expect(modes()).toEqual(['700', '600', '600']);
      lock.release();
      chmodSync(made, 0o755);
      const again = await DirectoryLock.take(made);
      expect(modeOf(made)).toBe('700');
      again.release();
    } finally {
      process.umask(umask);
    }
  });

  test('keep their access to a directory that holds other things too', async () => {
    chmodSync(directory, 0o755);
    writeFileSync(join(directory, 'letter.txt'), '');
    const lock = await DirectoryLock.take(directory);
    expect(modeOf(directory)).toBe('755');
    expect(modeOf(join(directory, 'lock.1'))).toBe('600');
    lock.release();
  });
});

test('refuses a lock that it cannot read rather than guess', async () => {
  writeFileSync(join(directory, 'lock.1'), '{"pid":');
  await expect(DirectoryLock.take(directory)).rejects.toThrow(/lock\.1 cannot be read/);
});
