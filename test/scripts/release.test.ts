import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { type Artefacts, packChart, requirePrograms } from '../../scripts/artefacts.ts';
import { notesOf } from '../../scripts/changelog.ts';
import { asShell, uploads } from '../../scripts/uploads.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'platen-artefacts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ARTEFACTS: Artefacts = {
  version: '1.2.3',
  folder: '/release',
  platen: '/release/platen-1.2.3.tgz',
  client: '/release/platen-client-1.2.3.tgz',
  chart: '/release/platen-chart-1.2.3.tgz',
  materials: '/release/platen-1.2.3.cdx.json',
  imageMaterials: ['/release/a.cdx.json', '/release/b.cdx.json'],
  images: ['localhost/platen:1.2.3-amd64', 'localhost/platen:1.2.3-arm64'],
  notes: '/release/notes-1.2.3.md',
  checksums: '/release/SHA256SUMS',
};

describe('the notes', () => {
  const text =
    '# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.2.3 (2026-01-02)\n\n### Added\n- One.\n\n## 1.2.0 (2026-01-01)\n\n- Old.\n';

  it('are the section of the version', () => {
    expect(notesOf(text, '1.2.3')).toBe('### Added\n- One.\n');
    expect(notesOf(text, '1.2.0')).toBe('- Old.\n');
  });

  it('must be there', () => {
    expect(() => notesOf(text, '1.2')).toThrow('CHANGELOG.md says nothing of 1.2');
  });
});

describe('the uploads', () => {
  const lines = uploads(ARTEFACTS, 'registry.example/us').map(asShell);

  it('announce the release at last, with every file and the signature of their checksums', () => {
    const last = lines.at(-1) ?? '';
    expect(last).toMatch(/^gh release create v1\.2\.3 --verify-tag /);
    const { platen, client, chart, materials, imageMaterials, checksums } = ARTEFACTS;
    for (const path of [platen, client, chart, materials, ...imageMaterials, checksums])
      expect(last).toContain(path);
    const signing = lines.find((line) => line.startsWith('cosign sign-blob ')) ?? '';
    const [, bundle = 'no bundle'] = /--bundle (\S+)/.exec(signing) ?? [];
    expect(last).toContain(bundle);
  });

  it('publish both packages by paths that npm cannot take for a repository', () => {
    expect(lines.filter((line) => line.startsWith('npm '))).toEqual([
      'npm publish /release/platen-1.2.3.tgz',
      'npm publish /release/platen-client-1.2.3.tgz',
    ]);
  });

  it('sign what was pushed, and by the identity of the workflow unless there is a key', () => {
    for (const [at, line] of lines.entries()) {
      const [, name] = /^cosign (?:sign|attest) .* (\S+)$/.exec(line) ?? [];
      if (name === undefined) continue;
      const repository = name.slice(0, name.lastIndexOf(':')).replace(/\/platen$/, '');
      expect(lines.slice(0, at).some((before) => /push/.test(before) && before.includes(repository))).toBe(
        true,
      );
    }
    const keyed = uploads(ARTEFACTS, 'registry.example/us', 'my.key').map(asShell);
    expect(lines.join()).not.toContain('--key');
    expect(keyed.filter((line) => line.startsWith('cosign '))).toHaveLength(5);
    for (const line of keyed.filter((each) => each.startsWith('cosign ')))
      expect(line).toContain('--key my.key');
  });

  it.each([
    ['registry.example/us', false],
    ['localhost.example/us', false],
    ['127.0.0.1:5000/us', true],
    ['localhost/us', true],
  ])('go to %s over HTTP: %s', (registry, isPlain) => {
    const printed = uploads(ARTEFACTS, registry).map(asShell).join('\n');
    expect(printed.includes('--plain-http') && printed.includes('--tls-verify=false')).toBe(isPlain);
    expect(printed.includes('--plain-http') || printed.includes('--tls-verify=false')).toBe(isPlain);
  });
});

describe('the chart', () => {
  it('has the same bytes again, without the values of checks', () => {
    const [first, again] = [join(folder, 'first.tgz'), join(folder, 'again.tgz')];
    packChart(ROOT, first, '2026-01-02T03:04:05Z');
    const values = join(ROOT, 'deploy/helm/platen/values.yaml');
    utimesSync(values, new Date(), new Date());
    packChart(ROOT, again, '2026-01-02T03:04:05Z');
    expect(readFileSync(again).equals(readFileSync(first))).toBe(true);
    const { stdout } = spawnSync('tar', ['-tzf', first], { encoding: 'utf8' });
    expect(stdout).toContain('platen/Chart.yaml\n');
    expect(stdout).toContain('platen/templates/deployment.yaml\n');
    expect(stdout).not.toContain('/ci/');
  });
});

describe('the command', () => {
  it.each([
    [['--force'], {}, '--force: give X.Y.Z, --dry-run or --upload'],
    [['--dry-run'], {}, 'REGISTRY is not set'],
    [['--upload'], { REGISTRY: 'registry.example/us', PATH: '/nowhere' }, ' is missing: CONTRIBUTING.md'],
  ])('%j is refused', (args, env, message) => {
    const argv = ['--import', 'tsx', 'scripts/release.ts', ...args];
    const { status, stderr } = spawnSync(process.execPath, argv, {
      cwd: ROOT,
      env: { ...process.env, REGISTRY: '', ...env },
      encoding: 'utf8',
    });
    expect(stderr).toContain(message);
    expect(status).toBe(1);
  });

  it('needs programs by name', () => {
    expect(() => requirePrograms(['sh', 'no-such-program'])).toThrow('no-such-program is missing');
  });
});
