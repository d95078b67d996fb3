import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Step } from './page-blocks.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Programs that readers have, as they are here: `npx` finds the built program, `nc` sends what it reads. */
const PROGRAMS: Readonly<Record<string, string>> = {
  platen: `exec '${process.execPath}' '${ROOT}dist/src/cli.js' "$@"`,
  npx: 'exec "$@"',
  autocannon: `exec '${process.execPath}' '${ROOT}node_modules/autocannon/autocannon.js' "$@"`,
  nc: 'exec 3<>"/dev/tcp/${@: -2:1}/${@: -1}"; cat >&3',
};

const BETWEEN_STEPS = '\u001E';

/** The environment in which the steps of a page run. */
export interface Surroundings {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Ports and addresses of the page, and those here. */
  readonly places: Readonly<Record<string, string>>;
}

/** Standard output of each step, in order: fewer than there are steps when one failed. */
export interface Ran {
  readonly printed: readonly string[];
  /** The exit status and standard error of the last step, when it failed. */
  readonly failure: string | null;
}

/** Runs the steps one after the other in one shell, as a reader would, in a folder that has the repository's `docs`. */
export async function runSteps(steps: readonly Step[], { folder, env, places }: Surroundings): Promise<Ran> {
  const bin = join(folder, '.bin');
  mkdirSync(bin);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/platen'));
  for (const [name, script] of Object.entries(PROGRAMS)) {
    writeFileSync(join(bin, name), `#!/usr/bin/env bash\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  symlinkSync(join(ROOT, 'docs'), join(folder, 'docs'));
  symlinkSync(join(ROOT, 'src'), join(folder, 'src'));
  const lines = steps.map(({ block: { language, text } }, index) => {
    const here = Object.entries(places).reduce((code, [said, is]) => replaceWord(code, said, is), text);
    if (language === 'sh') return here;
    const file = `.step-${index}.${language === 'js' ? 'mjs' : 'py'}`;
    writeFileSync(join(folder, file), here);
    return `${language === 'js' ? 'node' : 'python3'} ${file}`;
  });
  const script = [
    'set -euo pipefail',
    `trap 'jobs -p | xargs -r kill' EXIT`,
    lines.join(`\nprintf '${BETWEEN_STEPS}'\nprintf '${BETWEEN_STEPS}' >&2\n`),
  ].join('\n');
  writeFileSync(join(folder, '.steps.sh'), script);
  const shell = spawn('bash', ['.steps.sh'], {
    cwd: folder,
    env: { PATH: `${bin}:${process.env['PATH']}`, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = [collect(shell.stdout), collect(shell.stderr)];
  const [status] = (await once(shell, 'close')) as [number | null];
  const there = (text: string): string =>
    Object.entries(places).reduce((code, [said, is]) => replaceWord(code, is, said), text);
  return {
    printed: output().split(BETWEEN_STEPS).map(there),
    failure: status === 0 ? null : `status ${status}\n${errors().split(BETWEEN_STEPS).at(-1)}`,
  };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

/** A file that a page's commands made; null where they did not. */
export function madeFile(folder: string, name: string): Buffer | null {
  try {
    return readFileSync(join(folder, name));
  } catch {
    return null;
  }
}

/** Not where it is a part of a longer word: the digits of a port may stand in any number. */
function replaceWord(text: string, word: string, by: string): string {
  return text.split(new RegExp(`(?<!\\w)${word.replaceAll('.', '\\.')}(?!\\w)`)).join(by);
}
