import { expect, onTestFinished, vi } from 'vitest';
import type { CachedStore } from '../../src/store/cached.ts';
import { openStore } from '../../src/store/open.ts';

/** A store on a PostgreSQL, closed after the test. */
export async function openAt(databaseUrl: string): Promise<CachedStore> {
  const store = await openStore({ databaseUrl, dataDir: 'unused', onError: () => {} });
  onTestFinished(() => store.close());
  return store;
}

/** Looks a caller up until it is remembered, which it is once changes are listened to. */
export async function remembered(store: CachedStore, digest: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await store.findCaller(digest);
      expect(store.peekCaller(digest)).toBeDefined();
    },
    { timeout: 10_000 },
  );
}

/** Waits for less than the age at which callers are forgotten anyway. */
export const forgotten = (store: CachedStore, digest: string): Promise<void> =>
  vi.waitFor(() => expect(store.peekCaller(digest)).toBeUndefined(), { timeout: 7000 });
