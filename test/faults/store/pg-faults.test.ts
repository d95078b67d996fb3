import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { keyDigest } from '../../../src/store/key.ts';
import { PgDatabase } from '../../../src/store/pg.ts';
import { ReadCache } from '../../../src/store/read-cache.ts';
import { forgotten, openWithLimits, remembered } from '../../store/pg-store.ts';
import { eventually } from '../../support/eventually.ts';
import { fairMs } from '../../support/fair-ms.ts';
import { administer, ownPostgres } from '../../support/postgres.ts';
import { standStill } from '../../support/stand-still.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';

const postgres = await ownPostgres();
afterAll(() => postgres?.stop());

describe.skipIf(postgres === null)('on a PostgreSQL server', () => {
  const server = postgres as NonNullable<typeof postgres>;

  // The first attempt of a test may have left it dead.
  beforeEach(async () => {
    if (server.process?.exitCode !== null) await server.restart();
  });

  /** An account in a new database, which is asked again where a busy machine keeps it from answering. */
  const opened = async () => {
    const url = await server.makeDatabase();
    const store = await openWithLimits(url);
    await eventually(() => store.migrate());
    const account = await eventually(() => store.createAccount('Acme', 'pro'));
    return { url, store, account };
  };

  test('a server that hangs is noticed, and one that returns is used again', async () => {
    const { url, store, account } = await opened();
    const cache = new ReadCache(store, store.changes);
    const key = await eventually(() => store.createKey(account.id, 'full'));
    const digest = keyDigest(key.value);
    await remembered(cache, digest);
    const { rows } = await administer(
      url,
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    const hung = [server.process?.pid as number, ...rows.map(({ pid }) => pid as number)];
    for (const pid of hung) process.kill(pid, 'SIGSTOP');
    try {
      await expect(store.ready()).rejects.toThrow(/timeout/);
      await expect(store.createAccount('Another', 'pro')).rejects.toThrow(/timeout/);
      await forgotten(cache, digest);
    } finally {
      for (const pid of hung) process.kill(pid, 'SIGCONT');
    }
    await eventually(() => store.ready());
    await remembered(cache, digest);
  });

  // More than a request waits for, too: the connection is there for one that comes later.
  test.each([700, 2300])('a server that takes %i ms to accept a connection is used', async (delayMs) => {
    const url = new URL(await server.makeDatabase());
    const proxy = await startTcpProxy(Number(url.port));
    onTestFinished(() => proxy.close());
    proxy.delayMs = delayMs;
    url.port = `${proxy.port}`;
    const store = await openWithLimits(url.href);
    await eventually(() => expect(store.ready()).rejects.toThrow('no schema yet'));
    await eventually(() => store.migrate());
    expect(await eventually(() => store.listAccounts())).toEqual([]);
  });

  test('a server that cannot be reached is reported within two seconds, and calls are served again soon', async () => {
    const url = new URL(await server.makeDatabase());
    const proxy = await startTcpProxy(Number(url.port));
    onTestFinished(() => proxy.close());
    url.port = `${proxy.port}`;
    const store = await openWithLimits(url.href);
    await eventually(() => store.migrate());
    proxy.cut();
    for (let call = 0; call < 2; call++) {
      const failing = () => expect(store.listAccounts()).rejects.toThrow(/timeout/);
      expect(await fairMs(failing)).toBeLessThan(2000 + 1000); // more than promised, for a busy machine
    }
    proxy.restore();
    await eventually(() => store.listAccounts());
  });

  test('a stall of our own while the server answers is no failure', async () => {
    const database = new PgDatabase(await server.makeDatabase(), () => {});
    onTestFinished(() => database.close());
    await database.query('SELECT 1');
    const slept = database.query("SELECT 'slept' AS what, pg_sleep(0.2)");
    await delay(50);
    await immediate(); // after which timers come before sockets
    standStill(2500);
    expect(await slept).toMatchObject([{ what: 'slept' }]);
  });

  test('a server that is killed and started again is used again', async () => {
    const { store, account } = await opened();
    server.process?.kill('SIGQUIT');
    await eventually(() => expect(store.ready()).rejects.toThrow());
    await eventually(() => expect(server.process?.exitCode).not.toBeNull());
    await server.restart();
    await eventually(() => store.ready());
    expect(await eventually(() => store.listAccounts())).toContainEqual(account);
  });
});
