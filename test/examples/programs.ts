import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const FOLDER = fileURLToPath(new URL('../../examples/', import.meta.url));

const Command = z.tuple([z.string()], z.string());

const Example = z.strictObject({
  language: z.string(),
  file: z.string(),
  /** Ends with 0 where programs of this language can be run. */
  check: Command,
  /** Makes a program of the file. */
  compile: Command.optional(),
  /** Runs it, with the arguments behind. */
  run: Command,
});

/** As the manifest has it; in commands, `{file}` is the example, and `{made}` a folder for what is compiled. */
export type Example = z.infer<typeof Example>;

export function readExamples(): readonly Example[] {
  return z.array(Example).parse(JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')));
}

export interface Ended {
  /** The exit status of the process; null where a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Bytes that it wrote to `label.png`, if it did. */
  readonly png: Buffer | null;
}

/** Runs an example with these arguments and settings. */
export type Program = (args: readonly string[], env: Readonly<Record<string, string>>) => Promise<Ended>;

/** Compiles an example, where that is needed; runs will be in folders of their own in `output`. */
export async function buildExample({ file, compile, run }: Example, output: string): Promise<Program> {
  const made = mkdtempSync(join(output, 'made-'));
  const complete = (command: readonly string[]) =>
    command.map((part) => part.replace('{file}', join(FOLDER, file)).replace('{made}', made));
  if (compile !== undefined) {
    const { status, stdout, stderr } = await ended(complete(compile), made);
    if (status !== 0) throw new Error(`${file} does not compile:\n${stdout}${stderr}`);
  }
  return (args, env) => ended([...complete(run), ...args], mkdtempSync(join(output, 'run-')), env);
}

/** Terminals and files are UTF-8 here, whatever this machine is set to. */
const UTF_8 = { LC_ALL: 'C.UTF-8' };

function ended(
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...UTF_8, ...env } };
    const child = execFile(program, args, options, (_, stdout, stderr) => {
      const png = join(cwd, 'label.png');
      resolve({ status: child.exitCode, stdout, stderr, png: existsSync(png) ? readFileSync(png) : null });
    });
    child.once('error', reject);
  });
}
