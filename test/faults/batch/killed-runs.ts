import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../../dist/src/cli.js', import.meta.url));

/** How a program ended: null for one that was killed. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `platen batch`, as it was built, in a folder. */
export function startBatch(
  folder: string,
  args: readonly string[],
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [PROGRAM, 'batch', ...args], { cwd: folder, stdio: 'pipe' });
  const [stdout, stderr]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text: string) => stdout.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text));
  const ended = once(child, 'close').then(([status]): Ended => {
    return { status: status as number | null, stdout: stdout.join(''), stderr: stderr.join('') };
  });
  return { child, ended };
}

/** When a run is killed: after a time, or shortly after files in its folder have changed so often. */
export type Moment = { readonly ms: number } | { readonly changes: number; readonly ms: number };

/** Runs until the moment, or until the end if that is earlier. */
async function runUntil(folder: string, args: readonly string[], moment: Moment): Promise<Ended> {
  const stop = new AbortController();
  const { child, ended } = startBatch(folder, args);
  void ended.then(() => stop.abort());
  try {
    if ('changes' in moment) await changed(folder, moment.changes, stop.signal);
    await delay(moment.ms, undefined, { signal: stop.signal });
    child.kill('SIGKILL');
  } catch {
    // The process ended before.
  }
  return ended;
}

function changed(folder: string, times: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let count = 0;
    const watcher = watch(folder, { signal }, () => {
      count += 1;
      if (count < times) return;
      watcher.close();
      resolve();
    });
    signal.addEventListener('abort', () => reject(new Error('ended')));
  });
}

/** The result of a run that was killed. */
export interface Survived extends Ended {
  /** How often it was killed before its end. */
  readonly kills: number;
}

/** Runs the batch, killing it at each of the moments in turn, with `--resume` after the first, and then to its end. */
export async function surviving(
  folder: string,
  args: readonly string[],
  moments: readonly Moment[],
): Promise<Survived> {
  let kills = 0;
  for (const moment of moments) {
    const ended = await runUntil(folder, [...args, '--resume'], moment);
    if (ended.status !== null) return { ...ended, kills };
    kills += 1;
  }
  return { ...(await startBatch(folder, [...args, '--resume']).ended), kills };
}

/** Every file of an output and beside it but the journal, by its name without that of the output. */
export async function filesOf(folder: string, out: string): Promise<ReadonlyMap<string, Buffer>> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(out) && name !== `${out}.journal`);
  const files = new Map<string, Buffer>();
  for (const name of names.toSorted()) {
    for (const path of await filesBelow(join(folder, name))) {
      files.set(relative(folder, path).slice(out.length), await readFile(path));
    }
  }
  return files;
}

async function filesBelow(path: string): Promise<string[]> {
  if (!existsSync(path)) return [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [path];
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The first way in which two outputs differ, in words; null if they are the same. */
export function difference(
  expected: ReadonlyMap<string, Buffer>,
  found: ReadonlyMap<string, Buffer>,
): string | null {
  for (const name of new Set([...expected.keys(), ...found.keys()])) {
    const [a, b] = [expected.get(name), found.get(name)];
    if (a === undefined || b === undefined)
      return `${name || 'the output'} is ${a ? 'missing' : 'left over'}`;
    if (!a.equals(b)) return `${name || 'the output'} differs: ${b.length} bytes, not ${a.length}`;
  }
  return null;
}

/** The label of the batches that are killed. */
export const LABEL_ZPL = '^XA^FO20,20^A0N,30,30^FDHello {name}^FS^FO20,80^BCN,40^FD{code}^FS^XZ';

/** Rows as CSV. One of 97 has a value that no barcode can have. */
export function rowsWithFailures(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `Ada ${index},${index % 97 === 5 ? 'ö' : index}\n`,
  );
  return `name,code\n${rows.join('')}`;
}

/** A moment within this time, or at a change of a file. */
export function anyMoment(withinMs: number): Moment {
  if (Math.random() < 0.5) return { ms: Math.random() * withinMs };
  return { changes: 1 + Math.floor(Math.random() * 10), ms: Math.random() * 10 };
}
