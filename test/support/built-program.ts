import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Compiles the program and the fixtures, unless the script that starts several runs of tests at once has done so:
 * none may write a file that another is just loading.
 */
export function buildTests(): void {
  if (process.env['TESTS_ARE_BUILT'] === '1') return;
  execFileSync('npm', ['run', '--silent', 'build:tests'], { cwd: ROOT, stdio: 'inherit' });
}

/** Before the first suite of a project that needs nothing else. */
export default buildTests;
