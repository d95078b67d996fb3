import { Readable, Writable } from 'node:stream';
import { expect } from 'vitest';
import { run } from '../../src/cli/run.ts';

export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process and keeps what it writes. */
export async function platen(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stdin = '',
): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  const status = await run(argv, {
    env,
    stdin: () => Readable.from([Buffer.from(stdin)]),
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    errors: new Writable({
      write: (chunk: Buffer, _, done) => {
        stderr += chunk.toString();
        done();
      },
    }),
  });
  return { status, stdout, stderr };
}

/** The one JSON document that a successful command printed, with these warnings and nothing else beside it. */
export function json({ status, stdout, stderr }: Outcome, warnings: readonly string[] = []) {
  expect({ status, stderr }).toEqual({ status: 0, stderr: warnings.map((line) => `${line}\n`).join('') });
  return JSON.parse(stdout);
}
