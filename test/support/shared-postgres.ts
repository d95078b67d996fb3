import { inject } from 'vitest';
import { PATIENCE_MS } from './eventually.ts';
import { createDatabase } from './postgres.ts';

/** The PostgreSQL that the suites of a run share, each with databases of its own. */
export interface SharedPostgres {
  /** Makes an empty database and returns its URL. */
  makeDatabase(): Promise<string>;
  /** Makes one with the program's schema and nothing in it. */
  makeMigrated(): Promise<string>;
}

/** Null where there is none, which was said when the run began. */
export function sharedPostgres(): SharedPostgres | null {
  const server = inject('postgres');
  if (server === null) return null;
  // Names that begin as the template's are removed when it is.
  const { url, migrated } = server;
  return {
    makeDatabase: async () => patient(await createDatabase(url, migrated)),
    makeMigrated: async () => patient(await createDatabase(url, migrated, migrated)),
  };
}

/**
 * The program's own limits, which its URL overrides, are for a server that hangs; this one is as slow as the machine.
 */
function patient(url: string): string {
  return `${url}?query_timeout=${PATIENCE_MS}&statement_timeout=${PATIENCE_MS}`;
}
