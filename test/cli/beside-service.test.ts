import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DirectoryLock } from '../../src/store/directory-lock.ts';
import { openStore } from '../../src/store/open.ts';
import { VERSION } from '../../src/version.ts';
import { databaseDirectory } from '../support/database-directory.ts';
import { useDirectory, useService } from '../support/service.ts';
import { type Outcome, platen } from './recorder.ts';

vi.setConfig({ testTimeout: 120_000 });

const PROGRAM = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

const directory = useDirectory();
const command = (...argv: string[]): Promise<Outcome> => platen(argv, { DATA_DIR: directory() });

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-beside-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function json({ status, stdout, stderr }: Outcome) {
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

const bundle = (more: object): string =>
  JSON.stringify({
    name: 'Shelf',
    width: 50,
    height: 25,
    dpi: 203,
    output_format: 'vector',
    zpl: '^XA^FO20,20^A0N,30,30^FDHello^FS^XZ',
    ...more,
  });

async function bundleFile(name: string, more: object): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bundle(more));
  return path;
}

test('commands at once without a service are all carried out', async () => {
  const database = await databaseDirectory();
  try {
    const create = (name: string) =>
      new Promise<number | null>((resolve) => {
        const argv = ['--import', 'tsx', PROGRAM, 'accounts', 'create', '--name', name];
        const env = { ...process.env, DATABASE_URL: '', DATA_DIR: database };
        spawn(process.execPath, argv, { env, stdio: 'ignore' }).once('exit', resolve);
      });
    expect(await Promise.all(['a', 'b', 'c', 'd'].map(create))).toEqual([0, 0, 0, 0]);
    const accounts = json(await platen(['accounts', 'list', '--json'], { DATA_DIR: database }));
    expect(accounts.map(({ name }: { name: string }) => name).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  } finally {
    await rm(database, { recursive: true, force: true });
  }
});

describe('beside a running service', () => {
  const api = useService({}, directory);

  test('a key works, and is refused by the next request after its revocation or rotation', async () => {
    const { id } = json(await command('accounts', 'create', '--name', 'Beside', '--json'));
    const statusOf = async (key: string) =>
      (await api.request('GET', '/label-api/labels', { headers: { 'x-api-key': key } })).status;
    const made = json(await command('keys', 'create', '--account', id, '--json'));
    expect(await statusOf(made.key)).toBe(200);
    const next = json(await command('keys', 'rotate', made.id, '--json'));
    expect([await statusOf(made.key), await statusOf(next.key)]).toEqual([401, 200]);
    json(await command('keys', 'revoke', next.id, '--json'));
    expect(await statusOf(next.key)).toBe(401);
  });

  test('entitlement and labels change for the next request', async () => {
    const { id } = json(await command('accounts', 'create', '--name', 'Labels', '--json'));
    const { key } = json(await command('keys', 'create', '--account', id, '--json'));
    const get = (path: string) => api.request('GET', `/label-api${path}`, { headers: { 'x-api-key': key } });
    const label = json(
      await command('labels', 'import', await bundleFile('a.json', {}), '--account', id, '--json'),
    );
    expect((await get(`/labels/${label.id}/zpl`)).text).toContain('Hello');
    const again = await bundleFile('b.json', { id: label.id, zpl: '^XA^FDBye^FS^XZ' });
    expect(json(await command('labels', 'import', again, '--account', id, '--json'))).toMatchObject({
      id: label.id,
      revision: 2,
    });
    expect((await get(`/labels/${label.id}/zpl`)).text).toBe('^XA^FDBye^FS^XZ');
    const exported = json(await command('labels', 'export', label.id, '--json'));
    expect(exported).toMatchObject({ id: label.id, zpl: '^XA^FDBye^FS^XZ', team_id: null });
    json(await command('labels', 'delete', label.id, '--json'));
    expect((await get(`/labels/${label.id}`)).status).toBe(404);
    json(await command('accounts', 'set-plan', id, 'free', '--json'));
    expect((await get('/labels')).status).toBe(403);
    json(await command('accounts', 'join-team', id, 'blue', '--json'));
    expect((await get('/labels')).status).toBe(200);
    json(await command('accounts', 'leave-team', id, 'blue', '--json'));
    expect((await get('/labels')).status).toBe(403);
    json(await command('accounts', 'grant', id, '--json'));
    expect((await get('/labels')).status).toBe(200);
    json(await command('accounts', 'ungrant', id, '--json'));
    expect((await get('/labels')).status).toBe(403);
  });

  test('migrate finds the schema up to date', async () => {
    expect(await command('migrate')).toMatchObject({ status: 0, stdout: 'The schema is up to date.\n' });
  });

  test('several labels of 2 MB are imported and exported whole', async () => {
    const { id } = json(await command('accounts', 'create', '--name', 'Large', '--json'));
    const zpl = `^XA^FX${'ä"\\'.repeat(690_000)}^FS^FO9,9^A0N,30,30^FDLarge^FS^XZ`;
    const files = await Promise.all([1, 2, 3, 4].map((n) => bundleFile(`${n}.json`, { zpl })));
    const labels = json(await command('labels', 'import', ...files, '--account', id, '--json'));
    expect(labels).toHaveLength(4);
    expect(json(await command('labels', 'export', labels[3].id, '--json')).zpl).toBe(zpl);
  });

  test('many commands at once are all answered', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => command('accounts', 'list', '--json')),
    );
    for (const outcome of outcomes) expect(Array.isArray(json(outcome))).toBe(true);
  });

  describe('its socket', () => {
    const socketPath = (): string => {
      const name = readdirSync(directory()).find((file) => file.endsWith('.sock')) ?? '';
      return join(directory(), name);
    };
    const send = (path: string, body: Iterable<Buffer> | string, version = VERSION) =>
      new Promise<{ status: number; text: string } | 'cut'>((resolve) => {
        const headers = { 'platen-version': version };
        const asking = request({ socketPath: socketPath(), path, method: 'POST', headers }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        });
        asking.on('error', () => resolve('cut'));
        if (typeof body === 'string') asking.end(body);
        else pipeline(Readable.from(body), asking, () => {});
      });

    test('is for its own user', () => {
      const stat = statSync(socketPath());
      expect(stat.isSocket()).toBe(true);
      expect(stat.mode & 0o777).toBe(0o600);
    });

    test('says which version is on each side when they differ', async () => {
      expect(await send('/', '', '0.0.9')).toEqual({
        status: 409,
        text: expect.stringContaining(
          `this is platen 0.0.9, and the process that has the database is platen ${VERSION}`,
        ),
      });
    });

    test.each([
      ['no JSON', '/revokeKey', '{'],
      ['another type', '/revokeKey', '[7]'],
      ['too few', '/setPlan', '["id"]'],
      ['a word that is none of those allowed', '/setPlan', '["id","gold"]'],
      ['a number that JSON has not', '/importLabels', '["id",[{"width":1e999}]]'],
    ])('takes no call with %s', async (_, path, body) => {
      expect(await send(path, body)).toMatchObject({ status: 400 });
    });

    test.each(['/close', '/findCaller', '/toString', '/__proto__', '/recordKeyUses'])(
      'has no call %s',
      async (path) => {
        expect(await send(path, '[]')).toMatchObject({ status: 404 });
      },
    );

    test('does not take a call that has no end, and goes on after one that breaks off', async () => {
      const endless = function* (): Iterable<Buffer> {
        for (;;) yield Buffer.alloc(1024 * 1024, ' ');
      };
      const answer = await send('/listAccounts', endless());
      if (answer !== 'cut') expect(answer.status).toBe(413);
      const broken = request({
        socketPath: socketPath(),
        path: '/listAccounts',
        method: 'POST',
        headers: { 'platen-version': VERSION, 'content-length': 1000 },
      });
      broken.on('error', () => {});
      broken.write('[');
      await delay(100);
      broken.destroy();
      await delay(100);
      expect(json(await command('accounts', 'list', '--json'))).not.toHaveLength(0);
    });
  });
});

