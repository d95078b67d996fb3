import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BatchUsage } from '../../../src/batch/batch-failure.ts';
import { type OutputFiles, openSink } from '../../../src/batch/output/open-sink.ts';
import type { BatchFormat, RenderedRows, Sink, SinkState } from '../../../src/batch/stages.ts';
import { filesIn, temporaryFolder } from './folders.ts';
import { madeOf, namedPiece, pageOf, pagesPiece, zplPiece } from './made-rows.ts';

const SIZE = { widthMm: 50, heightMm: 25, dpi: 203 };

function open(
  out: string,
  format: BatchFormat,
  files: OutputFiles,
  onto: SinkState | null = null,
): Promise<Sink> {
  return openSink({ out, format, files, stateReset: Buffer.from('^XA^CI0^XZ'), size: SIZE, onto });
}

const ONE = { kind: 'one' } as const;
const ROW = { kind: 'row' } as const;
const PARTS = { kind: 'parts', rows: 3 } as const;

/** Six times two rows: of the first three rows all fail, of the sixth `RenderedRows` one does. */
function rowsOf(piece: (row: number) => ReturnType<typeof zplPiece>): RenderedRows[] {
  return Array.from({ length: 6 }, (_, i) => {
    const first = i * 2 + 1;
    const rows = [first, first + 1].filter((row) => row > 3 && row !== 11);
    return madeOf(first, 2, rows.map(piece));
  });
}

const zpl = rowsOf((row) => zplPiece(row, `^XA^FD${row}^FS^XZ\n`));
const pages = rowsOf((row) => pagesPiece(row, [pageOf(row), pageOf(row + 100)], 1 + (row % 3)));
const named = rowsOf((row) => namedPiece(row, row === 9 ? 'order 7' : `order ${row}`, `label ${row}`));

const CASES: readonly [
  name: string,
  format: BatchFormat,
  files: OutputFiles,
  rows: readonly RenderedRows[],
][] = [
  ['one file of ZPL', 'zpl', ONE, zpl],
  ['one PDF', 'pdf', ONE, pages],
  ['parts of ZPL', 'zpl', PARTS, zpl],
  ['parts of PDF', 'pdf', PARTS, pages],
  ['parts of one row', 'png', { kind: 'parts', rows: 1 }, zpl],
  ['a file a row', 'png', ROW, named],
  ['a PDF a row', 'pdf', ROW, pages],
];

