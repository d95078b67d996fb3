import { describe, expect, it } from 'vitest';
import { rankTest } from '../../bench/harness/rank-test.ts';

describe('the rank test', () => {
  it('finds five samples and five others that do not overlap to be 2 cases of 252', () => {
    expect(rankTest([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])).toBeCloseTo(2 / 252, 12);
    expect(rankTest([6, 7, 8, 9, 10], [1, 2, 3, 4, 5])).toBeCloseTo(2 / 252, 12);
  });

  it('agrees with counting: 84 of the 792 choices of five from twelve are as uneven as this one', () => {
    expect(rankTest([1, 2, 3, 6, 10], [4, 5, 7, 8, 9, 11, 12])).toBeCloseTo(84 / 792, 12);
  });

  it('finds the same samples, and equal ones, to be nothing', () => {
    expect(rankTest([1, 2, 3], [1, 2, 3])).toBe(1);
    expect(rankTest([7, 7, 7, 7, 7], [7, 7, 7, 7, 7])).toBe(1);
    expect(rankTest([], [1, 2])).toBe(1);
  });
});
