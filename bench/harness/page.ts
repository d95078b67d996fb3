import type { Result } from './results.ts';
import { type Mark, nearness, type Row, type Suite, type Verdict, verdictOn } from './suite.ts';
import { boundText, figureText, signOf, spreadText, tableOf } from './table.ts';

/** A suite with the run of it that stands on the page; null if the page goes without. */
export interface Measured {
  readonly suite: Suite;
  readonly result: Result | null;
}

interface Marked {
  readonly suite: string;
  readonly row: Row;
  readonly mark: Mark;
}

/**
 * Why the page cannot be written from these results; null if it can. It is of one commit on one machine; suites that
 * were not measured are named on its first lines.
 */
export function obstacle(measured: readonly Measured[]): string | null {
  const results = measured.flatMap(({ suite, result }) =>
    result === null ? [] : [{ suite: suite.name, result }],
  );
  if (results.length === 0) return 'no suite has results';
  const dirty = results.filter(({ result }) => result.isDirty).map(({ suite }) => suite);
  if (dirty.length > 0) {
    return `these suites were measured in a checkout with changes, which are in no commit: ${dirty.join(', ')}`;
  }
  const subjects = groupBy(results, ({ result }) => subjectOf(result));
  if (subjects.size === 1) return null;
  const groups = [...subjects].map(
    ([subject, group]) => `  ${subject}: ${group.map(({ suite }) => suite).join(', ')}`,
  );
  return ['the results are not of one commit on one machine; measure the fewer again:', ...groups].join('\n');
}

/** `bench/RESULTS.md`. */
export function pageOf(measured: readonly Measured[]): string {
  const marked = measured.flatMap(({ suite, result }) =>
    rowsOf(result).flatMap((row) =>
      (row.marks ?? []).map((mark): Marked => ({ suite: suite.name, row, mark })),
    ),
  );
  const results = measured.flatMap(({ result }) => result ?? []);
  const [first] = results;
  if (first === undefined) throw new Error('there is nothing to write a page from');
  return [
    '# Results',
    '',
    countText(marked, measured),
    '',
    `Commit ${subjectOf(first)}, ${datesOf(results)}.`,
    'Written by `npm run bench -- page`, not edited. A spread holds the middle half of the repetitions. A ratio compares figures',
    'of one run, measured in turns: "×3 of echo" takes three times as much as a bare server that sends the same bytes. If a',
    'claim has several marks, its line shows the nearest one, or the one that is missed by most.',
    '',
    ...markdown(['claim', 'figure', 'spread', 'mark', ''], claimLines(marked)),
    '',
    ...missedSection(marked, measured),
    ...measured.flatMap(section),
  ].join('\n');
}

function rowsOf(result: Result | null): readonly Row[] {
  return result?.rows ?? [];
}

function countText(marked: readonly Marked[], measured: readonly Measured[]): string {
  const missed = count(marked, 'missed');
  const open = count(marked, 'open');
  const failed = failures(measured).length;
  const empty = measured.filter(({ result }) => rowsOf(result).length === 0).map(({ suite }) => suite.name);
  return [
    `**${count(marked, 'kept')} of ${marked.length} marks kept**, ${missed} missed`,
    open === 0 ? '' : `, ${open} with nothing to judge`,
    failed === 0 ? '' : `; failed measurements: ${failed}`,
    empty.length === 0 ? '' : `; not measured: ${empty.join(', ')}`,
    '.',
  ].join('');
}

function count(marked: readonly Marked[], verdict: Verdict): number {
  return marked.filter(({ row, mark }) => verdictOn(row, mark) === verdict).length;
}

function failures(measured: readonly Measured[]): readonly { readonly suite: string; readonly row: Row }[] {
  return measured.flatMap(({ suite, result }) =>
    rowsOf(result)
      .filter(({ failed }) => failed !== undefined)
      .map((row) => ({ suite: suite.name, row })),
  );
}

