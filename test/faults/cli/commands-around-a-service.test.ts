import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DirectoryLock } from '../../../src/store/directory-lock.ts';
import { openStore } from '../../../src/store/open.ts';
import { json, type Outcome, platen } from '../../cli/recorder.ts';
import { labelInput } from '../../store/label-input.ts';
import { databaseDirectory } from '../../support/database-directory.ts';
import { FULL_RUNS } from '../../support/runs.ts';
import { startChild } from '../store/start-child.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/src/cli.js', import.meta.url));

const LABEL = {
  name: 'Shelf',
  width: 50,
  height: 25,
  dpi: 203,
  output_format: 'vector',
  zpl: '^XA^FO20,20^A0N,30,30^FDHello^FS^XZ',
  team_id: 'red',
};

/** Starts of a service while commands come, and the pause between two commands: short ones keep it out more often. */
const ROUNDS = FULL_RUNS ? 3 : 2;
const PAUSE_MS = FULL_RUNS ? 300 : 1000;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-around-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command in a process of its own. */
async function commandOf(argv: readonly string[], database: string) {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: database };
  const child = spawn(process.execPath, [PROGRAM, ...argv], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [status] = await once(child, 'close');
  return { status: status as number | null, stderr };
}

test.concurrent('commands at once without a service are all carried out', async () => {
  const database = await databaseDirectory();
  try {
    const create = async (name: string): Promise<void> => {
      for (;;) {
        const begunAt = performance.now();
        const { status, stderr } = await commandOf(['accounts', 'create', '--name', name], database);
        if (status === 0) return;
        // Half a minute is too little for the last of them where a machine is very busy.
        expect(stderr).toContain('is in use by process');
        expect(performance.now() - begunAt).toBeGreaterThan(30_000);
      }
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(create));
    const accounts = json(await platen(['accounts', 'list', '--json'], { DATA_DIR: database }));
    expect(accounts.map(({ name }: { name: string }) => name).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  } finally {
    await rm(database, { recursive: true, force: true });
  }
});

test.concurrent('say the same, and end with the same status, as without a service', async () => {
  const direct = await databaseDirectory();
  const run = (...argv: string[]): Promise<Outcome> => platen(argv, { DATA_DIR: direct });
  const store = await openStore({ databaseUrl: null, dataDir: direct, onError: console.error });
  const { id: account } = await store.createAccount('Same', 'pro');
  for (let active = 0; active < 5; active++) await store.createKey(account, 'render');
  const [label] = await store.importLabels(account, [labelInput()]);
  await store.close();
  const file = join(folder, 'same.json');
  await writeFile(file, JSON.stringify(LABEL));
  // A table, JSON, a document, and refusals of a value and of the store.
  const some = [
    ['accounts', 'list'],
    ['accounts', 'join-team', account, 'x'.repeat(81)],
    ['keys', 'list', '--account', account, '--json'],
    ['keys', 'create', '--account', account],
    ['labels', 'export', label?.id ?? ''],
    ['labels', 'import', file, '--account', 'nobody'],
  ];
  const others = [
    ['accounts', 'set-plan', account, 'pro', '--json'],
    ['keys', 'revoke', 'nothing'],
    ['labels', 'list'],
    ['labels', 'export', 'nothing'],
    ['migrate', '--json'],
  ];
  const lines = FULL_RUNS ? [...some, ...others] : some;
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
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', OPS_PORT: '0', POOL_THREADS: '1', LOG_LEVEL: 'fatal', ...env },
  });
  children.push(child);
  return child;
}

/** Resolves when it listens or ends. */
async function listeningOrEnded(child: ChildProcess): Promise<void> {
  await Promise.race([once(child, 'exit'), child.stdout && once(child.stdout, 'data')]);
}

/** Resolves when it listens. */
async function serve(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = start(env);
  await listeningOrEnded(child);
  if (child.exitCode !== null) throw new Error(`serve ended with ${child.exitCode}`);
  return child;
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

test.concurrent('a service that starts waits for a command that has the database; once killed, its socket is no obstacle', async () => {
  const own = await databaseDirectory();
  const run = (...argv: string[]): Promise<Outcome> => platen(argv, { DATA_DIR: own });
  const lock = await DirectoryLock.take(own);
  setTimeout(() => lock.release(), 1500);
  await stop(await serve({ DATA_DIR: own }), 'SIGKILL');
  const sockets = () => readdirSync(own).filter((name) => name.endsWith('.sock'));
  expect(sockets()).toHaveLength(1);
  const { id } = json(await run('accounts', 'create', '--name', 'After', '--json'));
  expect(sockets()).toEqual([]);
  // A killed holder of the lock leaves what a killed service does, and starts sooner.
  const holder = startChild('take-lock', [own]);
  await holder.printed(1);
  await holder.kill();
  expect(sockets()).toHaveLength(1);
  const service = await serve({ DATA_DIR: own });
  expect(json(await run('accounts', 'list', '--json'))).toEqual([{ id, name: 'After', plan: 'pro' }]);
  await stop(service);
  rmSync(own, { recursive: true });
});

test.concurrent('commands given while a service starts, runs, stops and starts again are done, once each', async () => {
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
      await delay(PAUSE_MS);
    }
  })();
  let served = 0;
  for (let round = 0; round < ROUNDS || served === 0 || done.length < 4; round++) {
    const child = start({ DATA_DIR: own, SHUTDOWN_GRACE_MS: '1000' });
    // Commands that follow each other may keep it out, which it says; a supervisor would start it again.
    await listeningOrEnded(child);
    await delay(1000);
    if (child.exitCode !== null) continue;
    await stop(child);
    served++;
  }
  over.abort();
  await commands;
  const names = json(await run('accounts', 'list', '--json')).map(({ name }: { name: string }) => name);
  expect(names.filter((name: string) => done.includes(name))).toEqual(done);
  expect(new Set(names).size).toBe(names.length);
  for (const said of refused) expect(said).toMatch(/is in use by process|gave no answer/);
  rmSync(own, { recursive: true });
});
