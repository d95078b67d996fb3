import { readdirSync, readFileSync } from 'node:fs';
import { asset } from '../asset.ts';
import type { Database, Queryable } from './database.ts';
import { StoreFailure } from './store.ts';

interface Migration {
  readonly number: number;
  readonly sql: string;
}

const DIRECTORY = asset('store/migrations/');

/** Any number that nothing else in the database locks. */
const ADVISORY_LOCK = 7_285_360;

/** The schema's steps in the order of their files' names, numbered from 1. */
const MIGRATIONS: readonly Migration[] = readdirSync(DIRECTORY)
  .filter((file) => file.endsWith('.sql'))
  .toSorted()
  .map((file, index) => ({ number: index + 1, sql: readFileSync(new URL(file, DIRECTORY), 'utf8') }));

/**
 * Brings the schema up to date, one transaction for each step, and returns the numbers applied now. Several
 * processes may do so at once. Throws {@link StoreFailure} when the schema is newer than this program.
 */
export async function migrate(database: Database): Promise<number[]> {
  const applied: number[] = [];
  for (;;) {
    const number = await database.transaction(applyNext, { patient: true });
    if (number === null) return applied;
    applied.push(number);
  }
}

/** Applies the first step that is missing, or returns null when none is. */
async function applyNext(tx: Queryable): Promise<number | null> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
  await tx.run(
    `CREATE TABLE IF NOT EXISTS platen_migrations (
       number integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now()
     )`,
  );
  const at = await schemaNumber(tx);
  refuseNewer(at);
  const next = MIGRATIONS[at];
  if (next === undefined) return null;
  await tx.run(next.sql);
  await tx.query('INSERT INTO platen_migrations (number) VALUES ($1)', [next.number]);
  return next.number;
}

/** The schema lacks steps of this program, which a migration applies. */
export class OlderSchema extends StoreFailure {}

/**
 * Throws {@link StoreFailure}, with what to do, unless the schema is the one of this program: {@link OlderSchema} where
 * a migration would make it so.
 */
export async function checkSchema(database: Queryable): Promise<void> {
  const [found] = await database.query<{ exists: boolean }>(
    `SELECT to_regclass('platen_migrations') IS NOT NULL AS exists`,
  );
  const at = found?.exists ? await schemaNumber(database) : 0;
  refuseNewer(at);
  if (at < MIGRATIONS.length) {
    const state =
      at === 0 ? 'has no schema yet' : `is at schema ${at}, and this program needs ${MIGRATIONS.length}`;
    throw new OlderSchema(`the database ${state}`, 'run `platen migrate`');
  }
}

async function schemaNumber(database: Queryable): Promise<number> {
  const [row] = await database.query<{ number: number }>(
    'SELECT coalesce(max(number), 0) AS number FROM platen_migrations',
  );
  return row?.number ?? 0;
}

function refuseNewer(at: number): void {
  if (at <= MIGRATIONS.length) return;
  throw new StoreFailure(
    `the database is at schema ${at}, newer than this program's ${MIGRATIONS.length}`,
    'run the newer program',
  );
}
