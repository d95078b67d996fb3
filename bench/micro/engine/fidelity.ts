import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareDots } from '../../../src/link-os/compare-dots.ts';
import { type Dots, dotsOfPng } from '../../../src/link-os/dots.ts';
import { atLeast, type Options, type Row, type Suite } from '../../harness/suite.ts';

/** Scores against reference renders, where `PLATEN_CORPUS` is a folder of them. */
export const fidelity: Suite = {
  name: 'fidelity',
  what: 'likeness to reference renders by category: a score that tolerates a dot, and the dots as they are',
  method:
    'The corpus of `PLATEN_CORPUS` with its scorer. F1@1: black dots within one dot of the other picture. IoU: black dots that both pictures have, by those that either has; the mean of the labels. Equal: labels without a dot that differs.',
  run,
};

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface Means {
  readonly score: { readonly mean: number; readonly worst: number };
  readonly f1_1: { readonly mean: number; readonly worst: number };
  readonly barcodes: { readonly matched: number; readonly total: number };
}

interface Case {
  readonly name: string;
  readonly category: string;
}

interface Score {
  readonly summary: { readonly overall: Means; readonly categories: Readonly<Record<string, Means>> };
}

const OVERALL = 'overall';
/** Kept by the renders of November 2026. */
const LEAST_IOU = 94.8;
const LEAST_EQUAL = 47;

/** Each label of the corpus with its likeness dot for dot. */
function likenessesOf(
  references: string,
  renders: string,
): readonly { readonly category: string; readonly iou: number; readonly equal: boolean }[] {
  const cases = JSON.parse(readFileSync(join(references, 'manifest.json'), 'utf8')) as readonly Case[];
  return cases.map(({ name, category }) => {
    const file = `${name}.png`;
    // A label that could not be rendered shares nothing.
    if (!existsSync(join(renders, file))) return { category, iou: 0, equal: false };
    const [ours, theirs] = [renders, references].map((folder) => dotsOfPng(readFileSync(join(folder, file))));
    return { category, ...compareDots(ours as Dots, theirs as Dots) };
  });
}

async function run(_options: Options): Promise<Row[]> {
  const corpus = process.env['PLATEN_CORPUS'];
  if (corpus === undefined) {
    console.log('set PLATEN_CORPUS to score renders against reference labels');
    return [];
  }
  const work = mkdtempSync(join(tmpdir(), 'platen-fidelity-'));
  try {
    cpSync(corpus, join(work, 'corpus'), { recursive: true });
    execFileSync('npm', ['ci', '--prefix', join(work, 'corpus/scorer')], { stdio: 'ignore' });
    execFileSync(
      process.execPath,
      [join(work, 'corpus/run.mjs'), '--project', root, '--out', join(work, 'out')],
      {
        stdio: 'inherit',
      },
    );
    const score = JSON.parse(readFileSync(join(work, 'out/score.json'), 'utf8')) as Score;
    const likenesses = likenessesOf(join(work, 'corpus/labels'), join(work, 'out'));
    const means = Object.entries({ ...score.summary.categories, [OVERALL]: score.summary.overall });
    return means.map(([name, { score: points, f1_1, barcodes }]): Row => {
      const its = likenesses.filter(({ category }) => name === OVERALL || name === category);
      return {
        name,
        value: points.mean,
        unit: 'of 100',
        detail: {
          worst: points.worst,
          'F1@1 %': 100 * f1_1.mean,
          'IoU %': (100 * its.reduce((sum, { iou }) => sum + iou, 0)) / its.length,
          labels: its.length,
          equal: its.filter(({ equal }) => equal).length,
          barcodes: barcodes.total,
          'barcodes read': barcodes.matched,
        },
        ...(name === OVERALL ? { marks: [atLeast(LEAST_IOU, 'IoU %'), atLeast(LEAST_EQUAL, 'equal')] } : {}),
      };
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
