import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cutRelease } from '../../scripts/cut-release.ts';
import { VERSIONED_FILES } from '../../scripts/version-places.ts';

const HERE = fileURLToPath(new URL('../../', import.meta.url));
const { version: CURRENT } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as {
  version: string;
};
const CHANGELOG = `# Changelog\n\n## Unreleased\n\n- One thing.\n\n## ${CURRENT} (2026-01-01)\n\n- The first.\n`;
const NEXT = '1000.0.0';
const DATE = '2026-02-03';

let root: string;
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Replaces the scripts of package.json, which here are quick ones. */
function setScripts(scripts: Record<string, string>): void {
  const manifest = JSON.parse(read('package.json')) as object;
  writeFileSync(join(root, 'package.json'), `${JSON.stringify({ ...manifest, scripts }, null, 2)}\n`);
}

function commitAll(): void {
  git('add', '--all');
  git('commit', '--quiet', '-m', 'Change');
}

/** The repository that each test has a copy of. */
let repository: string;
beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'platen-release-'));
  root = repository;
  for (const file of VERSIONED_FILES) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    cpSync(join(HERE, file), join(root, file));
  }
  writeFileSync(join(root, 'CHANGELOG.md'), CHANGELOG);
  setScripts({ check: 'exit 0', test: 'exit 0' });
  git('init', '--quiet');
  git('config', 'user.name', 'Tester');
  git('config', 'user.email', 'tester@example.invalid');
  commitAll();
});
afterAll(() => rmSync(repository, { recursive: true }));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'platen-release-'));
  cpSync(repository, root, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

describe('a release', () => {
  it('moves the changelog, sets the version wherever it is written, checks that, commits and tags', () => {
    setScripts({ check: `grep -q '"version": "${NEXT}"' package.json`, test: 'exit 0' });
    commitAll();
    cutRelease(root, NEXT, DATE);
    expect(read('CHANGELOG.md')).toContain(`## Unreleased\n\n## ${NEXT} (${DATE})\n\n- One thing.\n`);
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: NEXT });
    expect(JSON.parse(read('package-lock.json'))).toMatchObject({
      version: NEXT,
      packages: { '': { version: NEXT } },
    });
    expect(read('deploy/helm/platen/Chart.yaml')).toContain(`\nversion: ${NEXT}\nappVersion: ${NEXT}\n`);
    expect(read('deploy/compose.yaml')).toContain(`image: platen:${NEXT}\n`);
    expect(git('log', '-1', '--format=%s').trim()).toBe(`Version ${NEXT}`);
    expect(git('tag', '--points-at', 'HEAD').trim()).toBe(`v${NEXT}`);
    expect(git('status', '--porcelain')).toBe('');
  });
});

describe('refused, and nothing changed', () => {
  const expectRefusal = (version: string, message: string | RegExp): void => {
    const [head, status] = [git('rev-parse', 'HEAD'), git('status', '--porcelain')];
    expect(() => cutRelease(root, version, DATE)).toThrow(message);
    expect(git('rev-parse', 'HEAD')).toBe(head);
    expect(git('status', '--porcelain')).toBe(status);
    expect(git('tag', '--points-at', 'HEAD')).toBe('');
  };

  it('is a tree that is not clean', () => {
    writeFileSync(join(root, 'new.txt'), '');
    expectRefusal(NEXT, 'the tree is not clean');
  });

  it('is a changelog without an entry', () => {
    writeFileSync(join(root, 'CHANGELOG.md'), CHANGELOG.replace('- One thing.', ''));
    commitAll();
    expectRefusal(NEXT, 'no entry under "Unreleased"');
  });

  it('is a version that is not one, or not greater', () => {
    for (const version of [CURRENT, '0.0.9', '1', 'v1000.0.0', '1000.0.0-rc.1', '01000.0.0', '']) {
      expectRefusal(version, `greater than ${CURRENT}`);
    }
  });

  it('is a version whose tag exists', () => {
    git('tag', `v${NEXT}`);
    git('commit', '--quiet', '--allow-empty', '-m', 'Later');
    expectRefusal(NEXT, `tag v${NEXT} already`);
  });

  it.each(['check', 'test'])('is a failing %s', (name) => {
    setScripts({ check: 'exit 0', test: 'exit 0', [name]: 'exit 1' });
    commitAll();
    expectRefusal(NEXT, `npm run ${name} fails`);
  });

  it('is a file that names another version', () => {
    writeFileSync(join(root, 'deploy/compose.yaml'), '  image: platen:0.0.1\n');
    commitAll();
    expectRefusal(NEXT, `deploy/compose.yaml does not say ${CURRENT}`);
  });
});
