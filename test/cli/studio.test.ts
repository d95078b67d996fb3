import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { redirectingFile } from '../../src/cli/studio.ts';
import type { WorkspaceLabels } from '../../src/studio/workspace/workspace.ts';
import { authorizationOf } from '../studio/open-studio.ts';
import { freePort } from '../support/free-port.ts';
import { platen } from './recorder.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));

/** The program, ended with the test. */
function studio(...argv: readonly string[]) {
  return studioIn(process.cwd(), ...argv);
}

function studioIn(cwd: string, ...argv: readonly string[]) {
  const program = spawn(process.execPath, [PROGRAM, 'studio', '--no-open', ...argv], { stdio: 'pipe', cwd });
  onTestFinished(() => void program.kill('SIGKILL'));
  return program;
}

it('prints one line with its address and token, serves there, and ends with Ctrl-C', async () => {
  const port = await freePort();
  const program = studio('docs/labels', '--port', `${port}`);
  const lines: string[] = [];
  const reading = createInterface(program.stdout).on('line', (line) => lines.push(line));
  await once(reading, 'line');
  const address = /^Platen Studio: (http:\/\/127\.0\.0\.1:(\d+)\/\?token=[\w-]{43})$/.exec(lines[0] ?? '');
  expect(address?.[2]).toBe(`${port}`);
  expect((await fetch(address?.[1] ?? '')).status).toBe(200);
  program.kill('SIGINT');
  expect(await once(program, 'exit')).toEqual([0, null]);
  expect(lines).toHaveLength(1);
});

it.each([
  [['--url', 'http://127.0.0.1'], 'platen studio: --url and --key-file go together;'],
  [['--port', '70000'], 'platen studio: --port must be a whole number from 0 to 65535, not "70000";'],
])('says what is wrong with %j', async (argv, message) => {
  const refused = await platen(['studio', '--no-open', ...argv]);
  expect(refused).toEqual({ status: 2, stdout: '', stderr: expect.stringContaining(message) });
});

it('offers the printers of the configuration in its folder, and says what is wrong with one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-studio-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const config = join(folder, 'platen-lint.json');
  await writeFile(config, '{"printers":{"Dock 3":{"widthMm":80,"dpi":300},"zd621":{"widthMm":100}}}');
  const [line] = (await once(createInterface(studioIn(folder).stdout), 'line')) as [string];
  const address = line.slice(line.indexOf('http'));
  const headers = { authorization: await authorizationOf(address) };
  const { targets } = (await (
    await fetch(new URL('api/labels', address), { headers })
  ).json()) as WorkspaceLabels;
  expect(targets.slice(0, 2)).toEqual([
    { name: 'Dock 3', widthsMm: { 300: 80 } },
    { name: 'zd621', widthsMm: { 203: 100, 300: 100 } },
  ]);
  const names = new Set(targets.map(({ name }) => name));
  expect([names.has('ZT411'), names.has('ZD621')]).toEqual([true, false]);
  await writeFile(config, '{"printers":{"Dock 3":{"dpi":1}}}');
  const broken = studioIn(folder);
  const errors: Buffer[] = [];
  broken.stderr.on('data', (part: Buffer) => errors.push(part));
  expect(await once(broken, 'close')).toEqual([1, null]);
  expect(Buffer.concat(errors).toString()).toContain('platen-lint.json: printers: Dock 3: dpi must be 152,');
});

/** Runs the program until it ends by itself. */
async function ended(...argv: readonly string[]): Promise<{ status: number; stderr: string }> {
  const program = studio(...argv);
  const errors: Buffer[] = [];
  program.stderr.on('data', (part: Buffer) => errors.push(part));
  const [status] = (await once(program, 'close')) as [number];
  return { status, stderr: Buffer.concat(errors).toString() };
}

it('says that a folder is missing, or that a port is taken, and ends', async () => {
  expect(await ended('no-such-folder')).toEqual({
    status: 1,
    stderr: 'platen studio: cannot open no-such-folder: there is no such file\n',
  });
  const port = await freePort();
  const taken = createServer().listen(port, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  expect(await ended('--port', `${port}`)).toEqual({
    status: 1,
    stderr: `platen studio: port ${port} is taken: choose another --port\n`,
  });
});

it('hands the address to a browser in a file that its user alone can read, where arguments are not safe', () => {
  const address = 'http://127.0.0.1:1/?token=secret';
  const page = redirectingFile(address);
  expect(readFileSync(page.path, 'utf8')).toContain(`content="0; url=${address}"`);
  expect([statSync(page.path), statSync(dirname(page.path))].map(({ mode }) => mode & 0o777)).toEqual([
    0o600, 0o700,
  ]);
  page.remove();
  expect(existsSync(dirname(page.path))).toBe(false);
});
