import { spawnSync } from 'node:child_process';
import {
  appendFile,
  chown,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal } from '../../../src/batch/journal/journal.ts';
import type { Done, Sending } from '../../../src/batch/journal/record.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-journal-'));
  path = join(folder, 'out.zpl.journal');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const BEGIN = {
  fingerprint: {
    input: 'abc',
    label: { name: 'Größe', revision: 3, digest: 'd' },
    options: { '--format': 'zpl' },
  },
  now: 1_795_000_000_000,
};
const SENDING: Sending = {
  kind: 'sending',
  rows: 25,
  failed: [{ index: 3, status: 422, reason: 'no', fields: [] }],
};

function done(rows: number): Done {
  return {
    kind: 'done',
    position: { offset: rows * 10, skip: 1 },
    rows,
    labels: rows,
    failed: 0,
    unresolved: 0,
    bytes: 0,
    seconds: 1.5,
    failedBytes: 0,
    sink: { bytes: rows * 100 },
  };
}

/** A journal with these checkpoints, closed. */
async function written(...rows: number[]): Promise<void> {
  const journal = await Journal.create(path, BEGIN);
  for (const each of rows) await journal.append(done(each));
  await journal.close();
}

test('is read as it was written', async () => {
  expect(await Journal.read(path)).toBeNull();
  await written(10, 20);
  expect(await Journal.read(path)).toMatchObject({
    begin: BEGIN,
    done: done(20),
    sending: null,
    end: null,
    length: (await readFile(path)).length,
  });
});

test('knows which rows were being sent behind the last checkpoint', async () => {
  await written(10);
  const told = await Journal.read(path);
  if (told === null) throw new Error('there is no journal');
  const journal = await Journal.open(path, told);
  await journal.append(SENDING);
  expect(await Journal.read(path)).toMatchObject({ done: done(10), sending: SENDING });
  await journal.append(done(35));
  expect(await Journal.read(path)).toMatchObject({ done: done(35), sending: null });
  await journal.close();
});

test('drops a last record that was being written, wherever it broke off, and goes on behind the one before', async () => {
  await written(10, 20);
  const whole = await readFile(path);
  const lastLine = whole.lastIndexOf('\n', whole.length - 2) + 1;
  for (let length = whole.length - 1; length >= lastLine; length -= 7) {
    await writeFile(path, whole);
    await truncate(path, length);
    const told = await Journal.read(path);
    expect(told).toMatchObject({ done: done(10), length: lastLine });
    if (told === null) continue;
    const journal = await Journal.open(path, told);
    await journal.append(done(30));
    await journal.close();
    expect(await Journal.read(path)).toMatchObject({ done: done(30) });
  }
});

test('drops a last record whose blocks did not reach the disk', async () => {
  await written(10);
  const { length } = await readFile(path);
  await appendFile(path, Buffer.alloc(5000));
  expect(await Journal.read(path)).toMatchObject({ done: done(10), length });
});

test('is refused when a record before the last is damaged', async () => {
  await written(10, 20, 30);
  const whole = await readFile(path);
  const second = whole.indexOf('\n') + 1;
  whole[second + 40] = (whole[second + 40] ?? 0) ^ 1;
  await writeFile(path, whole);
  await expect(Journal.read(path)).rejects.toThrow(`${path} is damaged in line 2`);
});

test.each([
  ['', 'is not a journal'],
  ['name,city\nAda,London\n', 'is not a journal'],
  ['x'.repeat(200_000), 'is not a journal'],
  ['00000000 {"kind":"begin"}\n', 'is damaged in line 1'],
])('is refused when it is another file: %#', async (content, reason) => {
  await writeFile(path, content);
  await expect(Journal.read(path)).rejects.toThrow(`${path} ${reason}`);
});

test('is refused when it is of another version', async () => {
  const { toLine } = await import('../../../src/batch/journal/record.ts');
  await writeFile(path, toLine({ kind: 'begin', version: 7, ...BEGIN }));
  await expect(Journal.read(path)).rejects.toThrow('version 7, this platen knows version 1');
});

const FORGED: readonly (readonly [string, object])[] = [
  ['a checkpoint without its members', { kind: 'done' }],
  ['a checkpoint with a count that is none', { ...done(10), rows: -1 }],
  ['a checkpoint with a text for a count', { ...done(10), rows: '10' }],
  ['a checkpoint without a place', { ...done(10), position: null }],
  ['a checkpoint with an output that is none', { ...done(10), sink: 'out.zpl' }],
  ['rows that were being sent without their failures', { kind: 'sending', rows: 25 }],
  ['an end without figures', { kind: 'end', resumed: true }],
  ['a second beginning', { kind: 'begin', version: 1, ...BEGIN }],
  ['a record of another kind', { kind: 'constructor' }],
];

test.each(FORGED)('is refused when it has %s, its checksum right', async (_, record) => {
  const { toLine } = await import('../../../src/batch/journal/record.ts');
  await written(10);
  await appendFile(path, toLine(record as Done));
  await expect(Journal.read(path)).rejects.toThrow(
    `${path} is damaged in line 3, so what was done is not known`,
  );
});

test.each([
  [{ kind: 'begin', version: 1 }],
  [{ kind: 'begin', version: 1, fingerprint: {}, now: 1 }],
  [{ kind: 'begin', version: 1, ...BEGIN, fingerprint: { ...BEGIN.fingerprint, options: null } }],
  [{ kind: 'begin', version: 1, ...BEGIN, now: 1e300 }],
  [{ kind: 'begin', version: 'constructor', ...BEGIN }],
  [done(10)],
])('is refused when its first line is no beginning: %#', async (record) => {
  const { toLine } = await import('../../../src/batch/journal/record.ts');
  await writeFile(path, toLine(record as Done));
  await expect(Journal.read(path)).rejects.toThrow(`${path} is damaged in line 1`);
});

test('is not read through a link, nor from a pipe, and its draft is not written through one', async () => {
  await written(10);
  const victim = join(folder, 'victim');
  await rename(path, victim);
  await symlink(victim, path);
  const before = await readFile(victim);
  await expect(Journal.read(path)).rejects.toThrow(`${path} is a link, which is not followed: remove it`);
  await rm(path);
  await symlink(victim, `${path}.part`);
  await (await Journal.create(path, BEGIN)).close();
  expect(await readFile(victim)).toEqual(before);
  await rm(path);
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
  await expect(Journal.read(path)).rejects.toThrow(`${path} is no regular file: remove it`);
});

test.runIf(process.getuid?.() === 0)('of another user is not gone on with', async () => {
  await written(10);
  const told = await Journal.read(path);
  await chown(path, 65_534, 65_534);
  if (told === null) throw new Error('there is no journal');
  await expect(Journal.open(path, told)).rejects.toThrow(`${path} belongs to another user`);
  await chown(folder, 65_534, 65_534);
  await (await Journal.open(path, told)).close();
});

test('is not written on when another run wrote to it', async () => {
  const journal = await Journal.create(path, BEGIN);
  await appendFile(path, 'x');
  await expect(journal.append(done(10))).rejects.toThrow('changed by another program');
  await journal.close();
});

test('replaces another only when it is whole', async () => {
  await written(10);
  const before = await readFile(path);
  await expect(Journal.create(join(folder, 'none', 'x.journal'), BEGIN)).rejects.toThrow('no such file');
  expect(await readFile(path)).toEqual(before);
  await (await Journal.create(path, BEGIN)).close();
  expect(await Journal.read(path)).toMatchObject({ done: null });
});
