import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DirectoryLock } from '../../../src/store/directory-lock.ts';
import { EmbeddedDatabase } from '../../../src/store/embedded.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { openStore } from '../../../src/store/open.ts';
import { StoreFailure } from '../../../src/store/store.ts';
import { databaseDirectory } from '../../support/database-directory.ts';
import { quickDirectory } from '../../support/quick-directory.ts';
import { FULL_RUNS } from '../../support/runs.ts';
import { startChild } from './start-child.ts';

const folder = quickDirectory('platen-embedded-');
const dataDir = await databaseDirectory();
afterAll(() => {
  for (const directory of [folder, dataDir]) rmSync(directory, { recursive: true, force: true });
});

const errors: unknown[] = [];
const options = { databaseUrl: null, dataDir, onError: (error: unknown) => void errors.push(error) };
let accountId: string;

/** Does this while the process leaves every file that it makes open to all. */
async function withoutUmask(work: () => Promise<void>): Promise<void> {
  const umask = process.umask(0);
  try {
    await work();
  } finally {
    process.umask(umask);
  }
}

// Each night: a creation takes as long as all that follows. CI creates the directory that is copied for the others.
test.runIf(FULL_RUNS)('starts over from a creation that was cut short, for its own user alone', async () => {
  const created = join(folder, 'created');
  await withoutUmask(async () => {
    // Open to others, as the directory that holds it: both are closed.
    mkdirSync(join(created, 'database.new'), { recursive: true });
    writeFileSync(join(created, 'database.new', 'PG_VERSION'), '18\n');
    const store = await openStore({ ...options, dataDir: created });
    expect(await store.listAccounts()).toEqual([]);
    expect(openToOthers(created)).toEqual([]);
    await store.close();
  });
});

test('refuses a second store while one is open, and is not ready once that is closed', async () => {
  const store = await openStore(options);
  await expect(openStore(options)).rejects.toBeInstanceOf(StoreFailure);
  accountId = (await store.createAccount('Writer', 'pro')).id;
  await store.close();
  await expect(store.ready()).rejects.toThrow(/closed/);
});

/** The labels that are acknowledged in each round before its end. */
const ROUNDS = FULL_RUNS ? [1, 20, 40] : [1, 60];

describe('after rounds of writing that ended with SIGKILL', () => {
  const acknowledged: string[] = [];
  let database: EmbeddedDatabase;

  beforeAll(async () => {
    for (const enough of ROUNDS) {
      const writer = startChild('write-labels', [dataDir, accountId]);
      await writer.printed(enough);
      await writer.kill();
      acknowledged.push(...writer.lines);
    }
    database = await EmbeddedDatabase.open(dataDir, options.onError);
  });
  afterAll(() => database.close());

  test('every acknowledged label is there', async () => {
    const kept = new Set((await database.query<{ id: string }>('SELECT id FROM labels')).map(({ id }) => id));
    expect(acknowledged.length).toBeGreaterThanOrEqual(61);
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  });

  test('the database is durable: it waits for the disk at every commit', async () => {
    const settings = await database.query(
      `SELECT name, setting FROM pg_settings
       WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method') ORDER BY name`,
    );
    expect(settings).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'synchronous_commit', setting: 'on' },
      { name: 'wal_sync_method', setting: 'fsync' },
    ]);
  });

  test('a schema newer than the program is refused', async () => {
    await database.run('INSERT INTO platen_migrations (number) VALUES (9999)');
    await expect(migrate(database)).rejects.toThrow(/at schema 9999, newer than this program's/);
    await database.run('DELETE FROM platen_migrations WHERE number = 9999');
  });

  test('a failed transaction leaves nothing behind, and calls do not get between its statements', async () => {
    await database.run('CREATE TABLE turns (n int)');
    const failed = database.transaction(async (tx) => {
      await tx.query('INSERT INTO turns VALUES ($1)', [1]);
      await tx.query('INSERT INTO turns VALUES ($1)', [2]);
      throw new Error('changed my mind');
    });
    const between = database.query('INSERT INTO turns VALUES (3)');
    await expect(failed).rejects.toThrow('changed my mind');
    await between;
    expect(await database.query('SELECT n FROM turns')).toEqual([{ n: 3 }]);
  });

  test('calls beyond the thousand that may wait are refused', async () => {
    const calls = await Promise.allSettled(Array.from({ length: 1001 }, () => database.query('SELECT 1')));
    expect(calls.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  test('the event loop turns while a statement runs; a thread that dies rejects it, and a new one takes its place', async () => {
    errors.length = 0;
    const inFlight = database.transaction(async (tx) => {
      await tx.query('INSERT INTO turns VALUES (4)');
      const sleeping = tx.query('SELECT pg_sleep(60)');
      // A statement that held the event loop up would be over after these turns, and succeed.
      for (let turn = 0; turn < 11; turn++) await delay(1);
      await database.killWorker();
      await sleeping;
    });
    const waiting = database.query('SELECT n FROM turns');
    await expect(inFlight).rejects.toThrow(/database worker/);
    expect(await waiting).toEqual([{ n: 3 }]);
    expect(errors).toHaveLength(1);
  });
});

/** Files and folders that other users could open, below and including this one. */
function openToOthers(directory: string): string[] {
  return filesOf(directory).filter((path) => (statSync(path).mode & 0o077) !== 0);
}

function filesOf(directory: string): string[] {
  const below = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return [directory, ...below.map((name) => join(directory, name))];
}

describe('other users', () => {
  test('cannot open a directory that was not there', async () => {
    const fresh = join(folder, 'fresh');
    await withoutUmask(async () => (await DirectoryLock.take(fresh)).release());
    expect(statSync(fresh).mode & 0o777).toBe(0o700);
  });

  test('cannot open a file of the database, one that is made later neither, whatever the umask', async () => {
    for (const path of filesOf(dataDir)) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o666);
    await withoutUmask(async () => {
      const database = await EmbeddedDatabase.open(dataDir, options.onError);
      await database.run(
        'CREATE TABLE later (t text); INSERT INTO later SELECT repeat($$x$$, 3000); CHECKPOINT',
      );
      expect(openToOthers(dataDir)).toEqual([]);
      await database.close();
      expect(openToOthers(dataDir)).toEqual([]);
    });
  });
});

test('a process that was stopped while it wrote, and lost its lock, ends before it writes anything more', async () => {
  const writer = startChild('write-labels', [dataDir, accountId]);
  await writer.printed(10);
  writer.process.kill('SIGSTOP');
  const lock = readdirSync(dataDir).find((name) => /^lock\.\d+$/.test(name)) ?? '';
  rmSync(join(dataDir, lock));
  writeFileSync(join(dataDir, `lock.${Number(lock.slice(5)) + 1}`), '');
  const contents = (): string[] =>
    filesOf(join(dataDir, 'database'))
      .filter((path) => statSync(path).isFile())
      .map((path) => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`);
  const before = contents();
  writer.process.kill('SIGCONT');
  expect(await writer.ended).toBe(1);
  expect(writer.errors.join('')).toMatch(/^platen: the lock .* was removed or taken by another process/);
  expect(contents()).toEqual(before);
});
