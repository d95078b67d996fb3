import { afterAll, describe, expect, test, vi } from 'vitest';
import { keyDigest } from '../../../src/store/key.ts';
import { ReadCache } from '../../../src/store/read-cache.ts';
import { forgotten, openAt, remembered } from '../../store/pg-store.ts';
import { administer, ownPostgres } from '../../support/postgres.ts';

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