describe('a sink', () => {
  it.each(CASES)(
    'that is stopped after any call goes on to the same files: %s',
    async (_, format, files, rows) => {
      const run = async (stopAfter: number): Promise<{ calls: number; files: Record<string, string> }> => {
        const folder = temporaryFolder();
        const out = join(folder, 'out');
        let journal: { state: SinkState; made: number; row: number; failed: number } | null = null;
        let calls = 0;
        // A process writes until it is killed; a second one goes on behind the last state that the journal has.
        const live = async (limit: number): Promise<boolean> => {
          const left = (): boolean => ++calls <= limit;
          const sink = await open(out, format, files, journal?.state ?? null);
          let { made, row, failed } = journal ?? { made: 0, row: 1, failed: 0 };
          try {
            if (!left()) return false;
            for (; made < rows.length; ) {
              const next = rows[made++] as RenderedRows;
              failed += (await sink.write(next)).length;
              row += next.rows;
              if (!left()) return false;
              if (made % 2 === 1) continue;
              const state = JSON.parse(JSON.stringify(await sink.sync())) as SinkState;
              if (!left()) return false;
              journal = { state, made, row, failed };
              if (!left()) return false;
              await sink.commit();
              if (!left()) return false;
            }
            const bytes = await sink.finish();
            expect(Object.values(filesIn(folder)).join('').length).toBe(bytes);
            return left();
          } finally {
            await sink.close();
          }
        };
        if (!(await live(stopAfter))) expect(await live(Infinity)).toBe(true);
        expect(journal).toMatchObject({ made: rows.length, failed: rows === named ? 1 : 0 });
        return { calls, files: filesIn(folder) };
      };

      const whole = await run(Infinity);
      expect(Object.keys(whole.files).filter((name) => name.includes('part'))).toEqual([]);
      for (let stopAfter = 0; stopAfter < whole.calls; stopAfter++) {
        expect((await run(stopAfter)).files, `stopped after ${stopAfter} calls`).toEqual(whole.files);
      }
    },
  );

  it('puts the state back between pieces, and not before the first of a file', async () => {
    const folder = temporaryFolder();
    for (const [name, files] of [
      ['one', ONE],
      ['parts', PARTS],
    ] as const) {
      const sink = await open(join(folder, name), 'zpl', files);
      await sink.write(madeOf(1, 2, [zplPiece(1, 'a'), zplPiece(2, 'b')]));
      await sink.write(madeOf(3, 2, [zplPiece(3, 'c'), zplPiece(4, 'd')]));
      await sink.finish();
    }
    const reset = '^XA^CI0^XZ';
    expect(filesIn(folder)).toEqual({
      one: ['a', 'b', 'c', 'd'].join(reset),
      'parts/000001.zpl': ['a', 'b', 'c'].join(reset),
      'parts/000002.zpl': 'd',
    });
  });

  it('wants a new or an empty folder for many files', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'mine.txt'), '');
    await expect(open(folder, 'zpl', ROW)).rejects.toThrow(BatchUsage);
    await expect(open(folder, 'zpl', PARTS)).rejects.toThrow(
      /is not empty: name a folder that is new or empty/,
    );
    mkdirSync(join(folder, 'empty'));
    await (await open(join(folder, 'empty'), 'zpl', PARTS)).close();
  });

  it('gives the other files their names when it was killed while it did', async () => {
    const folder = temporaryFolder();
    const first = await open(folder, 'png', ROW);
    const pieces = ['a', 'b', 'c'].map((name, i) => namedPiece(1 + i, name, `label ${name}`));
    await first.write(madeOf(1, 3, pieces));
    const state = await first.sync();
    renameSync(join(folder, '.part/2 b.png'), join(folder, 'b.png'));
    await first.write(madeOf(4, 1, [namedPiece(4, 'd', 'not in the journal')]));
    await first.close();

    const second = await open(folder, 'png', ROW, state);
    expect(await second.write(madeOf(4, 1, [namedPiece(4, 'b', 'label b again')]))).toEqual([
      {
        row: 4,
        cells: ['b'],
        others: '',
        status: 409,
        reason: 'the name b.png is taken by another row; use {row} in --name-template',
        fields: [],
      },
    ]);
    expect(await second.finish()).toBe(21);
    expect(filesIn(folder)).toEqual({ 'a.png': 'label a', 'b.png': 'label b', 'c.png': 'label c' });
  });

  it('takes names that differ in case for one where the file system does', async () => {
    const folder = temporaryFolder();
    const failures = async (): Promise<number> => {
      const sink = await open(folder, 'png', ROW, { row: 0, bytes: 0 });
      const pieces = [namedPiece(1, 'Order', ''), namedPiece(2, 'order', '')];
      const failed = await sink.write(madeOf(1, 2, pieces));
      await sink.close();
      return failed.length;
    };
    // On such a file system, the folder of unfinished files is found by this name as well.
    const other = join(folder, '.PART');
    mkdirSync(join(folder, '.part'));
    expect(await failures()).toBe(existsSync(other) ? 1 : 0);
    mkdirSync(other, { recursive: true });
    expect(await failures()).toBe(1);
  });

  it('writes no file when there is no label, and leaves none of an earlier run in its place', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'out'), 'of an earlier run');
    const sink = await open(join(folder, 'out'), 'pdf', ONE);
    await sink.write(madeOf(1, 2, []));
    expect(await sink.finish()).toBe(0);
    expect(filesIn(folder)).toEqual({});
  });
});
