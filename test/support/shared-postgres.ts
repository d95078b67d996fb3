import { inject } from 'vitest';
import { PATIENCE_MS } from './eventually.ts';
import { createDatabase } from './postgres.ts';

/** The PostgreSQL that the suites of a run share, each with databases of its own. */
export interface SharedPostgres {
  /** Makes an empty database and returns its URL. */
  makeDatabase(): Promise<string>;
  /** Makes a database with the program's schema, without rows, and returns its URL. */
  makeMigrated(): Promise<string>;
}

/** The shared PostgreSQL; null without one, which was reported at the beginning of the run. */
export function sharedPostgres(): SharedPostgres | null {
  const server = inject('postgres');
  if (server === null) return null;
  // Databases whose names begin as the template's are removed together with it.
  const { url, migrated } = server;
  return {
    makeDatabase: async () => patient(await createDatabase(url, migrated)),
    makeMigrated: async () => patient(await createDatabase(url, migrated, migrated)),
  };
}

/**
 * The URL with long limits, since this server is as slow as the machine. The program's own are for a server that hangs.
 */
function patient(url: string): string {
  return `${url}?query_timeout=${PATIENCE_MS}&statement_timeout=${PATIENCE_MS}`;
}
