import { expect, onTestFinished, vi } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import type { ReadCache } from '../../src/store/read-cache.ts';
import type { SqlStore } from '../../src/store/sql-store.ts';
import { atOnce } from './at-once.ts';

/** A store on a PostgreSQL, closed after the test. */
export async function openAt(databaseUrl: string): Promise<SqlStore> {
  const store = await openStore({ databaseUrl, dataDir: 'unused', onError: () => {} });
  onTestFinished(() => store.close());
  return store;
}

/** Looks a caller up until it is remembered, which it is once changes are listened to. */
export async function remembered(cache: ReadCache, digest: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await cache.findCaller(digest);
      expect(atOnce(cache.findCaller(digest))).toBeDefined();
    },
    { timeout: 10_000 },
  );
}

/** Waits for less than the age at which callers are forgotten anyway. */
export const forgotten = (cache: ReadCache, digest: string): Promise<void> =>
  vi.waitFor(() => expect(atOnce(cache.findCaller(digest))).toBeUndefined(), { timeout: 7000 });
