import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../config.ts';
import { reachStore } from '../../store/admin-client.ts';
import type { Queryable } from '../../store/database.ts';
import { DirectoryInUse, DirectoryLock } from '../../store/directory-lock.ts';
import { endInTime } from '../../store/end-in-time.ts';
import { checkSchema } from '../../store/migrate.ts';
import { openAdminStore } from '../../store/open.ts';
import { StoreFailure } from '../../store/store.ts';
import { describeFailure } from '../failure.ts';
import { clockFinding, type Environment, type Finding, failed, ok, warning } from './check.ts';

const NAME = 'database';
/** For connecting, and for each statement. Milliseconds. */
const TIMEOUT_MS = 3000;
const OLDEST_POSTGRES = 130_000;
/** Of each listener: ten for statements and one that hears of changes. */
const CONNECTIONS = 11;

export async function database(env: Environment): Promise<readonly Finding[]> {
  const { databaseUrl, dataDir, listeners } = readConfig(env, ['databaseUrl', 'dataDir', 'listeners']);
  return databaseUrl === null ? embedded(resolve(dataDir)) : postgres(databaseUrl, listeners);
}

/** What helps, by PostgreSQL's or the system's code of an error. */
const REMEDIES: Readonly<Record<string, string>> = {
  '28P01': 'correct user and password in DATABASE_URL',
  '28000': 'allow this user and address in pg_hba.conf, or correct DATABASE_URL',
  '3D000': 'make the database, or correct its name in DATABASE_URL',
  '53300': 'raise max_connections, or run fewer instances',
  ENOTFOUND: 'correct the host in DATABASE_URL',
};

async function postgres(connectionString: string, listeners: number): Promise<readonly Finding[]> {
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
      await schemaFinding(client),
      clockFinding('PostgreSQL', server.at.getTime(), askedAt, answeredAt),
    ];
  } catch (error) {
    const remedy = REMEDIES[(error as { code?: string }).code ?? ''];
    const unreachable = 'start PostgreSQL, or correct host and port in DATABASE_URL';
    return [failed(NAME, `PostgreSQL: ${describeFailure(error)}`, remedy ?? unreachable)];
  } finally {
    await endInTime(client);
  }
}

function serverFinding(
  { number, version, most }: { readonly number: number; readonly version: string; readonly most: number },
  listeners: number,
): Finding {
  const detail = `PostgreSQL ${version}, at most ${most} connections`;
  if (number < OLDEST_POSTGRES) return failed(NAME, detail, 'PostgreSQL 13 or later is needed');
  if (most < CONNECTIONS * listeners) {
    const needed = `an instance takes ${CONNECTIONS * listeners}`;
    return warning(NAME, detail, `${needed}: raise max_connections to that of all instances`);
  }
  return ok(NAME, detail);
}

async function schemaFinding(client: pg.Client): Promise<Finding> {
  const queryable: Queryable = {
    query: async (text, values = []) => (await client.query({ text, values: [...values] })).rows,
    run: async (script) => void (await client.query(script)),
  };
  try {
    await checkSchema(queryable);
    return ok('schema', "is this program's");
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    const [detail = '', remedy = ''] = error.message.split(': ');
    return failed('schema', detail, remedy);
  }
}

/** Never makes a database: a first start does. One that another process has is asked through that process. */
async function embedded(directory: string): Promise<readonly Finding[]> {
  const unwritable = await whyUnwritable(directory);
  if (unwritable !== null) {
    return [failed(NAME, unwritable, `let this user write there, or name another DATA_DIR`)];
  }
  if (!existsSync(join(directory, 'database'))) {
    return [ok(NAME, `embedded; none in ${directory} yet, the first start makes it`)];
  }
  let holder: DirectoryInUse | null = null;
  try {
    (await DirectoryLock.take(directory)).release();
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    holder = error;
  }
  if (holder === null) {
    const store = await openAdminStore({ databaseUrl: null, dataDir: directory, onError: () => {} });
    try {
      await store.ready();
    } finally {
      await store.close();
    }
    return [ok(NAME, `embedded in ${directory}; opens, and no process has it`)];
  }
  return [await holderFinding(directory, holder)];
}

async function holderFinding(directory: string, holder: DirectoryInUse): Promise<Finding> {
  const theirs = holder.socketPath === null ? null : await reachStore(holder.socketPath);
  if (theirs === null) {
    return failed(
      NAME,
      holder.message.split('; ')[0] ?? '',
      'stop that process: it does not answer commands',
    );
  }
  try {
    await theirs.ready();
  } finally {
    await theirs.close();
  }
  return ok(NAME, `embedded in ${directory}; process ${holder.pid} has it, and answers`);
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
