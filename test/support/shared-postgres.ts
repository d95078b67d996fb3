import { inject } from 'vitest';
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
    makeDatabase: () => createDatabase(url, migrated),
    makeMigrated: () => createDatabase(url, migrated, migrated),
  };
}
