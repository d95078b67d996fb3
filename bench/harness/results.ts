import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Options, Row, Suite } from './suite.ts';

/** The rows of a suite, and the machine and commit that they were measured on. */
export interface Result {
  readonly suite: string;
  /** A first look: shorter runs with the same marks. */
  readonly isQuick: boolean;
  /** In full. */
  readonly commit: string;
  /** The checkout differed from the commit. */
  readonly isDirty: boolean;
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly date: string;
  readonly seconds: number;
  readonly rows: readonly Row[];
}

/** The folder of results: one file a suite, and one for its first look. */
export const RESULTS = fileURLToPath(new URL('../results/', import.meta.url));

/** The commit that is measured. Pages of results may differ from it. */
export type Source = Pick<Result, 'commit' | 'isDirty'>;

/**
 * Keeps the rows of a suite as JSON; those of a first look in a file of their own, so that they replace no full run. A
 * checkout that changed during the run counts as different from its commit.
 */
export function save(
  { name }: Suite,
  rows: readonly Row[],
  seconds: number,
  { quick }: Options,
  before: Source,
): void {
  const result: Result = {
    suite: name,
    isQuick: quick,
    ...measuredOn(before, checkout()),
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    date: new Date().toISOString(),
    seconds: Math.round(seconds),
    rows,
  };
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, fileName(name, quick)), `${JSON.stringify(result, null, 2)}\n`);
}

/**
 * The run of a suite that stands on the page: the last full one, or a first look if only that is of
 * `commit`. Null if the suite never ran here.
 */
export function saved({ name }: Suite, commit: string): Result | null {
  return standing(read(name, false), read(name, true), commit);
}

/**
 * Chooses between the last full run of a suite and its last first look: the full one, unless only the other is of
 * `commit`.
 */
export function standing(full: Result | null, quick: Result | null, commit: string): Result | null {
  return [full, quick].find((result) => result?.commit === commit) ?? full ?? quick;
}

function read(suite: string, isQuick: boolean): Result | null {
  const file = join(RESULTS, fileName(suite, isQuick));
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result) : null;
}

/** The name of the file with a suite's results. It stays: comparisons of commits look for it. */
export function fileName(suite: string, quick: boolean): string {
  return `${suite}${quick ? '.quick' : ''}.json`;
}

/** Joins the checkouts before and after a run: the first one's commit, dirty unless both are that commit as it is. */
export function measuredOn(before: Source, after: Source): Source {
  return { ...before, isDirty: before.isDirty || after.isDirty || after.commit !== before.commit };
}

/** The checkout as it is. */
export function checkout(): Source {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
    const changes = git('status', '--porcelain', '--', ':/', ':(exclude,top)bench/RESULTS*.md');
    return { commit: git('rev-parse', 'HEAD'), isDirty: changes !== '' };
  } catch {
    return { commit: 'unknown', isDirty: true };
  }
}
