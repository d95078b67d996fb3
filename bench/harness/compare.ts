import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Checkout, checkOut } from './checkout.ts';
import { rankTest } from './rank-test.ts';
import { fileName, RESULTS } from './results.ts';
import { median } from './statistics.ts';
import type { Options, Row } from './suite.ts';
import { format, print } from './table.ts';

export interface ComparisonOptions extends Options {
  readonly rounds: number;
}

/** A figure of two commits, a value for each round. */
interface Figure {
  readonly name: string;
  readonly base: number[];
  readonly head: number[];
}

/** More probable than this by chance, two figures count as equal. */
const CHANCE = 0.01;
/** Differences of medians below this count for nothing, however certain. */
const LEAST = 0.02;

/**
 * Measures two commits in turns, each with its own benchmarks in a process of its own for each round, and prints what
 * differs. Two figures differ when the exact Mann–Whitney test of their rounds finds a chance of at most 1 %, which
 * takes five rounds, and their medians are more than 2 % apart: by chance alone one figure of a hundred does. On a busy
 * machine, where little is significant, the ratio of the best rounds comes nearest, for other programs only ever
 * add.
 */
export async function compare(
  [base, head]: readonly [string, string],
  suites: readonly string[],
  options: ComparisonOptions,
): Promise<void> {
  const [left, right] = checkOut([base, head]) as [Checkout, Checkout];
  const figures = new Map<string, Figure>();
  const failed: string[] = [];
  for (let round = 0; round < options.rounds; round++) {
    for (const suite of suites) {
      for (const side of round % 2 === 0 ? [left, right] : [right, left]) {
        console.log(`round ${round + 1} of ${options.rounds}: ${suite} of ${side.commit}`);
        const { figures: found, failed: without } = await measured(side, suite, options);
        failed.push(...without);
        for (const [name, value] of found) {
          const figure = figures.get(name) ?? { name, base: [], head: [] };
          figures.set(name, figure);
          (side === left ? figure.base : figure.head).push(value);
        }
      }
    }
  }
  const both = preferred(
    [...figures.values()].filter(({ base, head }) => base.length > 0 && head.length > 0),
  );
  console.log(`\n${left.commit} (base) and ${right.commit} (head), ${options.rounds} rounds in turns`);
  print({
    columns: [
      'figure',
      'base',
      'head',
      'ratio',
      'of the best',
      'chance',
      '',
      'rounds of base',
      'rounds of head',
    ],
    lines: both.map(lineOf),
  });
  const single = [...figures.values()]
    .filter(({ base, head }) => base.length === 0 || head.length === 0)
    .map(({ name }) => name);
  if (single.length > 0) console.log(`only one of them has: ${single.join(', ')}`);
  if (failed.length > 0) {
    console.log(`these failed; rows that did are left out:\n${failed.map((what) => `  ${what}`).join('\n')}`);
    process.exitCode = 1;
  }
  const differing = both.filter((figure) => ['better', 'WORSE'].includes(verdictOn(figure)));
  console.log(
    `${differing.length} of ${both.length} figures differ beyond noise; by chance alone one of a hundred does`,
  );
  keep({ base: left.commit, head: right.commit, ...options, figures: both });
}

/** Without times by the clock where both have processor time: other programs change it less. */
function preferred(figures: readonly Figure[]): Figure[] {
  const names = new Set(figures.map(({ name }) => name));
  return figures.filter(
    ({ name }) => !names.has(name.replace(/, µs$/, ', processor µs')) || !name.endsWith(', µs'),
  );
}

/** Rounds needed on a side: with fewer, no test can reach a significance of 1 %. */
const LEAST_ROUNDS = 5;

function lineOf(figure: Figure): string[] {
  const { name, base, head } = figure;
  const [before, after] = [median(base), median(head)];
  const best = (rounds: readonly number[]): number =>
    MORE_IS_BETTER.test(name) ? Math.max(...rounds) : Math.min(...rounds);
  return [
    name,
    format(before),
    format(after),
    `×${(after / before).toPrecision(3)}`,
    `×${(best(head) / best(base)).toPrecision(3)}`,
    rankTest(base, head).toPrecision(2),
    verdictOn(figure),
    base.map(format).join(' '),
    head.map(format).join(' '),
  ];
}

function verdictOn({ name, base, head }: Figure): string {
  if (Math.min(base.length, head.length) < LEAST_ROUNDS) return 'too few rounds';
  const ratio = median(head) / median(base);
  if (rankTest(base, head) > CHANCE || Math.abs(ratio - 1) <= LEAST) return 'the same';
  return ratio > 1 === MORE_IS_BETTER.test(name) ? 'better' : 'WORSE';
}

/** Units of which more is better: rates. Less is better for time and memory. */
const MORE_IS_BETTER = /\/s$/;
const COMPARED = /(?:\/s| [mµ]s|MiB|bytes|µs\/req)$/;

interface Measured {
  /** By name and unit. */
  readonly figures: readonly (readonly [string, number])[];
  /** Measurements that are worth nothing, and why; a missed mark fails a run as well. */
  readonly failed: readonly string[];
}

/** Runs a suite of a commit. */
async function measured({ folder, commit }: Checkout, suite: string, { quick }: Options): Promise<Measured> {
  const results = join(folder, 'bench/results');
  rmSync(results, { recursive: true, force: true });
  const flags = quick ? ['--quick'] : [];
  const run = spawn('npm', ['run', '--silent', 'bench', '--', ...flags, suite], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  run.stderr.on('data', (chunk) => (errors += String(chunk)));
  const [status] = (await once(run, 'close')) as [number | null];
  let rows: readonly Row[];
  try {
    ({ rows } = JSON.parse(readFileSync(join(results, fileName(suite, quick)), 'utf8')) as {
      readonly rows: readonly Row[];
    });
  } catch (cause) {
    throw new Error(`${suite} of ${commit} left no results: ${errors.slice(-1000)}`, { cause });
  }
  const [sound, unsound] = soundAndFailed(suite, rows);
  const failed = unsound.map((what) => `${what} of ${commit}`);
  if (status !== 0 && failed.length === 0)
    failed.push(`${suite} of ${commit}: it ended with status ${status}`);
  return { figures: sound, failed };
}

/** The figures of rows that are worth something, by name and unit, and the others' names with why they are not. */
export function soundAndFailed(
  suite: string,
  rows: readonly Row[],
): [figures: readonly (readonly [string, number])[], failed: readonly string[]] {
  const figures = rows
    .filter(({ failed }) => failed === undefined)
    .flatMap(({ name, value, unit, detail }) =>
      [[`${suite}: ${name}, ${unit}`, value] as const, ...detailsOf(`${suite}: ${name}`, detail)].filter(
        (figure): figure is [string, number] => COMPARED.test(figure[0]) && figure[1] !== null,
      ),
    );
  const failed = rows.flatMap(({ name, failed }) =>
    failed === undefined ? [] : [`${suite}: ${name}: ${failed}`],
  );
  return [figures, failed];
}

function detailsOf(row: string, detail: Row['detail']): (readonly [string, number])[] {
  return Object.entries(detail ?? {}).map(([name, value]) => [`${row}, ${name}`, value] as const);
}

/** The figures of all rounds, as JSON. */
function keep(comparison: unknown): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, 'compare.json'), `${JSON.stringify(comparison, null, 2)}\n`);
}
