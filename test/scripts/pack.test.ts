import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pack } from '../../scripts/pack.ts';
import { FULL_RUNS } from '../support/runs.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'platen-packed-'));
const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8' });
let tarballs: ReturnType<typeof pack>;

beforeAll(() => {
  tarballs = pack(ROOT, join(folder, 'first'));
});
afterAll(() => rmSync(folder, { recursive: true }));

// Each night, as `.ci/nightly.d/release` makes all of a release twice.
it.runIf(FULL_RUNS)('gives the same bytes again', () => {
  const again = pack(ROOT, join(folder, 'again'));
  for (const name of ['platen', 'client'] as const)
    expect(readFileSync(again[name]).equals(readFileSync(tarballs[name]))).toBe(true);
});

it('packs the client with nothing else, which npm installs without a network', () => {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', tarballs.client);
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'platen-client',
  ]);
  const program = `import('platen-client').then(({ PlatenClient }) => console.log(typeof PlatenClient))`;
  expect(run(process.execPath, '-e', program)).toBe('function\n');
  const readme = readFileSync(join(folder, 'node_modules/platen-client/README.md'), 'utf8');
  expect(readme).toContain("from 'platen-client'");
  for (const [, target] of readme.matchAll(/\]\(([^)]+)\)/g)) expect(target).toMatch(/^(https:|#)/);
});

it('packs what runs, and no test', () => {
  const files = run('tar', '-tzf', tarballs.platen).split('\n');
  expect(files).toEqual(
    expect.arrayContaining(['package/dist/src/cli.js', 'package/dist/src/library.d.ts', 'package/README.md']),
  );
  const strange = files.filter(
    (path) =>
      !/^package\/(?:dist\/(?:src|workers)\/|LICENSE$|README\.md$|package\.json$)|^$/.test(path) ||
      (/fixture|\.ts$/.test(path) && !path.endsWith('.d.ts')),
  );
  expect(strange).toEqual([]);
});
