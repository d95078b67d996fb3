import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Outcome, Work } from './charge-fixture.ts';

const run = promisify(execFile);
const FIXTURE = fileURLToPath(new URL('../../dist/test/budget/charge-fixture.js', import.meta.url));

/** Lets an instance in a process of its own do this work. */
export async function instance(work: Work, env: Record<string, string> = {}): Promise<Outcome> {
  const { stdout } = await run(process.execPath, [FIXTURE, JSON.stringify(work)], {
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout) as Outcome;
}
