import { expect, it } from 'vitest';
import { addWarnings, warned } from '../../src/batch/row-warnings.ts';
import type { Made, RowWarning } from '../../src/batch/stages.ts';

function made(rows: number, warnings: readonly RowWarning[]): Made {
  const next = { offset: 0, skip: 0 };
  return { rows, next, pieces: [], failed: [], unresolved: 0, warnings, release: () => {} };
}

async function* from(all: readonly Made[]): AsyncGenerator<Made> {
  yield* all;
}

it('tells of each warning once, by its first row', async () => {
  const all = [
    made(3, [{ index: 1, text: 'a' }]),
    made(2, []),
    made(9, [
      { index: 0, text: 'a' },
      { index: 4, text: 'b' },
    ]),
  ];
  const lines: string[] = [];
  const passed: Made[] = [];
  for await (const each of warned(
    from(all),
    (place) => 11 + place,
    (line) => void lines.push(line),
  ))
    passed.push(each);
  expect(lines).toEqual(['row 12: a', 'row 20: b']);
  expect(passed).toEqual(all);
});

it('tells of ten at most, and that there are others', async () => {
  const warnings: RowWarning[] = [];
  for (let row = 0; row < 8; row++) addWarnings(warnings, row, ['same', `other ${row}`]);
  expect(warnings.map(({ index }) => index)).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7]);
  const lines: string[] = [];
  const more = Array.from({ length: 5 }, (_, i) => made(1, [{ index: 0, text: `more ${i}` }]));
  const all = from([made(8, warnings), ...more]);
  for await (const _ of warned(
    all,
    (place) => 1 + place,
    (line) => void lines.push(line),
  ));
  expect(lines).toHaveLength(11);
  expect(lines[10]).toBe('row 10: more 1; further warnings are not shown');
});
