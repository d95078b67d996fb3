import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { EmbeddedDatabase } from '../../src/store/embedded.ts';
import { keyDigest } from '../../src/store/key.ts';
import { ReadCache } from '../../src/store/read-cache.ts';
import { SqlStore } from '../../src/store/sql-store.ts';
import { findTokensHere } from '../../src/store/token-finder.ts';
import { databaseDirectory } from '../support/database-directory.ts';
import { atOnce } from './at-once.ts';
import { labelInput } from './label-input.ts';

let directory: string;
let database: EmbeddedDatabase;
let store: SqlStore;
let cache: ReadCache;

beforeAll(async () => {
  directory = await databaseDirectory();
  database = await EmbeddedDatabase.open(directory, () => {});
  store = new SqlStore(database, findTokensHere);
  cache = new ReadCache(store, store.changes);
});
afterAll(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

test('what changes in the embedded database is forgotten before the change has ended', async () => {
  const { id } = await store.createAccount('Acme', 'free');
  const { key, value } = await store.createKey(id, 'full');
  const digest = keyDigest(value);
  for (const change of [
    () => store.setPlan(id, 'pro'),
    () => store.setGranted(id, true),
    () => store.joinTeam(id, 'T'),
    () => store.leaveTeam(id, 'T'),
    () => store.rotateKey(key.id),
  ]) {
    await cache.findCaller(digest);
    expect(atOnce(cache.findCaller(digest))).toBeDefined();
    await change();
    expect(atOnce(cache.findCaller(digest))).toBeUndefined();
  }
  const [label] = await store.importLabels(id, [labelInput()]);
  const labelId = label?.id ?? '';
  for (const change of [
    () => store.importLabels(id, [labelInput({ id: labelId })]),
    () => store.deleteLabel(labelId),
  ]) {
    await cache.findLabel(id, labelId);
    expect(atOnce(cache.findLabel(id, labelId))).toBeDefined();
    await change();
    expect(atOnce(cache.findLabel(id, labelId))).toBeUndefined();
  }
});

test('bytes cross from the thread in memory that both share, however many they are', async () => {
  const text = "SELECT convert_to(repeat('中', $1), 'UTF8') AS bytes";
  const [row] = await database.query<{ bytes: Uint8Array }>(text, [2_097_152]);
  expect(row?.bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
  const bytes = await database.bytes(text, [2_097_152]);
  expect(bytes?.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(Buffer.from(bytes ?? []).equals(Buffer.from('中'.repeat(2_097_152)))).toBe(true);
  expect(await database.bytes(`${text} WHERE false`, [1])).toBeNull();
});

test('thousands of changes are announced over several turns of the event loop, before the change has ended', async () => {
  const other = await databaseDirectory();
  onTestFinished(() => rmSync(other, { recursive: true, force: true }));
  const own = await EmbeddedDatabase.open(other, () => {});
  onTestFinished(() => own.close());
  let turns = 0;
  const turning = setInterval(() => turns++, 0);
  onTestFinished(() => clearInterval(turning));
  const told: { readonly changes: number; readonly turn: number }[] = [];
  own.changes.subscribe({
    up: () => {},
    down: () => {},
    changed(payloads) {
      // A turn that takes long enough for a timer of the next one.
      for (const end = performance.now() + 3; performance.now() < end; );
      told.push({ changes: payloads.length, turn: turns });
    },
  });
  await own.query("SELECT pg_notify('platen_changed', 'label ' || n) FROM generate_series(1, 2500) AS n");
  expect(told.map(({ changes }) => changes)).toEqual([1000, 1000, 500]);
  expect(new Set(told.map(({ turn }) => turn)).size).toBe(3);
});

test('nothing stays remembered when the thread dies, and the next one tells of changes too', async () => {
  const { id } = await store.createAccount('Acme', 'free');
  const digest = keyDigest((await store.createKey(id, 'full')).value);
  await cache.findCaller(digest);
  expect(atOnce(cache.findCaller(digest))).toMatchObject({ entitled: false });
  const sleeping = database.query('SELECT pg_sleep(60)');
  await database.killWorker();
  await expect(sleeping).rejects.toThrow('database worker');
  expect(atOnce(cache.findCaller(digest))).toBeUndefined();
  await store.ready();
  await cache.findCaller(digest);
  expect(atOnce(cache.findCaller(digest))).toMatchObject({ entitled: false });
  await store.setPlan(id, 'pro');
  expect(await cache.findCaller(digest)).toMatchObject({ entitled: true });
});
