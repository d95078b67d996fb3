import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { nodeAdvice } from '../../src/cli/node-release.ts';
import { databaseDirectory } from '../support/database-directory.ts';
import { freePort } from '../support/free-port.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));

test('the program ends with the status of its command and keeps its streams apart', () => {
  const run = (...argv: string[]) => spawnSync(process.execPath, [PROGRAM, ...argv], { encoding: 'utf8' });
  expect(run('render')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('FILE.zpl|BUNDLE.json is missing'),
  });
  expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
});

test('serve says in its log, once, what one should know of this Node.js, and on standard output nothing', async () => {
  // The setting is wrong, so that the program ends before it has a database.
  const directory = mkdtempSync(join(tmpdir(), 'platen-program-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const port = await freePort();
  const taken = createServer().listen(port, '127.0.0.1');
  await once(taken, 'listening');
  const settings = { PORT: '0', OPS_PORT: `${port}`, DATA_DIR: join(directory, 'data') };
  const env = { ...process.env, ...settings, POOL_THREADS: '1', LOG_LEVEL: 'warn' };
  const { stdout, stderr } = spawnSync(process.execPath, [PROGRAM, 'serve'], { encoding: 'utf8', env });
  taken.close();
  const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
  const text = nodeAdvice()?.text;
  const expected = text === undefined ? [] : [expect.objectContaining({ level: 40, msg: text })];
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(expected);
  expect(stderr).toContain(`OPS_PORT ${port}`);
  expect(stdout).toBe('');
  expect(readdirSync(directory)).toEqual([]);
});

test('serve stops when npx, which passes a signal on to its shell only, is stopped', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'platen-program-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  cpSync(await databaseDirectory(), join(directory, 'data'), { recursive: true });
  const settings = { PORT: '0', OPS_PORT: '0', DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'silent' };
  // A shell that starts the program and waits for it, as npx does where the shell does not become the program.
  const command = `'${process.execPath}' '${PROGRAM}' serve & echo $!; wait`;
  const env = { ...process.env, ...settings, POOL_THREADS: '1', npm_lifecycle_event: 'npx' };
  const shell = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  shell.stdout.setEncoding('utf8');
  for await (const text of shell.stdout.iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
    printed += text;
    if (printed.includes('serves')) break;
  }
  const pid = Number.parseInt(printed, 10);
  let hasEnded = false;
  onTestFinished(() => {
    if (!hasEnded) process.kill(pid, 'SIGKILL');
  });
  // The service holds the pipe until it has ended.
  const ended = once(shell, 'close');
  shell.stdout.resume();
  shell.kill('SIGTERM');
  await ended;
  hasEnded = true;
  const locks = readdirSync(join(directory, 'data')).filter((name) => name.startsWith('lock'));
  expect(locks.map((name) => readFileSync(join(directory, 'data', name), 'utf8'))).toEqual(['']);
});

test('npm builds after an installation, and not again for the first npx', () => {
  const directory = mkdtempSync(join(tmpdir(), 'platen-prepare-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  cpSync(new URL('../../prepare.mjs', import.meta.url), join(directory, 'prepare.mjs'));
  // npm itself takes longer to start than all else here.
  writeFileSync(join(directory, 'npm'), '#!/bin/sh\necho "npm $*"\n', { mode: 0o755 });
  const prepare = (npmCommand: string): string =>
    spawnSync(process.execPath, ['prepare.mjs'], {
      cwd: directory,
      encoding: 'utf8',
      env: { ...process.env, npm_command: npmCommand, PATH: `${directory}:${process.env['PATH']}` },
    }).stdout;
  expect(prepare('exec')).toBe('npm run build\n');
  mkdirSync(join(directory, 'dist/src'), { recursive: true });
  writeFileSync(join(directory, 'dist/src/cli.js'), '');
  expect(prepare('exec')).toBe('');
  expect(prepare('ci')).toBe('npm run build\n');
  expect(prepare('install')).toBe('npm run build\n');
});

test('a size of the young generation for the main thread leaves the threads theirs', async () => {
  // Bytes by which the limit of a thread's heap exceeds that of its old generation.
  const young = `import { isMainThread, resourceLimits } from 'node:worker_threads';
    import { getHeapStatistics } from 'node:v8';
    const old = resourceLimits.maxOldGenerationSizeMb;
    if (!isMainThread) console.error('young MB', getHeapStatistics().heap_size_limit / 2 ** 20 - old);`;
  const imported = `--import=data:text/javascript,${encodeURIComponent(young)}`;
  const env = { ...process.env, OPS_PORT: '0', POOL_THREADS: '1', LOG_LEVEL: 'silent' };
  const program = spawn(process.execPath, [PROGRAM, 'renderer', '--port', '0'], {
    env: { ...env, NODE_OPTIONS: `--max-semi-space-size=64 ${imported}` },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  let printed = '';
  program.stderr.setEncoding('utf8');
  for await (const text of program.stderr as AsyncIterable<string>) {
    printed += text;
    if (printed.includes('\n')) break;
  }
  expect(printed).toBe('young MB 12\n');
});