test('say the same, and end with the same status, as without a service', async () => {
  const direct = await databaseDirectory();
  const run = (...argv: string[]): Promise<Outcome> => platen(argv, { DATA_DIR: direct });
  const store = await openStore({ databaseUrl: null, dataDir: direct, onError: console.error });
  const { id: account } = await store.createAccount('Same', 'pro');
  for (let active = 0; active < 5; active++) await store.createKey(account, 'render');
  await store.close();
  const file = await bundleFile('same.json', { id: '6f1a3c6e-2222-4111-8111-000000000001', team_id: 'red' });
  json(await run('labels', 'import', file, '--account', account, '--json'));
  const lines = [
    ['accounts', 'list'],
    ['accounts', 'set-plan', account, 'pro', '--json'],
    ['accounts', 'join-team', account, 'x'.repeat(81)],
    ['keys', 'list', '--account', account, '--json'],
    ['keys', 'create', '--account', account],
    ['keys', 'revoke', 'nothing'],
    ['labels', 'list'],
    ['labels', 'export', '6f1a3c6e-2222-4111-8111-000000000001'],
    ['labels', 'export', 'nothing'],
    ['labels', 'import', file, '--account', 'nobody'],
    ['migrate', '--json'],
  ];
  const outcomes = async () => {
    const all: Outcome[] = [];
    for (const line of lines) all.push(await run(...line));
    return all;
  };
  const before = await outcomes();
  const service = await serve({ DATA_DIR: direct });
  expect(await outcomes()).toEqual(before);
  await stop(service);
  rmSync(direct, { recursive: true });
});

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

