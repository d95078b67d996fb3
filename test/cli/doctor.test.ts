import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type CheckResult, clockFinding, runCheck } from '../../src/cli/doctor/check.ts';
import { doctor } from '../../src/cli/doctor.ts';
import { writeProfile } from '../../src/printer-profile/profile-folder.ts';
import { EmbeddedDatabase } from '../../src/store/embedded.ts';
import { PROFILE } from '../printer-profile/small-profile.ts';
import { PATIENCE_MS } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { administer } from '../support/postgres.ts';
import { redisIsInstalled, startRedis } from '../support/redis.ts';
import { useDirectory, useService } from '../support/service.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { recorded } from './recorder.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));
const ANY = { PORT: '0', OPS_PORT: '0', POOL_THREADS: '1', DATA_DIR: '/tmp/platen-none' };

/** Findings under these settings, by name. The exit status and the single line have to agree with them. */
async function examine(env: Readonly<Record<string, string>>): Promise<Record<string, CheckResult>> {
  const { status, stdout, stderr } = await recorded(
    async (io) => {
      // The command itself, with more time for each check: a busy machine takes longer than people wait.
      try {
        await doctor({ json: true }, io, PATIENCE_MS);
        return 0;
      } catch (error) {
        io.stderr(`${(error as Error).message}\n`);
        return 1;
      }
    },
    { ...ANY, ...env },
  );
  const answer = JSON.parse(stdout) as { ok: boolean; checks: CheckResult[] };
  const failed = answer.checks.filter((check) => check.status === 'failed').map(({ name }) => name);
  expect(answer.ok).toBe(failed.length === 0);
  expect(status).toBe(answer.ok ? 0 : 1);
  expect(stderr).toBe(answer.ok ? '' : `failed: ${failed.join(', ')}; follow the remedy of each\n`);
  for (const check of answer.checks) {
    expect(Object.keys(check)).toEqual(['name', 'status', 'detail', 'remedy']);
    expect(check.remedy === null).toBe(check.status === 'ok');
  }
  return Object.fromEntries(answer.checks.map((check) => [check.name, check]));
}

const failure = (detail: RegExp, remedy: RegExp) => ({
  status: 'failed',
  detail: expect.stringMatching(detail),
  remedy: expect.stringMatching(remedy),
});

test('finds nothing wrong here, and draws a label', async () => {
  const checks = await examine({});
  expect(checks).toMatchObject({
    configuration: { status: 'ok' },
    versions: { detail: expect.stringContaining(`Node.js ${process.versions.node}`) },
    renderer: { status: 'ok' },
    database: { status: 'ok', detail: expect.stringContaining('the first start creates it') },
    redis: { status: 'ok' },
  });
});

test('says which fonts there are and what they write, and which one is damaged', async () => {
  const found = await examine({ FONTS_DIR: fileURLToPath(new URL('../fonts', import.meta.url)) });
  expect(found['fonts']).toEqual({
    name: 'fonts',
    status: 'ok',
    detail: expect.stringMatching(
      /^8 by name in 7 files of 0\.\d MiB; scripts: Arabic, Devanagari, Greek, Han, Hangul, Hebrew, .*Thai$/,
    ),
    remedy: null,
  });
  const none = await examine({ FONTS_DIR: '/nowhere' });
  expect(none['fonts']).toMatchObject(failure(/the folder of fonts \/nowhere cannot be read/, /fonts\.md/));
});

test('says what the printer profile has, or what is wrong with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-profile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeProfile(folder, PROFILE);
  const found = await examine({ PRINTER_PROFILE: folder });
  expect(found['profile']).toMatchObject({
    status: 'ok',
    detail: 'ZD621 of 203 dpi; sizes of fonts: 2; rules: qrOrigin',
  });
  const none = await examine({ PRINTER_PROFILE: '/nowhere' });
  expect(none['profile']).toMatchObject(
    failure(/\/nowhere\/profile\.json is not there/, /printer-profiles\.md/),
  );
});

test('names every setting that is wrong, and checks what does not depend on it', async () => {
  const checks = await examine({ PORT: 'x', POOL_THREADS: '0' });
  expect(checks['configuration']).toMatchObject(
    failure(/PORT must be.*POOL_THREADS must be/, /configuration\.md/),
  );
  expect(checks).toMatchObject({
    port: { status: 'warning' },
    memory: { status: 'warning' },
    redis: { status: 'ok' },
  });
});

