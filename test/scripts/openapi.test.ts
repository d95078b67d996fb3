import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openApiDocument } from '../../src/http/openapi/document.ts';

/** Runs `npm run openapi` with these arguments. */
function run(args: readonly string[], env: Readonly<Record<string, string>>): string {
  const script = ['--import', 'tsx', 'scripts/openapi.ts', ...args];
  const { stdout, stderr } = spawnSync(process.execPath, script, { env: { ...process.env, ...env } });
  expect(stderr.toString()).toBe('');
  return stdout.toString();
}

it('writes the description as a service gives it, to standard output or to a file', () => {
  expect(run([], {})).toBe(JSON.stringify(openApiDocument('/label-api')));
  const folder = mkdtempSync(join(tmpdir(), 'platen-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    expect(run([file], { BASE_PATH: '/' })).toBe('');
    expect(readFileSync(file, 'utf8')).toBe(JSON.stringify(openApiDocument('')));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
