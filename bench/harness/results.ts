import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format, type Options, type Row, ratioText, remarks, type Suite } from './harness.ts';

const directory = fileURLToPath(new URL('../results/', import.meta.url));
const page = fileURLToPath(new URL('../RESULTS.md', import.meta.url));

/** A suite's rows with what they were measured on. */
interface Result {
  readonly suite: string;
  readonly commit: string;
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly date: string;
  readonly rows: readonly Row[];
}

/** Keeps a suite's rows as JSON; those of a first look apart, so that they never stand for a measurement. */
export function save({ name }: Suite, rows: readonly Row[], { quick }: Options): void {
  const result: Result = {
    suite: name,
    commit: commit(),
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    date: new Date().toISOString(),
    rows,
  };
  mkdirSync(directory, { recursive: true });
  writeFileSync(`${directory}${name}${quick ? '.quick' : ''}.json`, `${JSON.stringify(result, null, 2)}\n`);
}

/** Writes `RESULTS.md` from the last full run of each of these suites; those never run here keep their section. */
export function writePage(suites: readonly Suite[]): void {
  const written = sectionsOfPage();
  const sections = suites.flatMap((suite) => {
    const file = `${directory}${suite.name}.json`;
    if (existsSync(file)) return [section(suite, JSON.parse(readFileSync(file, 'utf8')) as Result)];
    return written.get(suite.name) ?? [];
  });
  writeFileSync(page, `${PREFACE}\n${sections.join('\n')}`);
}

/** The page as it is, by suite. */
function sectionsOfPage(): ReadonlyMap<string, string> {
  const sections = existsSync(page)
    ? readFileSync(page, 'utf8')
        .split(/^(?=## )/m)
        .slice(1)
    : [];
  return new Map(sections.map((text) => [text.slice(3, text.indexOf('\n')), `${text.trimEnd()}\n`]));
}

const PREFACE = `# Results

Written by \`npm run bench\`; not edited. Every row of the last full run of each suite, the bad ones too. Ratios
compare figures of one run, taken in turns; repetitions stand in brackets.
`;

function section({ name, what, method }: Suite, result: Result): string {
  const { commit: at, node, cpu, cores, memoryGiB, date, rows } = result;
  const cells = rows.map((row) => [
    row.name,
    `${format(row.value)} ${row.unit}`,
    ratioText(row),
    remarks(row),
  ]);
  return [
    `## ${name}`,
    '',
    `${what}. ${method ?? ''}`.trim(),
    '',
    `Commit ${at}, Node.js ${node}, ${cores} × ${cpu}, ${memoryGiB} GiB, ${date}.`,
    '',
    '| row | value | ratio | remarks |',
    '|---|---:|---:|---|',
    ...cells.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
    '',
  ].join('\n');
}

/** The commit measured, marked when the checkout differs from it. */
function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
    const changed = git('status', '--porcelain', '--', 'src', 'workers', 'bench/*.ts') !== '';
    return git('rev-parse', '--short', 'HEAD') + (changed ? ' with changes' : '');
  } catch {
    return 'unknown';
  }
}
