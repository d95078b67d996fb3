import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A commit in a folder of its own, with its dependencies. */
export interface Checkout {
  readonly commit: string;
  readonly folder: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Checks commits out side by side, in a temporary folder that goes when the process ends. Dependencies are those of
 * this checkout where the lock file is the same, else installed.
 */
export function checkOut(revisions: readonly string[]): Checkout[] {
  const parent = mkdtempSync(join(tmpdir(), 'platen-compare-'));
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  const made: string[] = [];
  process.once('exit', () => {
    for (const folder of made) git('worktree', 'remove', '--force', folder);
    rmSync(parent, { recursive: true, force: true });
  });
  return revisions.map((revision, index) => {
    const commit = git('rev-parse', '--verify', '--short', `${revision}^{commit}`);
    const folder = join(parent, `${index}-${commit}`);
    git('worktree', 'add', '--quiet', '--detach', folder, commit);
    made.push(folder);
    if (lockOf(folder) === lockOf(root))
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    else execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'ignore' });
    return { commit, folder };
  });
}

function lockOf(folder: string): string {
  return readFileSync(join(folder, 'package-lock.json'), 'utf8');
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
