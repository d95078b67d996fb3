import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, chownSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { madeOnce } from './made-once.ts';
import { quickDirectory } from './quick-directory.ts';
import { skipOrFail } from './skip-or-fail.ts';

export interface PostgresServer {
  /** The URL of a database that is always there, to make others from. */
  readonly url: string;
  /** Makes an empty database and returns its URL. */
  makeDatabase(): Promise<string>;
  /** The server's process, to stop or kill; null for a server that was not started here. */
  readonly process: ChildProcess | null;
  /** Starts the server again with the same port and data, after it was killed. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The beginning of the names of all databases of this process's tests, by which they are removed from a server that
 * goes on running.
 */
const PREFIX = `platen_test_${process.pid}`;

/**
 * A PostgreSQL for tests: the one of TEST_DATABASE_URL, or a private one in a temporary directory. Null, with a line
 * that says so, if none is installed; with REQUIRE_SERVICES=1 that is an error.
 */
export async function postgresForTests(): Promise<PostgresServer | null> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) return givenServer(given);
  const bin = findBinaries();
  if (bin !== null) return privateServer(bin);
  skipOrFail('no PostgreSQL: set TEST_DATABASE_URL or install the server to run these tests');
  return null;
}

/** A server of {@link postgresForTests} to stop or kill; null for one that was not started here. */
export async function ownPostgres(): Promise<PostgresServer | null> {
  const server = await postgresForTests();
  if (server?.process !== null) return server;
  await server.stop();
  skipOrFail('the PostgreSQL of TEST_DATABASE_URL is not ours to break: unset it to run these tests');
  return null;
}

async function givenServer(url: string): Promise<PostgresServer> {
  return {
    url,
    process: null,
    makeDatabase: () => createDatabase(url, PREFIX),
    restart: async () => {},
    stop: async () => {
      const { rows } = await administer(
        url,
        `SELECT datname FROM pg_database WHERE starts_with(datname, '${PREFIX}')`,
      );
      for (const { datname } of rows) await administer(url, `DROP DATABASE ${datname} WITH (FORCE)`);
    },
  };
}

async function privateServer(bin: string): Promise<PostgresServer> {
  const directory = quickDirectory('platen-postgres-');
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? idsOf('postgres') : undefined;
  if (user !== undefined) chownSync(directory, user.uid, user.gid);
  const data = join(directory, 'data');
  copyWithOwner(await emptyData(bin, user), data);
  const port = await freePort();
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${directory}`,
    'fsync=off',
  ];
  const start = async (): Promise<ChildProcess> => {
    const parameters = settings.flatMap((setting) => ['-c', setting]);
    const child = spawn(join(bin, 'postgres'), ['-D', data, ...parameters], {
      ...user,
      stdio: 'ignore',
      cwd: directory,
    });
    await untilAnswering(url, child);
    return child;
  };
  let server = await start();
  return {
    url,
    get process() {
      return server;
    },
    makeDatabase: () => createDatabase(url, PREFIX),
    restart: async () => {
      server = await start();
    },
    stop: async () => {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGQUIT');
        await once(server, 'exit');
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The data of an empty server, to be copied: that takes a tenth of the processor time of `initdb`. */
function emptyData(bin: string, user: { uid: number; gid: number } | undefined): Promise<string> {
  const initdb = join(bin, 'initdb');
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const version = execFileSync(initdb, ['--version'], { encoding: 'utf8' });
  return madeOnce([version, ...options].join('').replaceAll(/[^\w.-]+/g, '-'), async (fresh) => {
    // The server's user may have no access to the folder of the repository.
    const directory = quickDirectory('platen-initdb-');
    if (user !== undefined) chownSync(directory, user.uid, user.gid);
    const data = join(directory, 'data');
    execFileSync(initdb, ['-D', data, ...options], { ...user, stdio: 'ignore', cwd: directory });
    copyWithOwner(`${data}/.`, fresh);
    rmSync(directory, { recursive: true });
  });
}

/** Copies a folder with the owners of its files, which Node's own `cpSync` does not keep. */
function copyWithOwner(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

/** Makes a database whose name begins with `prefix`, empty or a copy of another one, and returns its URL. */
export async function createDatabase(url: string, prefix: string, template = 'template1'): Promise<string> {
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  await administer(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const result = new URL(url);
  result.pathname = `/${name}`;
  return result.href;
}

/** Runs one statement on a connection of its own. */
export async function administer(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

async function untilAnswering(url: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    try {
      await administer(url, 'SELECT 1');
      return;
    } catch {
      await delay(50);
    }
  }
  throw new Error(`postgres ended with code ${server.exitCode}`);
}

function findBinaries(): string | null {
  const debian = '/usr/lib/postgresql';
  const installed = isReadable(debian)
    ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
    : [];
  const candidates = [...installed.toSorted().toReversed(), ...(process.env['PATH'] ?? '').split(delimiter)];
  return (
    candidates.find((path) => ['initdb', 'postgres'].every((name) => isReadable(join(path, name)))) ?? null
  );
}

function isReadable(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}

function idsOf(user: string): { uid: number; gid: number } {
  const ask = (what: string): number => Number(execFileSync('id', [what, user], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}
