import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { keyDigest } from '../../../src/store/key.ts';
import { PgDatabase } from '../../../src/store/pg.ts';
import { ReadCache } from '../../../src/store/read-cache.ts';
import { forgotten, openAt, remembered } from '../../store/pg-store.ts';
import { administer, ownPostgres } from '../../support/postgres.ts';
import { standStill } from '../../support/stand-still.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';

const postgres = await ownPostgres();
afterAll(() => postgres?.stop());

describe.skipIf(postgres === null)('on a PostgreSQL server', () => {
  const server = postgres as NonNullable<typeof postgres>;

  test('a server that hangs is noticed, and one that returns is used again', async () => {
    const url = await server.makeDatabase();
    const store = await openAt(url);
    const cache = new ReadCache(store, store.changes);
    await store.migrate();
    const { id } = await store.createAccount('Acme', 'pro');
    const digest = keyDigest((await store.createKey(id, 'full')).value);
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
    await vi.waitFor(() => store.ready(), { timeout: 10_000 });
    await remembered(cache, digest);
  });

  // More than a request waits for, too: the connection is there for one that comes later.
  test.each([700, 2300])('a server that takes %i ms to accept a connection is used', async (delayMs) => {
    const url = new URL(await server.makeDatabase());
    const proxy = await startTcpProxy(Number(url.port));
    onTestFinished(() => proxy.close());
    proxy.delayMs = delayMs;
    url.port = `${proxy.port}`;
    const store = await openAt(url.href);
    await vi.waitFor(() => expect(store.ready()).rejects.toThrow('no schema yet'), 20_000);
    await store.migrate();
    expect(await store.listAccounts()).toEqual([]);
  });

  test('who asks a server that cannot be reached is told within two seconds, and served again soon', async () => {
    const url = new URL(await server.makeDatabase());
    const proxy = await startTcpProxy(Number(url.port));
    onTestFinished(() => proxy.close());
    url.port = `${proxy.port}`;
    const store = await openAt(url.href);
    await store.migrate();
    proxy.cut();
    for (let call = 0; call < 2; call++) {
      const since = performance.now();
      await expect(store.listAccounts()).rejects.toThrow(/timeout/);
      expect(performance.now() - since).toBeLessThan(2000 + 1000); // more than promised, for a busy machine
    }
    proxy.mend();
    await vi.waitFor(() => store.listAccounts(), { timeout: 5000 });
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
    const url = await server.makeDatabase();
    const store = await openAt(url);
    await store.migrate();
    const account = await store.createAccount('Acme', 'pro');
    server.process?.kill('SIGQUIT');
    await vi.waitFor(() => expect(store.ready()).rejects.toThrow(), { timeout: 10_000 });
    await vi.waitFor(() => expect(server.process?.exitCode).not.toBeNull(), { timeout: 10_000 });
    await server.restart();
    await vi.waitFor(() => store.ready(), { timeout: 10_000 });
    expect(await store.listAccounts()).toEqual([account]);
  });
});
