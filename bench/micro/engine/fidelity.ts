import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Options, Row, Suite } from '../../harness/harness.ts';

/** Ink scores against reference renders, where a set of them lies beside the checkout (`PLATEN_CORPUS`). */
export const fidelity: Suite = { name: 'fidelity', what: 'ink F1 within one dot, by category', run };

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
  const corpus = process.env['PLATEN_CORPUS'] ?? join(root, '../shared/corpus');
  if (!existsSync(join(corpus, 'run.mjs'))) {
    console.log(`no reference labels at ${corpus}: set PLATEN_CORPUS`);
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
        note: `worst ${points.worst.toFixed(1)}; F1@1 ${f1_1.mean.toFixed(4)}; barcodes ${barcodes.matched} of ${barcodes.total}`,
      }),
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
