import { setTimeout as delay } from 'node:timers/promises';
import { AdminServer } from './admin-server.ts';
import { DirectoryInUse } from './directory-lock.ts';
import { EmbeddedDatabase } from './embedded.ts';
import { OlderSchema } from './migrate.ts';
import { SqlStore } from './sql-store.ts';
import { type AdminStore, StoreFailure } from './store.ts';
import { findTokensHere } from './token-finder.ts';

/**
 * The wait of a service for a command that has its directory, and of a command for a process that starts or stops.
 * Milliseconds.
 */
const PATIENCE_MS = { service: 3000, command: 30_000 };
const AGAIN_MS = 100;
/** For a command that a living process did not serve: stopping that process would be wrong advice. */
const ADVICE =
  `it took no command within ${PATIENCE_MS.command / 1000} s, because it is starting or stopping, or because other commands ` +
  'have all of its connections: try again';

export interface StoreOptions {
  /** `postgresql://…`, or null for the embedded database. */
  readonly databaseUrl: string | null;
  /** The directory of the embedded database; unused with PostgreSQL. */
  readonly dataDir: string;
  /** Hears of failures that belong to no call: lost connections, a database thread that died. */
  readonly onError: (error: unknown) => void;
  /** The time limit of a query of PostgreSQL in milliseconds, if not the usual one. */
  readonly queryTimeoutMs?: number;
}

/**
 * Opens the store. The embedded database is made and migrated here, answers other processes' commands while it is
 * open, and is refused (`DirectoryInUse`) while another process has it. PostgreSQL may be out of reach: calls reject
 * until it is back. On a schema that is not the program's, requests get nothing. `ready` says what is missing.
 */
export async function openStore(options: StoreOptions): Promise<SqlStore> {
  const { databaseUrl, dataDir, onError, queryTimeoutMs } = options;
  if (databaseUrl !== null) {
    const { PgDatabase } = await import('./pg.ts');
    return new SqlStore(new PgDatabase(databaseUrl, onError, queryTimeoutMs), findTokensHere);
  }
  return patiently(PATIENCE_MS.service, () => openEmbedded(dataDir, onError));
}

async function openEmbedded(dataDir: string, onError: (error: unknown) => void): Promise<SqlStore> {
  const door = new AdminServer();
  const store = new SqlStore(await EmbeddedDatabase.open(dataDir, onError, door), findTokensHere);
  try {
    // Mostly it is up to date, which two queries tell; a migration takes five to find nothing to do.
    await store.ready().catch(async (error: unknown) => {
      if (!(error instanceof OlderSchema)) throw error;
      await store.migrate();
    });
  } catch (error) {
    // A newer schema; the process lives to say so.
    if (!(error instanceof StoreFailure)) {
      await store.close();
      throw error;
    }
  }
  door.open(store);
  return store;
}

/**
 * The store for a command: ours, or, while another process has the embedded database, the store of that one, so that
 * its cache knows what changes. Throws a `StoreFailure` when that process cannot be asked.
 */
export async function openAdminStore(options: StoreOptions): Promise<AdminStore> {
  if (options.databaseUrl !== null) return openStore(options);
  return patiently<AdminStore>(PATIENCE_MS.command, async () => {
    try {
      return await openEmbedded(options.dataDir, options.onError);
    } catch (error) {
      if (!(error instanceof DirectoryInUse) || error.socketPath === null) throw error;
      const { reachStore } = await import('./admin-client.ts');
      const theirs = await reachStore(error.socketPath);
      if (theirs === null) throw new DirectoryInUse(error.directory, error.pid, error.socketPath, ADVICE);
      return theirs;
    }
  });
}

/** Tries again for as long as a process has the directory that answers at its socket. */
async function patiently<T>(patienceMs: number, open: () => Promise<T>): Promise<T> {
  for (const begunAt = performance.now(); ; await delay(AGAIN_MS)) {
    try {
      return await open();
    } catch (error) {
      const mayEnd = error instanceof DirectoryInUse && error.socketPath !== null;
      if (!mayEnd || performance.now() - begunAt > patienceMs) throw error;
    }
  }
}