test.each([
  ['nobody listens', 'postgres://u:hidden@127.0.0.1:1/x', /ECONNREFUSED/, /start PostgreSQL/],
  [
    'the host is not known',
    'postgres://u:hidden@nobody.invalid/x',
    /nobody\.invalid/,
    /correct the host|start Postgre/,
  ],
])(
  'says that PostgreSQL is out of reach where %s, without its password',
  async (_case, url, detail, remedy) => {
    const { database } = await examine({ DATABASE_URL: url });
    expect(database).toMatchObject(failure(detail, remedy));
    expect(JSON.stringify(database)).not.toContain('hidden');
  },
);

const postgres = sharedPostgres();
describe.skipIf(postgres === null)('with PostgreSQL', () => {
  test('a schema that is there, and the clocks, are in order', async () => {
    const checks = await examine({ DATABASE_URL: (await postgres?.makeMigrated()) ?? '' });
    expect(checks).toMatchObject({
      database: { status: 'ok', detail: expect.stringMatching(/^PostgreSQL \d+.*connections$/) },
      schema: { status: 'ok' },
      'clock (PostgreSQL)': { status: 'ok' },
    });
  });

  test('an older schema is to be migrated', async () => {
    const url = (await postgres?.makeMigrated()) ?? '';
    await administer(url, 'DELETE FROM platen_migrations WHERE number > 1');
    const { schema } = await examine({ DATABASE_URL: url });
    expect(schema).toMatchObject(failure(/is at schema 1/, /platen migrate/));
  });

  test('a newer schema needs the newer program', async () => {
    const url = (await postgres?.makeMigrated()) ?? '';
    await administer(url, 'INSERT INTO platen_migrations (number) VALUES (999)');
    const { schema } = await examine({ DATABASE_URL: url });
    expect(schema).toMatchObject(failure(/newer/, /run the newer program/));
  });

  test('a database that is not there is to be made', async () => {
    const url = new URL((await postgres?.makeMigrated()) ?? '');
    url.pathname = '/platen_missing';
    expect((await examine({ DATABASE_URL: url.href }))['database']).toMatchObject(
      failure(/does not exist/, /create the database/),
    );
  });

  test('a role without rights is to be granted them', async () => {
    const url = new URL((await postgres?.makeMigrated()) ?? '');
    const role = `platen_${url.pathname.slice(-12)}`;
    await administer(url.href, `CREATE ROLE ${role} LOGIN PASSWORD 'any'`);
    try {
      const own = new URL(url);
      own.username = role;
      own.password = 'any';
      expect((await examine({ DATABASE_URL: own.href }))['database']).toMatchObject(
        failure(/permission denied for table/, /GRANT/),
      );
    } finally {
      await administer(url.href, `DROP ROLE ${role}`);
    }
  });

  test('what else a server refuses is not taken for a server that is down', async () => {
    const url = new URL((await postgres?.makeMigrated()) ?? '');
    url.searchParams.set('options', '-c no_such_setting=1');
    const { database } = await examine({ DATABASE_URL: url.href });
    expect(database).toMatchObject(failure(/no_such_setting/, /see PostgreSQL's log.*42704/));
  });
});

test('says that Redis is out of reach', async () => {
  const { redis } = await examine({ REDIS_URL: 'redis://:hidden@127.0.0.1:1' });
  expect(redis).toMatchObject(failure(/ECONNREFUSED/, /start Redis/));
  expect(JSON.stringify(redis)).not.toContain('hidden');
});

describe.skipIf(!redisIsInstalled())('with Redis', () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  beforeAll(async () => {
    server = await startRedis();
    await server.command('CONFIG', 'SET', 'requirepass', 'right');
  });
  afterAll(() => server.stop());

  test('a server that answers is in order, and its clock', async () => {
    expect(await examine({ REDIS_URL: server.url.replace('redis://', 'redis://:right@') })).toMatchObject({
      redis: { status: 'ok', detail: expect.stringMatching(/^Redis \d/) },
      'clock (redis)': { status: 'ok' },
    });
  });

  test('a wrong password is said', async () => {
    const { redis } = await examine({ REDIS_URL: server.url.replace('redis://', 'redis://:wrong@') });
    expect(redis).toMatchObject(failure(/WRONGPASS/, /correct user and password/));
  });
});

test('a directory that cannot be written is named', async () => {
  const { database } = await examine({ DATA_DIR: '/dev/null/data' });
  expect(database).toMatchObject(failure(/\/dev\/null\/data/, /DATA_DIR/));
});

test('a directory that others can write is refused, as a start refuses it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'platen: doctor-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, 'notes.txt'), '');
  chmodSync(directory, 0o777);
  const { database } = await examine({ DATA_DIR: directory });
  expect(database).toMatchObject(failure(/can be written by other users \(mode 0777\)/, /^run `chmod go-w/));
});

test('a port of another program is distinguished from one that Platen serves', async () => {
  const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = await examine({ PORT: String((other.address() as AddressInfo).port) });
  other.close();
  expect(port).toMatchObject(failure(/taken by another program/, /set PORT/));
});

/** The finding about an embedded database that no process has. */
const OPENS = { status: 'ok', detail: expect.stringContaining('it opens, and no process uses it') };

describe('of an embedded database that nobody has', () => {
  const directory = useDirectory();
  /** The rows of a statement. */
  const asked = async (statement: string): Promise<unknown[]> => {
    const database = await EmbeddedDatabase.open(directory().DATA_DIR, () => {});
    try {
      return await database.query(statement);
    } finally {
      await database.close();
    }
  };

  test('an older schema is looked at and left as it is', async () => {
    await asked('DELETE FROM platen_migrations WHERE number > 1');
    expect(await examine(directory())).toMatchObject({
      database: OPENS,
      schema: {
        status: 'warning',
        detail: expect.stringContaining('is at schema 1,'),
        remedy: expect.stringContaining('the next start brings it up to date'),
      },
    });
    expect(await asked('SELECT number FROM platen_migrations')).toEqual([{ number: 1 }]);
  });
});

describe('beside a service on the embedded database', () => {
  const directory = useDirectory();
  const api = useService({}, directory);

  test('asks the service, whose ports are its own', async () => {
    const { port, opsUrl } = api.service;
    const checks = await examine({ ...directory(), PORT: String(port), OPS_PORT: new URL(opsUrl).port });
    expect(checks).toMatchObject({
      database: {
        status: 'ok',
        detail: expect.stringContaining(`process ${process.pid} uses it, and answers`),
      },
      port: { status: 'ok', detail: expect.stringContaining('a running Platen') },
      'ops port': { status: 'ok', detail: expect.stringContaining('a running Platen') },
    });
  });

  const another = useDirectory();
  test.each([
    ['that nobody has', () => another(), { database: OPENS, schema: { status: 'ok' } }],
    ['that is not there yet', () => ({ DATA_DIR: join(another().DATA_DIR, 'none') }), {}],
  ])("its ports are another's for a directory %s", async (_case, place, found) => {
    const { port, opsUrl } = api.service;
    const checks = await examine({ ...place(), PORT: String(port), OPS_PORT: new URL(opsUrl).port });
    const theirs = (name: string) => ({
      status: 'warning',
      detail: expect.stringContaining('another Platen serves'),
      remedy: `a second one needs another ${name}`,
    });
    expect(checks).toMatchObject({ ...found, port: theirs('PORT'), 'ops port': theirs('OPS_PORT') });
  });
});

test.skipIf(process.platform !== 'linux')('a low limit of open files fails the program', async () => {
  const port = String(await freePort());
  const { status, stdout } = spawnSync(
    'sh',
    ['-c', `ulimit -n 200; exec "$0" "$1" doctor`, process.execPath, PROGRAM],
    {
      encoding: 'utf8',
      env: { ...ANY, PORT: port, HOME: '/' },
    },
  );
  expect(stdout).toMatch(/^failed +file limit +200 open files.*ulimit -n/m);
  expect(status).toBe(1);
});

test('a reader of pictures that does not load is one finding, and no trace', async () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, 'doctor'], {
    encoding: 'utf8',
    env: { ...ANY, HOME: '/', NAPI_RS_NATIVE_LIBRARY_PATH: '/dev/null/none' },
  });
  expect(stdout).toMatch(/^failed +renderer +.*npm ci/m);
  expect(stderr).toBe('platen doctor: failed: renderer; follow the remedy of each\n');
  expect(status).toBe(1);
});

describe('a check', () => {
  const look = () => new Promise<readonly CheckResult[]>(() => {});

  test('that takes too long has failed, with what to do', async () => {
    expect(await runCheck({ name: 'x', remedy: 'do it', look }, {}, 10)).toEqual([
      { name: 'x', status: 'failed', detail: 'no answer within 0.01 s', remedy: 'do it' },
    ]);
  });

  test.each([
    [5000, 'ok'],
    [7000, 'ok'],
    [2900, 'warning'],
    [9100, 'warning'],
  ])('of a clock that says %i between 5000 and 7000 is %s', (serverTime, status) => {
    expect(clockFinding('x', serverTime, 5000, 7000).status).toBe(status);
  });
});
