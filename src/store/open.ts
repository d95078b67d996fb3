import { CachedStore } from './cached.ts';
import { EmbeddedDatabase } from './embedded.ts';
import { PgDatabase } from './pg.ts';
import { PgChanges } from './pg-changes.ts';
import { SqlStore } from './sql-store.ts';

export interface StoreOptions {
  /** `postgresql://…`, or null for the embedded database. */
  readonly databaseUrl: string | null;
  /** Where the embedded database lives; unused with PostgreSQL. */
  readonly dataDir: string;
  /** Hears of failures that belong to no call: lost connections, a database thread that died. */
  readonly onError: (error: unknown) => void;
}

/**
 * Opens the store. The embedded database is made and migrated here, and refused (`StoreRefusal`) while another
 * process has it. PostgreSQL may be out of reach: calls reject until it is back, and `ready` says what is
 * missing.
 */
export async function openStore({ databaseUrl, dataDir, onError }: StoreOptions): Promise<CachedStore> {
  if (databaseUrl !== null) {
    return new CachedStore(
      new SqlStore(new PgDatabase(databaseUrl, onError)),
      new PgChanges(databaseUrl, onError),
    );
  }
  const store = new SqlStore(await EmbeddedDatabase.open(dataDir, onError));
  try {
    await store.migrate();
  } catch (error) {
    await store.close();
    throw error;
  }
  return new CachedStore(store, null);
}
