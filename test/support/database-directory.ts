import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../src/store/open.ts';
import { madeOnce } from './made-once.ts';
import { quickDirectory } from './quick-directory.ts';

const MIGRATIONS = fileURLToPath(new URL('../../src/store/migrations/', import.meta.url));

const PGLITE = createRequire(import.meta.url).resolve('@electric-sql/pglite');

/** Declared here, since the types of Node.js leave the value out. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

let code: Promise<object> | undefined;

/**
 * Keeps a module of the database's code, so that V8 does not compile it again in each thread that loads it.
 */
async function keepDatabaseCode(): Promise<void> {
  await (code ??= WebAssembly.compile(readFileSync(join(dirname(PGLITE), 'pglite.wasm'))));
}

/** A new data directory with an empty, migrated embedded database. */
export async function databaseDirectory(): Promise<string> {
  await keepDatabaseCode();
  const directory = quickDirectory('platen-test-');
  cpSync(await databaseTemplate(), directory, { recursive: true });
  return directory;
}

/** The directory to copy others from, made once for a schema and a version of the database, since it takes seconds. */
export function databaseTemplate(): Promise<string> {
  return madeOnce(`database-${fingerprint()}`, async (dataDir) => {
    const store = await openStore({ databaseUrl: null, dataDir, onError: console.error });
    await store.close();
  });
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(MIGRATIONS).toSorted()) hash.update(readFileSync(join(MIGRATIONS, file)));
  return hash.update(PGLITE).update(readFileSync(PGLITE)).digest('hex').slice(0, 16);
}
