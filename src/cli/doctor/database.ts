import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../config.ts';
import { reachStore } from '../../store/admin-client.ts';
import type { Queryable } from '../../store/database.ts';
import { DirectoryInUse, prepareDirectory } from '../../store/directory-lock.ts';
import { EmbeddedDatabase } from '../../store/embedded.ts';
import { endInTime } from '../../store/end-in-time.ts';
import { checkSchema, OlderSchema } from '../../store/migrate.ts';
import { STORE_CONNECTIONS } from '../../store/pg.ts';
import { StoreFailure } from '../../store/store.ts';
import { describeFailure } from '../failure.ts';
import { type CheckResult, clockFinding, type Environment, failed, ok, warning } from './check.ts';

const NAME = 'database';
/** For connecting, and for each statement. Milliseconds. */
const TIMEOUT_MS = 3000;
const OLDEST_POSTGRES = 130_000;

/** The database that the settings name: reachable, of a version and schema that fit, with enough connections. */
export async function database(env: Environment): Promise<readonly CheckResult[]> {
  const { databaseUrl, dataDir, listeners } = readConfig(env, ['databaseUrl', 'dataDir', 'listeners']);
  return databaseUrl === null ? embedded(resolve(dataDir)) : postgres(databaseUrl, listeners);
}

/** Remedies by error code, of PostgreSQL or the system. */
const REMEDIES: Readonly<Record<string, string>> = {
  '28P01': 'correct user and password in DATABASE_URL',
  '28000': 'allow this user and address in pg_hba.conf, or correct DATABASE_URL',
  '42501':
    "GRANT this role CONNECT on the database and its rights on Platen's tables, or name their owner in DATABASE_URL",
  '57P03': 'wait until PostgreSQL has started',
  '3D000': 'create the database, or correct its name in DATABASE_URL',
  '53300': 'raise max_connections, or run fewer instances',
  ENOTFOUND: 'correct the host in DATABASE_URL',
};

async function postgres(connectionString: string, listeners: number): Promise<readonly CheckResult[]> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'platen doctor',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const askedAt = Date.now();
    const { rows } = await client.query<{ number: number; version: string; most: number; at: Date }>(
      `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
         current_setting('max_connections')::int AS most, clock_timestamp() AS at`,
    );
    const answeredAt = Date.now();
    const [server] = rows;
    if (server === undefined) throw new Error('no answer');
    return [
      serverFinding(server, listeners),
      await postgresSchema(client),
      clockFinding('PostgreSQL', server.at.getTime(), askedAt, answeredAt),
    ];
  } catch (error) {
    const { code = '' } = error as { readonly code?: string };
    const other =
      error instanceof pg.DatabaseError
        ? `see PostgreSQL's log, and its manual about the error ${code}`
        : 'start PostgreSQL, or correct host and port in DATABASE_URL';
    return [failed(NAME, `PostgreSQL: ${describeFailure(error)}`, REMEDIES[code] ?? other)];
  } finally {
    await endInTime(client);
  }
}

function serverFinding(
  { number, version, most }: { readonly number: number; readonly version: string; readonly most: number },
  listeners: number,
): CheckResult {
  const detail = `PostgreSQL ${version}, at most ${most} connections`;
  if (number < OLDEST_POSTGRES) return failed(NAME, detail, 'PostgreSQL 13 or later is needed');
  const taken = STORE_CONNECTIONS * listeners;
  if (most < taken) {
    const needed = `an instance takes ${taken}`;
    return warning(NAME, detail, `${needed}: raise max_connections to the number that all instances take`);
  }
  return ok(NAME, detail);
}

async function postgresSchema(client: pg.Client): Promise<CheckResult> {
  const queryable: Queryable = {
    query: async (text, values = []) => (await client.query({ text, values: [...values] })).rows,
    run: async (script) => void (await client.query(script)),
  };
  return schemaFinding(queryable, (detail, remedy) => failed('schema', detail, remedy));
}

/** `older` says what it means that a migration is due. */
async function schemaFinding(
  database: Queryable,
  older: (detail: string, remedy: string) => CheckResult,
): Promise<CheckResult> {
  try {
    await checkSchema(database);
    return ok('schema', "is this program's");
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    const { problem, remedy } = error;
    return error instanceof OlderSchema ? older(problem, remedy) : failed('schema', problem, remedy);
  }
}

/**
 * Never makes a database, and never migrates one, which could not be undone: a start does both. One that another
 * process has is asked through that process.
 */
async function embedded(directory: string): Promise<readonly CheckResult[]> {
  const unwritable = await whyUnwritable(directory);
  if (unwritable !== null) {
    return [failed(NAME, unwritable, `let this user write there, or name another DATA_DIR`)];
  }
  const exposed = existsSync(directory) ? whyRefused(directory) : null;
  if (exposed !== null) return [exposed];
  if (!existsSync(join(directory, 'database'))) {
    return [ok(NAME, `embedded; ${directory} has no database yet, the first start creates it`)];
  }
  let opened: EmbeddedDatabase;
  try {
    opened = await EmbeddedDatabase.open(directory, () => {});
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    return [await holderFinding(directory, error)];
  }
  try {
    const schema = await schemaFinding(opened, (detail) =>
      warning('schema', detail, 'the next start brings it up to date; older programs then refuse it'),
    );
    return [ok(NAME, `embedded in ${directory}; it opens, and no process uses it`), schema];
  } finally {
    await opened.close();
  }
}

/** Null for a directory that a start takes. */
function whyRefused(directory: string): CheckResult | null {
  try {
    prepareDirectory(directory);
    return null;
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    return failed(NAME, error.problem, error.remedy);
  }
}

async function holderFinding(directory: string, holder: DirectoryInUse): Promise<CheckResult> {
  const theirs = holder.socketPath === null ? null : await reachStore(holder.socketPath);
  if (theirs === null) {
    return failed(NAME, holder.problem, 'stop that process: it does not answer commands');
  }
  try {
    await theirs.ready();
  } finally {
    await theirs.close();
  }
  return ok(NAME, `embedded in ${directory}; process ${holder.pid} uses it, and answers`);
}

/** The nearest directory that there is must be ours to write; null when it is. */
async function whyUnwritable(directory: string): Promise<string | null> {
  for (let place = directory; ; place = dirname(place)) {
    try {
      await access(place, constants.W_OK | constants.X_OK);
      return null;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' || place === dirname(place)) return `DATA_DIR: ${message}`;
    }
  }
}
