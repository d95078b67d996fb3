import { expect, test } from 'vitest';
import { LineBudget } from '../../src/telemetry/line-budget.ts';

test('lets so many lines through in a second, and the next one says how many it did not', () => {
  const budget = new LineBudget(2);
  const taken = [10_000, 10_300, 10_600, 10_999, 11_000, 11_001].map((at) => budget.take(at));
  expect(taken).toEqual([0, 0, null, null, 2, 0]);
});
