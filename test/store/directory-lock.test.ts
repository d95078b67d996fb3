import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DirectoryLock } from '../../src/store/directory-lock.ts';
import { StoreRefusal } from '../../src/store/store.ts';
import { type Child, startChild } from './start-child.ts';

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

function contender(): Child {
  const child = startChild('./children/take-lock.ts', import.meta.url, [directory]);
  children.push(child);
  return child;
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
    await expect(DirectoryLock.take(path)).rejects.toThrow(`DATA_DIR ${path} cannot be made a directory`);
  }
});

test('refuses to be taken twice in one process, and is free again once released', async () => {
  const lock = await DirectoryLock.take(directory);
  await expect(DirectoryLock.take(directory)).rejects.toBeInstanceOf(StoreRefusal);
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
  expect(readdirSync(directory)).toEqual(['lock.2']);
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
  expect(readdirSync(directory)).toEqual(['lock.8']);
  lock.release();
});

test('refuses while a process of another container touches the lock, and takes over when it stops', async () => {
  const path = leaveLock(1, { pidSpace: 'pid:[1]' });
  const touching = setInterval(() => utimesSync(path, new Date(), new Date()), 100);
  await expect(DirectoryLock.take(directory)).rejects.toThrow(/is in use/);
  clearInterval(touching);
  (await DirectoryLock.take(directory)).release();
});

test('refuses a lock that it cannot read rather than guess', async () => {
  writeFileSync(join(directory, 'lock.1'), '{"pid":');
  await expect(DirectoryLock.take(directory)).rejects.toThrow(/lock\.1 cannot be read/);
});
