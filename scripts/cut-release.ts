import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withRelease } from './changelog.ts';
import { Refusal } from './refusal.ts';
import { VERSIONED_FILES, writeVersion } from './version-places.ts';

/** Scripts that must pass with the new version in place. */
const CHECKS = ['check', 'test'];

/**
 * Makes a release of what the working tree has: the changelog's section, the version wherever it is written, one
 * commit and the tag `vX.Y.Z`. Nothing is pushed. A refusal leaves the tree as it was.
 *
 * @param root the repository
 * @param version as in 0.2.0
 * @param date the day of the release, as in 2026-11-22
 * @throws Refusal when the version is not greater than the current one, the tree is not clean, there is such a tag,
 *   nothing is unreleased, or a check fails
 */
export function cutRelease(root: string, version: string, date: string): void {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const { version: current } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  if (!isGreater(version, current)) {
    throw new Refusal(`the version must have the form X.Y.Z and be greater than ${current}`);
  }
  if (git('status', '--porcelain') !== '') throw new Refusal('commit or stash first: the tree is not clean');
  if (git('tag', '--list', `v${version}`) !== '') throw new Refusal(`there is a tag v${version} already`);
  const changelog = join(root, 'CHANGELOG.md');
  const notes = withRelease(readFileSync(changelog, 'utf8'), version, date);
  const files = ['CHANGELOG.md', ...VERSIONED_FILES];
  try {
    writeFileSync(changelog, notes);
    writeVersion(root, current, version);
    for (const check of CHECKS) runScript(root, check);
  } catch (error) {
    git('restore', '--', ...files);
    throw error;
  }
  git('commit', '--quiet', '--message', `Version ${version}`, '--', ...files);
  git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
}

/** Whether a version has the form X.Y.Z and comes after another one. */
function isGreater(version: string, current: string): boolean {
  const wellFormed = /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version);
  return wellFormed && version.localeCompare(current, 'en', { numeric: true }) > 0;
}

function runScript(root: string, name: string): void {
  const stderr = 2;
  const { status, error } = spawnSync('npm', ['run', '--silent', name], {
    cwd: root,
    stdio: ['ignore', stderr, stderr],
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Refusal(`npm run ${name} fails: nothing is released`);
}
