import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EmbeddedDatabase } from '../../src/store/embedded.ts';
import { openStore } from '../../src/store/open.ts';
import { StoreRefusal } from '../../src/store/store.ts';
import { startChild } from '../support/child.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'platen-embedded-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const errors: unknown[] = [];
const options = { databaseUrl: null, dataDir, onError: (error: unknown) => void errors.push(error) };

test('starts over from a creation that was cut short', async () => {
  mkdirSync(join(dataDir, 'database.new'));
  writeFileSync(join(dataDir, 'database.new', 'PG_VERSION'), '18\n');
  const store = await openStore(options);
  await store.ready();
  await store.close();
});

test('keeps every acknowledged label of a process killed with SIGKILL, round after round', async () => {
  const store = await openStore(options);
  const { id } = await store.createAccount('Writer', 'pro');
  await store.close();
  const acknowledged: string[] = [];
  for (const enough of [1, 25, 60]) {
    const writer = startChild('./children/write-labels.ts', import.meta.url, [dataDir, id]);
    await writer.printed(enough);
    await writer.kill();
    acknowledged.push(...writer.lines);
  }
  const reopened = await openStore(options);
  const kept = new Set((await reopened.listAllLabels(id)).map((label) => label.id));
  await reopened.close();
  expect(acknowledged.length).toBeGreaterThanOrEqual(86);
  expect(acknowledged.filter((label) => !kept.has(label))).toEqual([]);
}, 90_000);

test('refuses a second store in the same directory', async () => {
  const store = await openStore(options);
  await expect(openStore(options)).rejects.toBeInstanceOf(StoreRefusal);
  await store.ready();
  await store.close();
  await expect(store.ready()).rejects.toThrow(/closed/);
});

test('refuses a schema newer than the program', async () => {
  const database = await EmbeddedDatabase.open(dataDir, options.onError);
  await database.run('INSERT INTO platen_migrations (number) VALUES (9999)');
  await database.close();
  await expect(openStore(options)).rejects.toThrow(/at schema 9999, newer than this program's/);
  const again = await EmbeddedDatabase.open(dataDir, options.onError);
  await again.run('DELETE FROM platen_migrations WHERE number = 9999');
  await again.close();
});

test('rejects what was under way when its thread dies, and goes on with a new one', async () => {
  const database = await EmbeddedDatabase.open(dataDir, options.onError);
  await database.run('CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)');
  errors.length = 0;
  const underWay = database.transaction(async (tx) => {
    await tx.run('INSERT INTO kept VALUES (2)');
    const sleeping = tx.query('SELECT pg_sleep(60)');
    await database.killWorker();
    await sleeping;
  });
  const waiting = database.query('SELECT n FROM kept');
  await expect(underWay).rejects.toThrow(/database worker/);
  expect(await waiting).toEqual([{ n: 1 }]);
  expect(errors).toHaveLength(1);
  await database.close();
});

test('leaves the event loop free while a statement runs', async () => {
  const database = await EmbeddedDatabase.open(dataDir, options.onError);
  let finished = false;
  const slow = database.query('SELECT pg_sleep(0.5)').then(() => (finished = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(finished).toBe(false);
  await slow;
  await database.close();
});

test('refuses calls beyond the thousand that may wait', async () => {
  const database = await EmbeddedDatabase.open(dataDir, options.onError);
  const calls = await Promise.allSettled(Array.from({ length: 1001 }, () => database.query('SELECT 1')));
  expect(calls.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  await database.close();
}, 30_000);
