import { readConfig } from '../config.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { CommandFailure, describeFailure } from './failure.ts';
import type { Io } from './io.ts';

/** Opens the store that the environment names, hands it over, and closes it whatever happens. */
export async function withStore<T>(io: Io, use: (store: Store) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readConfig(io.env, ['databaseUrl', 'dataDir']);
  // Trouble in the background also fails the call that needs the store, and is reported there.
  const store = await openStore({ databaseUrl, dataDir, onError: () => {} });
  try {
    return await use(store);
  } catch (error) {
    // Drivers and the network name their errors by a code; the store's own refusals say what to do themselves.
    if (error instanceof Error && 'code' in error) {
      throw new CommandFailure(`the database cannot be used (${describeFailure(error)}); check DATABASE_URL`);
    }
    throw error;
  } finally {
    await store.close();
  }
}

/** The same for everything but migrations: a schema that is not the program's is said first. */
export function withReadyStore<T>(io: Io, use: (store: Store) => Promise<T>): Promise<T> {
  return withStore(io, async (store) => {
    await store.ready();
    return use(store);
  });
}
