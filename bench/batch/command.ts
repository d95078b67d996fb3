import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { carrierLabel } from '../labels/carrier.ts';

const CLI = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));
const LABEL = fileURLToPath(new URL('../labels/carrier.zpl', import.meta.url));
export const USAGE = new URL('usage-at-exit.mjs', import.meta.url).href;

/** Resources that a program used from its start to its end, all of its threads together. */
export interface Usage {
  readonly processorUs: number;
  readonly wallMs: number;
  /** Resident memory at most. */
  readonly peakKb: number;
}

/** Runs `platen batch` with the engine over these rows, and these options, to its end. */
export function runLocalBatch(
  folder: string,
  rows: string,
  out: string,
  options: readonly string[],
  program = CLI,
): Usage {
  const { widthMm, heightMm, dpi } = carrierLabel().size;
  const size = ['--width-mm', String(widthMm), '--height-mm', String(heightMm), '--dpi', String(dpi)];
  const args = ['batch', rows, '--label', LABEL, ...size, '--local', '-o', out, '--json', ...options];
  return runPlaten(folder, args, program);
}

/** Runs a command of the built program to its end. Throws where it fails. */
export function runPlaten(folder: string, args: readonly string[], program = CLI): Usage {
  const file = join(folder, 'usage.json');
  const env = { ...process.env, USAGE_FILE: file };
  const command = ['--import', USAGE, program, ...args];
  const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`platen ${args[0]} ended with ${status}: ${stderr}`);
  return JSON.parse(readFileSync(file, 'utf8')) as Usage;
}
