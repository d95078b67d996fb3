import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Options, Row, Suite } from '../../harness/suite.ts';

/** Scores against reference renders, where `PLATEN_CORPUS` is a folder of them. */
export const fidelity: Suite = {
  name: 'fidelity',
  what: 'F1 of black dots within one dot of reference renders, by category',
  run,
};

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface Means {
  readonly score: { readonly mean: number; readonly worst: number };
  readonly f1_1: { readonly mean: number; readonly worst: number };
  readonly barcodes: { readonly matched: number; readonly total: number };
}

interface Score {
  readonly summary: { readonly overall: Means; readonly categories: Readonly<Record<string, Means>> };
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
    const means = Object.entries({ ...score.summary.categories, overall: score.summary.overall });
    return means.map(
      ([name, { score: points, f1_1, barcodes }]): Row => ({
        name,
        value: points.mean,
        unit: 'of 100',
        detail: {
          worst: points.worst,
          'F1@1 %': 100 * f1_1.mean,
          barcodes: barcodes.total,
          'barcodes read': barcodes.matched,
        },
      }),
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
