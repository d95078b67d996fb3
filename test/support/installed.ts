import { spawnSync } from 'node:child_process';
import { skipOrFail } from './skip-or-fail.ts';

/**
 * Whether a program that tests need is there, which ends with 0 when it is called with these arguments; if not, a line
 * says that they are skipped, and with REQUIRE_SERVICES=1 it is an error.
 */
export function isInstalled(program: string, ...args: readonly string[]): boolean {
  if (spawnSync(program, args, { stdio: 'ignore' }).status === 0) return true;
  skipOrFail(`no ${program}: install it to run these tests`);
  return false;
}
