import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { skipOrFail } from './skip-or-fail.ts';

/**
 * Whether a program that tests need is there and, called with these arguments if there are any, ends with 0. If not, a
 * line says that they are skipped, and with REQUIRE_SERVICES=1 it is an error.
 */
export function isInstalled(program: string, ...args: readonly string[]): boolean {
  if (isOnPath(program) && (args.length === 0 || spawnSync(program, args, { stdio: 'ignore' }).status === 0))
    return true;
  skipOrFail(`no ${program}: install it to run these tests`);
  return false;
}

/** Whether a program, by its name or its path, is there. A look costs less than to start it from a large process. */
export function isOnPath(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(resolve(folder, program)));
}