/** A line for each claim: of the marks that stand for it, the one that is nearest to its bound, or furthest past it. */
function claimLines(marked: readonly Marked[]): string[][] {
  const claims = groupBy(
    marked.filter(({ row }) => row.claim !== undefined),
    ({ row }) => row.claim as string,
  );
  return [...claims].map(([claim, group]) => {
    const near = (marked: Marked): number => nearness(marked.row, marked.mark);
    const [{ row, mark }] = group.toSorted((a, b) => near(b) - near(a)) as [Marked];
    const which = group.some((other) => other.row !== row) ? ` (${row.name})` : '';
    const kept = group.length === 1 ? '' : ` ${count(group, 'kept')} of ${group.length}`;
    const sign = `${signOf(row, mark)}${kept}`;
    return [claim, `${figureText(row, mark)}${which}`, spreadText(row), boundText(mark), sign];
  });
}

function missedSection(marked: readonly Marked[], measured: readonly Measured[]): string[] {
  // A row that failed has missed its marks, and is one line.
  const missed = marked.filter(
    ({ row, mark }) => row.failed === undefined && verdictOn(row, mark) === 'missed',
  );
  const failed = failures(measured);
  if (missed.length + failed.length === 0) return [];
  return [
    '## Missed',
    '',
    ...markdown(
      ['suite', 'row', 'figure', 'spread', 'mark'],
      [
        ...missed.map(({ suite, row, mark }) => [
          suite,
          row.name,
          figureText(row, mark),
          spreadText(row),
          boundText(mark),
        ]),
        ...failed.map(({ suite, row }) => [suite, row.name, `FAILED: ${row.failed}`, '', '']),
      ],
    ),
    '',
  ];
}

function section({ suite, result }: Measured): string[] {
  const rows = rowsOf(result);
  const kept = rows.flatMap((row) => (row.marks ?? []).map((mark) => verdictOn(row, mark)));
  const marks =
    kept.length === 0 ? '' : `: ${kept.filter((verdict) => verdict === 'kept').length} of ${kept.length}`;
  const shown = nearest(rows, suite.shown ?? rows.length);
  const { columns, lines } = tableOf(shown);
  const left = rows.length - shown.length;
  return [
    `## ${suite.name}${marks}`,
    '',
    [`${suite.what}.`, suite.method ?? '', result === null ? '' : tookText(result)].filter(Boolean).join(' '),
    '',
    ...(rows.length === 0 ? ['Not measured.'] : markdown(columns, lines)),
    ...(left === 0 ? [] : ['', `And ${left} rows that are further from their marks.`]),
    '',
  ];
}

function tookText({ seconds, isQuick }: Result): string {
  return `Took ${seconds} s${isQuick ? ' (`--quick`: shorter runs)' : ''}.`;
}

/** Picks the rows that take most of their bounds, in their old order, and all that miss them in any case. */
function nearest(rows: readonly Row[], most: number): readonly Row[] {
  const used = (row: Row): number =>
    Math.max(
      row.failed === undefined ? 0 : Infinity,
      ...(row.marks ?? []).map((mark) => nearness(row, mark)),
    );
  const chosen = new Set(rows.toSorted((a, b) => used(b) - used(a)).slice(0, most));
  return rows.filter((row) => chosen.has(row) || used(row) > 1 || row.marks === undefined);
}

/** A table; columns of figures are set to the right. */
function markdown(columns: readonly string[], lines: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const isFigures = (at: number): boolean =>
    lines.every((cells) => /^(?:-?\d[^;]*|–)?$/.test(cells[at] ?? ''));
  const rules = columns.map((_, at) => (at > 0 && isFigures(at) ? '---:' : '---'));
  return [line(columns), `|${rules.join('|')}|`, ...lines.map(line)];
}

function subjectOf({ commit, node, cores, cpu, memoryGiB }: Result): string {
  return `${commit.slice(0, 10)}, Node.js ${node}, ${cores} × ${cpu}, ${memoryGiB} GiB`;
}

/** The days of the runs. */
function datesOf(results: readonly Result[]): string {
  const days = results.map(({ date }) => date.slice(0, 10)).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  return from === to ? `${from}` : `${from} to ${to}`;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
