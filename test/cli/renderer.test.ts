import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { platen } from './recorder.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));
const ENV = { ...process.env, OPS_PORT: '0', POOL_THREADS: '1', LOG_LEVEL: 'silent' };
const LABEL = 'v1/printers/8dpmm/labels/1x1/0/';
const ZPL = '^XA^FO9,9^A0N,30^FDok^FS^XZ';

/** A program that runs until the test ends, and its first line on standard output. */
async function started(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const program = spawn(process.execPath, [PROGRAM, 'renderer', ...argv], {
    env: { ...ENV, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  let line = '';
  program.stdout.setEncoding('utf8');
  for await (const text of program.stdout.iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
    line += text;
    if (line.endsWith('\n')) break;
  }
  return { program, line };
}

test('prints its address first, draws with keys at a rate, and ends with status 0 when it is stopped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-renderer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'keys'), '# of the warehouse\nfirst\r\n\nsecond\n');
  const argv = ['--port', '0', '--key-file', join(folder, 'keys'), '--rate', '50'];
  const { program, line } = await started(argv);
  const [, url = ''] = /^Platen Renderer: (http:\/\/127\.0\.0\.1:\d+\/)\n$/.exec(line) ?? [];
  const status = async (key: string) =>
    (await fetch(`${url}${LABEL}`, { method: 'POST', body: ZPL, headers: { 'X-API-Key': key } })).status;
  expect([await status('first'), await status('second'), await status('# of the warehouse')]).toEqual([
    200, 200, 401,
  ]);
  const ended = once(program, 'exit');
  program.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('shares a port between listeners, which the command line does not send elsewhere', async () => {
  const port = await freePort();
  const { program, line } = await started(['--port', `${port}`, '--json'], { LISTENERS: '2' });
  expect(JSON.parse(line)).toMatchObject({ url: `http://127.0.0.1:${port}/` });
  const answers = Array.from({ length: 8 }, () =>
    fetch(`http://127.0.0.1:${port}/${LABEL}`, { method: 'POST', body: ZPL }),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  const ended = once(program, 'exit');
  program.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('ends where a port is taken, the thread that it has begun included', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as { readonly port: number };
  const run = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    spawnSync(process.execPath, [PROGRAM, 'renderer', ...argv], {
      encoding: 'utf8',
      env: { ...ENV, ...env },
    });
  const ops = run(['--port', '0'], { OPS_PORT: `${port}` });
  expect([ops.status, ops.stdout]).toEqual([1, '']);
  expect(ops.stderr).toContain(`OPS_PORT ${port} on 127.0.0.1 is taken`);
  const api = run(['--port', `${port}`]);
  expect([api.status, api.stderr]).toEqual([
    1,
    expect.stringContaining(`cannot listen on 127.0.0.1:${port}`),
  ]);
});

test('refuses a wrong option, and says each wrong setting in a line', async () => {
  expect(await platen(['renderer', '--rate', '0'])).toMatchObject({ status: 2, stdout: '' });
  const { stderr } = await platen(['renderer'], { PORT: 'x', POOL_QUEUE: '-1' });
  expect(stderr.split('\n')).toHaveLength(3);
});
