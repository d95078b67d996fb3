import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { nodeAdvice } from '../../src/cli/node-release.ts';
import { freePort } from '../support/free-port.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));

test('the program ends with the status of its command and keeps its streams apart', () => {
  const run = (...argv: string[]) => spawnSync(process.execPath, [PROGRAM, ...argv], { encoding: 'utf8' });
  expect(run('render')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('FILE.zpl is missing'),
  });
  expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
});

test('serve says in its log, once, what one should know of this Node.js, and on standard output nothing', async () => {
  // So that it ends, and before it has a database.
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
