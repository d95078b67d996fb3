import { atMost, binding, type Options, type Row, type Suite } from '../../harness/suite.ts';
import { startThread } from '../../harness/typescript.ts';
import type { FontFuzzReport, FontFuzzWork } from './font-fuzz-thread.ts';

export const fontFuzz: Suite = {
  name: 'font-fuzz',
  what: 'damaged fonts, and text of mixed directions and scripts, shaped and drawn',
  method:
    'Cases by number, each the same in every run, in a thread for each kind. Times are of the slowest case, in the ' +
    "thread's processor time where the system tells it; memory is what the thread keeps after its garbage is collected.",
  run,
};

const CASES = 20_000;
const CASES_QUICK = 1000;
const MOST_MS = 250;
/** What a thread may keep more from the second quarter of a run to the last, the least of each. */
const MOST_GROWTH_MIB = 2;

async function run({ quick }: Options): Promise<Row[]> {
  const cases = quick ? CASES_QUICK : CASES;
  const rows = await Promise.all([tried('fonts', cases), tried('text', cases)]);
  return rows.flat();
}

async function tried(kind: FontFuzzWork['kind'], cases: number): Promise<Row[]> {
  let done = 0;
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
    done = report.cases;
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
    value: quarter(samples, 4) - quarter(samples, 2),
    unit: 'MiB',
    note: 'from the second quarter of the run to the last, the least of each',
    detail: { 'KiB/1000 cases': slope(samples) * (samples.length / done) * 1000 * 1024 },
    samples,
    marks: [binding(atMost(MOST_GROWTH_MIB))],
  });
  return [
    {
      name: `${kind}: cases`,
      value: done,
      unit: '',
      detail: { findings },
      marks: [binding(atMost(0, 'findings'))],
      ...(done < cases && { failed: `only ${done} of ${cases} came to their end` }),
    },
    { name: `${kind}: slowest`, value: slowestMs, unit: 'ms', marks: [binding(atMost(MOST_MS))] },
    growth('objects', heapMiB),
    growth('memory outside of the heap', externalMiB),
    { name: `${kind}: most memory of the process`, value: Math.max(...rssMiB), unit: 'MiB' },
  ];
}

function quarter(samples: readonly number[], n: number): number {
  return Math.min(...samples.slice((samples.length * (n - 1)) >> 2, (samples.length * n) >> 2));
}

/** Of the line that lies nearest to the second half of the samples (least squares), from one to the next. */
function slope(samples: readonly number[]): number {
  const half = samples.slice(samples.length >> 1);
  const middle = (half.length - 1) / 2;
  const mean = half.reduce((sum, sample) => sum + sample, 0) / half.length;
  let covariance = 0;
  let variance = 0;
  for (const [i, sample] of half.entries()) {
    covariance += (i - middle) * (sample - mean);
    variance += (i - middle) ** 2;
  }
  return variance === 0 ? 0 : covariance / variance;
}
