import { atMost, binding, type Options, type Row, type Suite } from '../../harness/suite.ts';
import { startThread } from '../../harness/typescript.ts';
import type { FuzzReport, FuzzWork } from './fuzz-thread.ts';

export const fuzz: Suite = {
  name: 'fuzz',
  what: 'damaged, generated and explosive labels through compile, substitute, parse, draw and encode',
  method:
    'Cases by number, each the same in every run, in two worker threads; FUZZ_CASES sets how many. All of them take two ' +
    'cores ten minutes, and each tenth of the way is reported. Times are of the slowest request of a case, in the ' +
    "thread's processor time where the system reports it.",
  shown: 12,
  run,
};

const THREADS = 2;
const CASES = 200_000;
const CASES_QUICK = 500;
/** How often a run tells how far it is. */
const STEPS = 10;
const MOST_MS = 250;
const MOST_BOMB_MS = 50;
/** The most by which memory may grow from the second quarter of a run to the last. */
const MOST_GROWTH_MIB = 64;

async function run({ quick }: Options): Promise<Row[]> {
  const cases = Number(process.env['FUZZ_CASES'] ?? (quick ? CASES_QUICK : CASES));
  let done = 0;
  let slowest = { ms: 0, case: 0 };
  let findings = 0;
  const rss: number[] = [];
  const rows: Row[] = [];
  const hear = (report: FuzzReport): void => {
    if (report.kind === 'finding') {
      findings++;
      console.error(`${report.what}\n  ${report.input}`);
    } else if (report.kind === 'bomb') {
      const { name, ms, repeatsOnly } = report;
      rows.push({
        name,
        value: ms,
        unit: 'ms',
        marks: [binding(atMost(repeatsOnly ? MOST_BOMB_MS : MOST_MS))],
        claim: 'Labels made to explode are answered within 250 ms, those that only repeat within 50 ms',
      });
    } else {
      const step = Math.floor((done * STEPS) / cases);
      done += report.cases;
      if (report.slowest.ms > slowest.ms) slowest = report.slowest;
      rss.push(process.memoryUsage.rss() / 2 ** 20);
      if (Math.floor((done * STEPS) / cases) > step) {
        console.error(`${done} of ${cases} cases, ${findings} findings, slowest ${slowest.ms.toFixed(0)} ms`);
      }
    }
  };
  const slow = { slowMs: MOST_MS, slowBombMs: MOST_BOMB_MS };
  await thread({ from: 0, to: 0, step: 1, bombs: quick ? 'repeating' : 'all', ...slow }, hear);
  console.error(`${rows.length} explosive labels, ${findings} findings`);
  const threads = Array.from({ length: THREADS }, (_, from) =>
    thread({ from, to: cases, step: THREADS, bombs: 'none', ...slow }, hear),
  );
  await Promise.all(threads);
  const quarter = (n: number): number =>
    Math.min(...rss.slice((rss.length * (n - 1)) >> 2, (rss.length * n) >> 2));
  const growth = quarter(4) - quarter(2);
  return [
    {
      name: 'cases',
      value: done,
      unit: '',
      detail: { findings },
      marks: [binding(atMost(0, 'findings'))],
      ...(done < cases && { failed: `only ${done} of ${cases} came to their end` }),
    },
    {
      name: 'slowest',
      value: slowest.ms,
      unit: 'ms',
      note: `case ${slowest.case}`,
      marks: [binding(atMost(MOST_MS))],
    },
    {
      name: 'growth of memory',
      value: growth,
      unit: 'MiB',
      note: 'from the second quarter of the run to the last, the least of each',
      detail: { 'most MiB': Math.max(...rss) },
      marks: [binding(atMost(MOST_GROWTH_MIB))],
    },
    ...rows,
  ];
}

async function thread(work: FuzzWork, hear: (report: FuzzReport) => void): Promise<void> {
  const worker = startThread(new URL('fuzz-thread.ts', import.meta.url), work);
  worker.on('message', hear);
  await new Promise<void>((resolve, reject) => {
    worker.once('exit', resolve);
    worker.once('error', reject);
  });
}
