import { Readable, Writable } from 'node:stream';
import { expect } from 'vitest';
import type { Io } from '../../src/cli/io.ts';
import { run } from '../../src/cli/run.ts';
import { holdFonts } from '../../src/engine/printer-fonts.ts';
import { useProfile } from '../../src/engine/printer-profile.ts';
import { keepTimeOf } from '../../src/wall-clock.ts';

export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process and keeps what it writes. */
export function platen(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stdin = '',
): Promise<Outcome> {
  return recorded((io) => run(argv, io), env, stdin);
}

let running = 0;

/** Runs a function that resolves to an exit status, and keeps what it writes. */
export async function recorded(
  command: (io: Io) => Promise<number>,
  env: Readonly<Record<string, string>> = {},
  stdin = '',
): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  running++;
  try {
    const status = await command({
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
  } finally {
    running--;
    if (running === 0) takeBackPrinter();
  }
}

/** A command chooses fonts, a profile and a time zone for its whole process, which here has other commands to run. */
function takeBackPrinter(): void {
  holdFonts([]);
  useProfile(null);
  keepTimeOf('UTC');
}

/** The one JSON document that a successful command printed, with these warnings and nothing else beside it. */
export function json({ status, stdout, stderr }: Outcome, warnings: readonly string[] = []) {
  expect({ status, stderr }).toEqual({ status: 0, stderr: warnings.map((line) => `${line}\n`).join('') });
  return JSON.parse(stdout);
}
