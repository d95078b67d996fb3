import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Options, Row, Suite } from './suite.ts';

/** A suite's rows with what they were measured on, as they are kept in `bench/results`. */
export interface Result {
  readonly suite: string;
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

const folder = fileURLToPath(new URL('../results/', import.meta.url));

/** What is measured. The results page itself may differ from the commit. */
export type Source = Pick<Result, 'commit' | 'isDirty'>;

/**
 * Keeps a suite's rows as JSON; those of a first look apart, so that they never stand for a measurement. What was
 * measured counts as differing from its commit if the checkout is another one by now.
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
    ...measuredOn(before, checkout()),
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    date: new Date().toISOString(),
    seconds: Math.round(seconds),
    rows,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${fileName(name, quick)}`, `${JSON.stringify(result, null, 2)}\n`);
}

/** The last full run of a suite; null if it never ran here. */
export function saved({ name }: Suite): Result | null {
  const file = `${folder}${fileName(name, false)}`;
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result) : null;
}

/** Names stay: comparisons of commits read them. */
export function fileName(suite: string, quick: boolean): string {
  return `${suite}${quick ? '.quick' : ''}.json`;
}

/** Of the checkouts before and after a run: the first one's commit, dirty unless both are that commit as it is. */
export function measuredOn(before: Source, after: Source): Source {
  return { ...before, isDirty: before.isDirty || after.isDirty || after.commit !== before.commit };
}

/** The checkout as it is. */
export function checkout(): Source {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
    const changes = git('status', '--porcelain', '--', ':/', ':(exclude,top)bench/RESULTS.md');
    return { commit: git('rev-parse', 'HEAD'), isDirty: changes !== '' };
  } catch {
    return { commit: 'unknown', isDirty: true };
  }
}
