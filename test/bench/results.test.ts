import { describe, expect, it } from 'vitest';
import { soundAndFailed } from '../../bench/harness/compare.ts';
import { measuredOn, type Result, standing } from '../../bench/harness/results.ts';

describe('what a suite was measured on', () => {
  const clean = { commit: 'a', isDirty: false };

  it('is the commit that was there when it began', () => {
    expect(measuredOn(clean, clean)).toEqual(clean);
  });

  it.each([
    ['had changes when it began', { commit: 'a', isDirty: true }, clean],
    ['had changes when it ended', clean, { commit: 'a', isDirty: true }],
    ['was another commit by then', clean, { commit: 'b', isDirty: false }],
  ])('is dirty if the checkout %s', (_, before, after) => {
    expect(measuredOn(before, after)).toEqual({ commit: 'a', isDirty: true });
  });
});

describe('the run of a suite that stands on the page', () => {
  const full = { commit: 'a', isQuick: false } as Result;
  const quick = { commit: 'b', isQuick: true } as Result;

  it.each([
    ['the full run of the commit', 'a', full],
    ['the first look, if only that is of the commit', 'b', quick],
    ['the full run, if neither is of the commit', 'c', full],
  ])('is %s', (_, commit, chosen) => {
    expect(standing(full, quick, commit)).toBe(chosen);
  });

  it('is the full run if both are of the commit', () => {
    expect(standing(full, { ...quick, commit: 'a' }, 'a')).toBe(full);
  });

  it('is the only one that there is', () => {
    expect(standing(null, quick, 'c')).toBe(quick);
    expect(standing(null, null, 'c')).toBeNull();
  });
});

describe('a comparison', () => {
  it('leaves out rows that failed, and names them', () => {
    const rows = [
      { name: 'sound', value: 2, unit: 'ms', detail: { 'peak, MiB': 3 } },
      { name: 'broken', value: 1, unit: 'ms', failed: 'half of it was refused' },
    ];
    expect(soundAndFailed('zpl', rows)).toEqual([
      [
        ['zpl: sound, ms', 2],
        ['zpl: sound, peak, MiB', 3],
      ],
      ['zpl: broken: half of it was refused'],
    ]);
  });
});
