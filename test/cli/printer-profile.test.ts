import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { writeProfile } from '../../src/printer-profile/profile-folder.ts';
import { PROFILE } from '../printer-profile/small-profile.ts';
import { platen } from './recorder.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));
const ZPL = '^XA^FO4,5^A0N,30,25^FDAA^FS^XZ';
const SIZE = ['--width-mm', '25.4', '--height-mm', '25.4', '--dpi', '203'];

let folder = '';
let profile = '';
const path = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-profile-'));
  profile = path('zd621');
  writeProfile(profile, PROFILE);
  writeFileSync(path('label.zpl'), ZPL);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The label's picture as `render` writes it. */
async function rendered(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const outcome = await platen(['render', path('label.zpl'), '-o', path('label.png'), ...SIZE, ...args], env);
  expect(outcome).toMatchObject({ status: 0, stderr: '' });
  return readFileSync(path('label.png'));
}

/** A program that serves until the test ends, and the address in its first line. */
async function started(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const program = spawn(process.execPath, [PROGRAM, ...argv], {
    env: { ...process.env, OPS_PORT: '0', POOL_THREADS: '1', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  const [line] = (await once(createInterface(program.stdout), 'line')) as [string];
  return line.slice(line.indexOf('http'));
}

test('render draws with the profile of the option, or of PRINTER_PROFILE', async () => {
  const plain = await rendered();
  const drawn = await rendered(['--profile', profile]);
  expect(drawn.equals(plain)).toBe(false);
  expect((await rendered([], { PRINTER_PROFILE: profile })).equals(drawn)).toBe(true);
});

test('lint says which size the profile lacks', async () => {
  writeFileSync(path('large.zpl'), '^XA^FO4,5^A0N,40,40^FDAA^FS^XZ');
  const { status, stdout } = await platen(['lint', path('large.zpl'), '--profile', profile, '--json']);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([
    { code: 'font-not-sampled', value: 'AA', message: expect.stringContaining('font 0 at 40 x 40 dots') },
  ]);
});

test('batch draws with it in its threads', async () => {
  writeFileSync(path('rows.csv'), 'text\nAA\n');
  writeFileSync(path('row.zpl'), ZPL.replace('AA', '{text}'));
  const to = ['--local', '--format', 'png', '--split', '1', '-o', path('rows'), '--profile', profile];
  const label = ['--label', path('row.zpl'), ...SIZE];
  const { status, stderr } = await platen(['batch', path('rows.csv'), ...label, ...to]);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const drawn = await rendered(['--profile', profile]);
  const file = readdirSync(path('rows')).find((name) => name.endsWith('.png')) ?? '';
  expect(readFileSync(path(join('rows', file))).equals(drawn)).toBe(true);
});

test('batch refuses it with a service, which has its own', async () => {
  const label = ['--label', '7c5dcd2a-8a34-4e5c-9f4c-6c5d0a0f6c11', '-o', path('x.zpl')];
  const service = ['--url', 'http://127.0.0.1', '--key-file', path('label.zpl')];
  const argv = ['batch', path('rows.csv'), ...label, ...service, '--profile', profile];
  const { status, stderr } = await platen(argv);
  expect(status).toBe(2);
  expect(stderr).toContain('--profile is for --local; a service draws with its own (PRINTER_PROFILE)');
});

test.each(['renderer', 'studio'])('%s answers calls of Labelary with it', async (command) => {
  const argv = command === 'studio' ? [path('label.zpl'), '--no-open'] : [];
  const url = new URL(await started([command, ...argv, '--port', '0', '--profile', profile]));
  const call = async (): Promise<Buffer> => {
    const answer = await fetch(new URL('/v1/printers/8dpmm/labels/1x1/0/', url), {
      method: 'POST',
      body: ZPL,
    });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  expect((await call()).equals(await rendered(['--profile', profile]))).toBe(true);
});

describe('a profile that cannot be used', () => {
  test.each([
    ['render', () => [path('label.zpl'), '-o', path('no.png'), ...SIZE]],
    ['lint', () => [path('label.zpl')]],
    [
      'batch',
      () => [path('label.zpl'), '--label', path('label.zpl'), ...SIZE, '--local', '-o', path('no.zpl')],
    ],
    ['studio', () => ['--no-open']],
    ['renderer', () => []],
    ['compare', () => ['127.0.0.1', path('label.zpl')]],
  ])('ends %s with status 1 and what is wrong', async (command, args) => {
    const { status, stdout, stderr } = await platen([command, ...args(), '--profile', path('none')]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(
      `platen ${command}: the profile's file ${path('none/profile.json')} is not there`,
    );
  });
});
