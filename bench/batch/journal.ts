import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRowInput } from '../../src/batch/input/row-input.ts';
import { layoutFor } from '../../src/batch/input/row-layout.ts';
import { Journal } from '../../src/batch/journal/journal.ts';
import { fingerprintOf } from '../../src/batch/journal/record.ts';
import { readBatchLabel } from '../../src/batch/local/label-file.ts';
import { localMaker } from '../../src/batch/local/local-maker.ts';
import { openFailedFile } from '../../src/batch/output/failed-file.ts';
import { filePlace } from '../../src/batch/output/growing-file.ts';
import { openSink } from '../../src/batch/output/open-sink.ts';
import { keepRows } from '../../src/batch/run/keep-rows.ts';
import { Ledger } from '../../src/batch/run/ledger.ts';
import { ResourceStack } from '../../src/batch/run/resource-stack.ts';
import { LABEL_ZPL, rowsWithFailures } from '../../test/faults/batch/killed-runs.ts';
import { median } from '../harness/statistics.ts';
import { atMost, type Suite } from '../harness/suite.ts';

const ROUNDS = 7;
/** Enough for a dozen checkpoints. */
const ROWS = 600_000;

/** The cost of the journal: the output is written, and synced at its end, either way. */
export const batchJournal: Suite = {
  name: 'batch-journal',
  what: 'ZPL by the engine with the journal, next to the same without',
  method: 'The two take turns in one process; without the journal the output is synced at its end only.',
  async run({ quick }) {
    const folder = mkdtempSync(join(tmpdir(), 'platen-batch-journal-'));
    const rows = quick ? ROWS / 6 : ROWS;
    writeFileSync(join(folder, 'label.zpl'), LABEL_ZPL);
    writeFileSync(join(folder, 'rows.csv'), rowsWithFailures(rows));
    const seconds = { with: [] as number[], without: [] as number[] };
    try {
      await made(folder, true);
      for (let round = 0; round < (quick ? 3 : ROUNDS); round++) {
        for (const isKept of [round % 2 === 0, round % 2 !== 0]) {
          seconds[isKept ? 'with' : 'without'].push(await made(folder, isKept));
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    const rate = (times: readonly number[]): number => rows / median(times);
    return [
      {
        name: 'rows a second with the journal',
        value: rate(seconds.with),
        unit: 'rows/s',
        ratio: median(seconds.with) / median(seconds.without),
        of: 'time without it',
        marks: [atMost(1.05, 'ratio')],
        claim: 'The journal costs at most 5 % of the rate of ZPL',
        samples: seconds.with.map((time) => rows / time),
        detail: { 'rows/s without': rate(seconds.without) },
      },
    ];
  },
};

/** Seconds for all rows. */
async function made(folder: string, isKept: boolean): Promise<number> {
  const opened = new ResourceStack();
  const out = join(folder, 'out.zpl');
  const path = join(folder, 'rows.csv');
  const { signal } = new AbortController();
  try {
    const input = opened.keep(
      await openRowInput({
        path,
        shard: null,
        format: null,
        delimiter: null,
        sheet: null,
        encoding: null,
        temporary: `${out}.input`,
        stdin: () => process.stdin,
        signal,
      }),
    );
    const label = await readBatchLabel(join(folder, 'label.zpl'), { widthMm: 50, heightMm: 25, dpi: 203 });
    const options = { map: [], set: [], copies: 1, copiesColumn: null, nameTemplate: null };
    const { layout } = layoutFor(input, label, options);
    const maker = opened.keep(
      await localMaker({
        label,
        layout,
        format: 'zpl',
        pieceRows: Number.POSITIVE_INFINITY,
        validates: false,
        threads: availableParallelism(),
        now: new Date(),
      }),
    );
    const { stateReset, size } = label;
    const sink = opened.keep(
      await openSink({ out, format: 'zpl', files: { kind: 'one' }, stateReset, size, onto: null }),
    );
    const failedFile = opened.keep(
      await openFailedFile({
        place: filePlace(`${out}.failed.csv`),
        columns: input.columns,
        others: false,
        onto: null,
      }),
    );
    const begin = { fingerprint: fingerprintOf(input.digest, label, {}), now: 0 };
    const journal = isKept ? opened.keep(await Journal.create(`${out}.journal`, begin)) : null;
    const ledger = new Ledger({
      journal,
      failedFile,
      steps: { confirm: (by) => maker.confirm(by), sync: () => sink.sync(), commit: () => sink.commit() },
      done: null,
      start: input.start,
      firstRow: 1,
      mostFailed: Number.POSITIVE_INFINITY,
      stopsOnFailure: false,
      worthwhileRows: 1,
      startedMs: performance.now(),
      update: () => {},
    });
    const began = performance.now();
    const chunks = input.chunks(input.start.offset, 1, maker.chunkBytes);
    await keepRows(maker.make(chunks, 1, signal), sink, ledger, signal);
    await ledger.checkpoint(signal);
    await sink.finish();
    await failedFile.finish();
    return (performance.now() - began) / 1000;
  } finally {
    await opened.close();
  }
}
