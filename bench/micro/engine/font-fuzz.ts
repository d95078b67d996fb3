import { atMost, binding, type Options, type Row, type Suite } from '../../harness/suite.ts';
import { startThread } from '../../harness/typescript.ts';
import type { FontFuzzReport, FontFuzzWork } from './font-fuzz-thread.ts';

export const fontFuzz: Suite = {
  name: 'font-fuzz',
  what: 'damaged fonts, and text of mixed directions and scripts, shaped and drawn',
  method:
    'Cases by number, each the same in every run, in a thread for each kind. Times are of the slowest case, in the ' +
    "thread's processor time where the system tells it; memory is what the thread keeps after its words are dropped and its " +
    'garbage is collected. Other caches grow up to a bound, so the second half is tried once more: what grows then is lost.',
  run,
};

const CASES = 20_000;
const CASES_QUICK = 1000;
const MOST_MS = 250;
/**
 * The most by which a thread's memory may grow while the last cases are tried again, the least of each quarter of the
 * cases.
 */
const MOST_GROWTH_MIB = 2;

async function run({ quick }: Options): Promise<Row[]> {
  const cases = quick ? CASES_QUICK : CASES;
  const rows = await Promise.all([tried('fonts', cases), tried('made fonts', cases), tried('text', cases)]);
  return rows.flat();
}

async function tried(kind: FontFuzzWork['kind'], cases: number): Promise<Row[]> {
  let attempts = 0;
  let slowestMs = 0;
  let findings = 0;
  const heapMiB: number[] = [];
  const externalMiB: number[] = [];
  const rssMiB: number[] = [];
  const work: FontFuzzWork = { kind, cases, slowMs: MOST_MS };
  const worker = startThread(new URL('font-fuzz-thread.ts', import.meta.url), work);
  worker.on('message', (report: FontFuzzReport) => {
    if (report.kind === 'finding') {
      findings++;
      console.error(report.what);
      return;
    }
    attempts = report.attempts;
    slowestMs = report.slowestMs;
    heapMiB.push(report.heapBytes / 2 ** 20);
    externalMiB.push(report.externalBytes / 2 ** 20);
    rssMiB.push(process.memoryUsage.rss() / 2 ** 20);
  });
  await new Promise<void>((resolve, reject) => {
    worker.once('exit', () => resolve());
    worker.once('error', reject);
  });
  const growth = (name: string, samples: readonly number[]): Row => ({
    name: `${kind}: growth of ${name}`,
    value: least(samples, 5 / 6, 1) - least(samples, 1 / 2, 2 / 3),
    unit: 'MiB',
    note: 'from the last quarter of the cases to the same ones again, the least of each',
    detail: { 'KiB/1000 cases': slope(samples) * (samples.length / attempts) * 1000 * 1024 },
    samples,
    marks: [binding(atMost(MOST_GROWTH_MIB))],
  });
  return [
    {
      name: `${kind}: cases`,
      value: Math.min(attempts, cases),
      unit: '',
      detail: { findings },
      marks: [binding(atMost(0, 'findings'))],
      ...(attempts < 1.5 * cases && {
        failed: `only ${attempts} of ${1.5 * cases} attempts came to their end`,
      }),
    },
    { name: `${kind}: slowest`, value: slowestMs, unit: 'ms', marks: [binding(atMost(MOST_MS))] },
    growth('objects', heapMiB),
    growth('memory outside of the heap', externalMiB),
    { name: `${kind}: most memory of the process`, value: Math.max(...rssMiB), unit: 'MiB' },
  ];
}

/** The least of the samples of a part of the run, from 0 to 1. */
function least(samples: readonly number[], from: number, to: number): number {
  return Math.min(...samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to)));
}

/**
 * The slope of the line that lies nearest to the samples of cases tried again (least squares), from one to the next.
 */
function slope(samples: readonly number[]): number {
  const again = samples.slice(Math.floor((samples.length * 2) / 3));
  const middle = (again.length - 1) / 2;
  const mean = again.reduce((sum, sample) => sum + sample, 0) / again.length;
  let covariance = 0;
  let variance = 0;
  for (const [i, sample] of again.entries()) {
    covariance += (i - middle) * (sample - mean);
    variance += (i - middle) ** 2;
  }
  return variance === 0 ? 0 : covariance / variance;
}
