import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
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
