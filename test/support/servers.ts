import type { TestProject } from 'vitest/node';
import { buildTests } from './built-program.ts';
import { postgresForTests } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The PostgreSQL that the suites share, and the name of the database in it that they copy; null without one.
     */
    postgres: { readonly url: string; readonly migrated: string } | null;
  }
}

/**
 * Before the first suite: compiles the program and the fixtures, which suites start as threads and processes, makes the
 * embedded database that they copy, and starts the PostgreSQL that they share.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildTests();
  // After the build: these files import what it makes.
  const { openStore } = await import('../../src/store/open.ts');
  const { databaseTemplate } = await import('./database-directory.ts');
  const [postgres] = await Promise.all([postgresForTests(), databaseTemplate()]);
  if (postgres === null) {
    project.provide('postgres', null);
    return async () => {};
  }
  const databaseUrl = await postgres.makeDatabase();
  const store = await openStore({ databaseUrl, dataDir: '', onError: console.error });
  await store.migrate();
  await store.close();
  project.provide('postgres', { url: postgres.url, migrated: new URL(databaseUrl).pathname.slice(1) });
  return () => postgres.stop();
}
