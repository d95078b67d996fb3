import { expect, test } from 'vitest';
import { choosePreviewRows } from '../../../src/batch/preview/preview-rows.ts';
import { rowFile } from './row-file.ts';

const csv = (rows: number): string => `n\n${Array.from({ length: rows }, (_, i) => i + 1).join('\n')}\n`;

async function chosen(rows: number, others: number, random: () => number = Math.random) {
  const { input, layout } = await rowFile('rows.csv', csv(rows), ['n']);
  const made = await choosePreviewRows(input, layout, others, random, new AbortController().signal);
  await input.close();
  expect(made.total).toBe(rows);
  // A row is what its number says.
  expect(made.rows.map(({ row }) => Number(row.variables['n']))).toEqual(
    made.rows.map(({ number }) => number),
  );
  return made.rows.map(({ number }) => number);
}

test.each([
  [1, 5, [1]],
  [2, 5, [1, 2]],
  [4, 5, [1, 2, 3, 4]],
  [7, 5, [1, 2, 3, 4, 5, 6, 7]],
  [7, 0, [1, 7]],
])('%d rows and %d others give all there are, once and in order', async (rows, others, numbers) => {
  expect(await chosen(rows, others)).toEqual(numbers);
});

test('of more rows the first and the last are always there, with others in order', async () => {
  const numbers = await chosen(5000, 10);
  expect(numbers).toHaveLength(12);
  expect([numbers[0], numbers.at(-1)]).toEqual([1, 5000]);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
});

test('each row between has the same chance', async () => {
  // A fixed sequence: the test gives the same figures each time.
  let seed = 1;
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const times = new Map<number, number>();
  for (let run = 0; run < 100; run++) {
    for (const number of await chosen(12, 5, random)) times.set(number, (times.get(number) ?? 0) + 1);
  }
  expect([times.get(1), times.get(12)]).toEqual([100, 100]);
  for (let number = 2; number <= 11; number++) {
    // 50 are expected, and 20 are four deviations.
    expect(Math.abs((times.get(number) ?? 0) - 50)).toBeLessThan(20);
  }
});

test('an input without rows, and one with a broken quote, are refused', async () => {
  await expect(chosen(0, 5)).rejects.toThrow('the input has no rows');
  const { input, layout } = await rowFile('rows.csv', 'n\n1\n2\n"3\n', ['n']);
  const choosing = choosePreviewRows(input, layout, 5, Math.random, new AbortController().signal);
  await expect(choosing).rejects.toMatchObject({ name: 'InputFault', row: 3 });
  await input.close();
});

test('it ends when it is stopped', async () => {
  const { input, layout } = await rowFile('rows.csv', csv(10), ['n']);
  const choosing = choosePreviewRows(input, layout, 5, Math.random, AbortSignal.abort(new Error('stop')));
  await expect(choosing).rejects.toThrow('stop');
  await input.close();
});
