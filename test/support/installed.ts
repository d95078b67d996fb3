import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { skipOrFail } from './skip-or-fail.ts';

/**
 * Whether a program that tests need is installed and, with arguments, exits with 0 when it is called with them. If not,
 * a line says that the tests are skipped; with REQUIRE_SERVICES=1 that is an error.
 */
export function isInstalled(program: string, ...args: readonly string[]): boolean {
  if (isOnPath(program) && (args.length === 0 || spawnSync(program, args, { stdio: 'ignore' }).status === 0))
    return true;
  skipOrFail(`no ${program}: install it to run these tests`);
  return false;
}

/** Whether a program is installed, by its name or path. A look-up costs less than a start from a large process. */
export function isOnPath(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(resolve(folder, program)));
}
