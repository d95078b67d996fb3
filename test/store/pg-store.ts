import { expect, onTestFinished, vi } from 'vitest';
import { openStore, type StoreOptions } from '../../src/store/open.ts';
import type { ReadCache } from '../../src/store/read-cache.ts';
import type { SqlStore } from '../../src/store/sql-store.ts';
import { eventually, PATIENCE_MS } from '../support/eventually.ts';
import { atOnce } from './at-once.ts';

/** A store on a PostgreSQL, closed after the test; its queries may take as long as a busy machine needs. */
export function openAt(databaseUrl: string): Promise<SqlStore> {
  return opened({ queryTimeoutMs: PATIENCE_MS, databaseUrl });
}

/** A store whose queries have the time limit of the program. */
export function openWithLimits(databaseUrl: string): Promise<SqlStore> {
  return opened({ databaseUrl });
}

async function opened(options: Pick<StoreOptions, 'databaseUrl' | 'queryTimeoutMs'>): Promise<SqlStore> {
  const store = await openStore({ ...options, dataDir: 'unused', onError: () => {} });
  onTestFinished(() => store.close());
  return store;
}

/** Looks a caller up until it is remembered, which it is once changes are listened to. */
export async function remembered(cache: ReadCache, digest: string): Promise<void> {
  await eventually(async () => {
    await cache.findCaller(digest);
    expect(atOnce(cache.findCaller(digest))).toBeDefined();
  });
}

/** Waits on a clock that stands still: callers that have become old are forgotten anyway. */
export async function forgotten(cache: ReadCache, digest: string): Promise<void> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  try {
    await eventually(() => expect(atOnce(cache.findCaller(digest))).toBeUndefined());
  } finally {
    clock.mockRestore();
  }
}
