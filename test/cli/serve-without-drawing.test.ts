import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATIENCE_MS } from '../support/eventually.ts';

// An installation of its own: the built program, and packages that are links, but for the canvas, whose binary is
// missing.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'platen-installed-'));
const CANVAS = 'node_modules/@napi-rs/canvas';
const FACE = 'dist/src/raster/font/faces/OCRB.otf';

const copy = (path: string) => cpSync(join(ROOT, path), join(directory, path), { recursive: true });

beforeAll(() => {
  for (const path of ['package.json', 'dist/src', 'dist/workers', CANVAS]) copy(path);
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '@napi-rs' || name.startsWith('.')) continue;
    symlinkSync(join(ROOT, 'node_modules', name), join(directory, 'node_modules', name));
  }
});

afterAll(() => rmSync(directory, { recursive: true }));

/** PostgreSQL may be away: the cheapest start. */
function serve() {
  const env = {
    ...process.env,
    PORT: '0',
    OPS_PORT: '0',
    POOL_THREADS: '1',
    DATABASE_URL: 'postgresql://127.0.0.1:1/none',
  };
  const program = join(directory, 'dist/src/cli.js');
  return spawnSync(process.execPath, [program, 'serve'], {
    encoding: 'utf8',
    env,
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
}

test('serve ends where the canvas has no binary', () => {
  expect(serve()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('@napi-rs/canvas, which reads pictures, does not load on '),
  });
});

test('serve ends where a font is missing', () => {
  rmSync(join(directory, FACE));
  expect(serve()).toMatchObject({ status: 1, stderr: expect.stringContaining('OCRB.otf') });
});