function start(env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), PROGRAM, 'serve', '--json'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PORT: '0', OPS_PORT: '0', POOL_THREADS: '1', LOG_LEVEL: 'fatal', ...env },
    },
  );
  children.push(child);
  return child;
}

/** Resolves when it listens. */
async function serve(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = start(env);
  if (child.stdout !== null) await once(child.stdout, 'data');
  return child;
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

test('a service that starts waits for a command that has the database', async () => {
  const own = await databaseDirectory();
  const lock = await DirectoryLock.take(own);
  setTimeout(() => lock.release(), 1500);
  await stop(await serve({ DATA_DIR: own }));
  rmSync(own, { recursive: true });
});

test('the socket of a killed service is no obstacle', async () => {
  const own = await databaseDirectory();
  const run = (...argv: string[]): Promise<Outcome> => platen(argv, { DATA_DIR: own });
  await stop(await serve({ DATA_DIR: own }), 'SIGKILL');
  expect(readdirSync(own).some((name) => name.endsWith('.sock'))).toBe(true);
  const { id } = json(await run('accounts', 'create', '--name', 'After', '--json'));
  await stop(await serve({ DATA_DIR: own }), 'SIGKILL');
  const service = await serve({ DATA_DIR: own });
  expect(json(await run('accounts', 'list', '--json'))).toEqual([{ id, name: 'After', plan: 'pro' }]);
  await stop(service);
  rmSync(own, { recursive: true });
});

test('commands given while a service starts, runs, stops and starts again are done, once each', async () => {
  const own = await databaseDirectory();
  const run = (...argv: string[]): Promise<Outcome> => platen(argv, { DATA_DIR: own });
  const done: string[] = [];
  const refused: string[] = [];
  const over = new AbortController();
  const commands = (async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      const { status, stderr } = await run('accounts', 'create', '--name', `${n}`);
      if (status === 0) done.push(`${n}`);
      else refused.push(stderr);
      await delay(300);
    }
  })();
  let served = 0;
  for (let round = 0; round < 3; round++) {
    const child = start({ DATA_DIR: own, SHUTDOWN_GRACE_MS: '1000' });
    // Commands that follow each other may keep it out, which it says; a supervisor would start it again.
    await Promise.race([once(child, 'exit'), child.stdout && once(child.stdout, 'data')]);
    await delay(1000);
    if (child.exitCode !== null) continue;
    await stop(child);
    served++;
  }
  over.abort();
  await commands;
  const names = json(await run('accounts', 'list', '--json')).map(({ name }: { name: string }) => name);
  expect(served).toBeGreaterThan(0);
  expect(done.length).toBeGreaterThan(3);
  expect(names.filter((name: string) => done.includes(name))).toEqual(done);
  expect(new Set(names).size).toBe(names.length);
  for (const said of refused) expect(said).toMatch(/is in use by process|gave no answer/);
  rmSync(own, { recursive: true });
});
