import { readConfig } from '../config.ts';
import { openAdminStore } from '../store/open.ts';
import type { AdminStore } from '../store/store.ts';
import { CommandFailure, describeFailure } from './failure.ts';
import type { Io } from './io.ts';

/**
 * Opens the store that the environment names, or reaches the one of the process that has it open, hands it over, and
 * closes it whatever happens.
 */
export async function withStore<T>(io: Io, use: (store: AdminStore) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readConfig(io.env, ['databaseUrl', 'dataDir']);
  // Trouble in the background also fails the call that needs the store, and is reported there.
  const store = await openAdminStore({ databaseUrl, dataDir, onError: () => {} });
  try {
    return await use(store);
  } catch (error) {
    // Drivers and the network name their errors by a code; the store's own failures say what to do themselves.
    if (error instanceof Error && 'code' in error) {
      throw new CommandFailure(`the database cannot be used (${describeFailure(error)}); check DATABASE_URL`);
    }
    throw error;
  } finally {
    await store.close();
  }
}

/** The same for everything but migrations: a schema that is not the program's is said first. */
export function withReadyStore<T>(io: Io, use: (store: AdminStore) => Promise<T>): Promise<T> {
  return withStore(io, async (store) => {
    await store.ready();
    return use(store);
  });
}
