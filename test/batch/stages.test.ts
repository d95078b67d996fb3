import { expect, it } from 'vitest';
import { addWarnings, type BorrowedRows, type RowWarning, warned } from '../../src/batch/stages.ts';

function made(firstRow: number, rows: number, warnings: readonly RowWarning[]): BorrowedRows {
  const next = { offset: 0, skip: 0 };
  return { firstRow, rows, next, pieces: [], failed: [], unresolved: 0, warnings, [Symbol.dispose]() {} };
}

async function* from(all: readonly BorrowedRows[]): AsyncGenerator<BorrowedRows> {
  yield* all;
}

it('tells of each warning once, by its first row', async () => {
  const all = [
    made(11, 3, [{ row: 12, text: 'a' }]),
    made(14, 2, []),
    made(16, 9, [
      { row: 16, text: 'a' },
      { row: 20, text: 'b' },
    ]),
  ];
  const lines: string[] = [];
  const passed: BorrowedRows[] = [];
  for await (const each of warned(from(all), (line) => void lines.push(line))) passed.push(each);
  expect(lines).toEqual(['row 12: a', 'row 20: b']);
  expect(passed).toEqual(all);
});

it('tells of ten at most, and that there are others', async () => {
  const warnings: RowWarning[] = [];
  for (let row = 1; row <= 8; row++) addWarnings(warnings, row, ['same', `other ${row}`]);
  expect(warnings.map(({ row }) => row)).toEqual([1, 1, 2, 3, 4, 5, 6, 7, 8]);
  const lines: string[] = [];
  const more = Array.from({ length: 5 }, (_, i) => made(9 + i, 1, [{ row: 9 + i, text: `more ${i}` }]));
  const all = from([made(1, 8, warnings), ...more]);
  for await (const _ of warned(all, (line) => void lines.push(line)));
  expect(lines).toHaveLength(11);
  expect(lines[10]).toBe('row 10: more 1; further warnings are not shown');
});
