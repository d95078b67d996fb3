import { describe, expect, it } from 'vitest';
import { bandsAround, overlap } from '../../src/engine/row-bands.ts';

describe('bandsAround', () => {
  it('covers every row once, with an edge near each end of a stretch', () => {
    expect(bandsAround([{ top: 20, bottom: 50 }], 100)).toEqual([
      { top: 0, bottom: 16 },
      { top: 16, bottom: 56 },
      { top: 56, bottom: 100 },
    ]);
  });

  it('is one band where nothing changes', () => {
    expect(bandsAround([], 33)).toEqual([{ top: 0, bottom: 33 }]);
  });

  it('keeps to the image where a stretch does not', () => {
    expect(bandsAround([{ top: -30, bottom: 130 }], 100)).toEqual([{ top: 0, bottom: 100 }]);
    expect(bandsAround([{ top: 90, bottom: 99 }], 100).at(-1)).toEqual({ top: 88, bottom: 100 });
  });
});

describe('overlap', () => {
  it('does not count rows that only touch', () => {
    expect(overlap({ top: 0, bottom: 8 }, { top: 8, bottom: 9 })).toBe(false);
    expect(overlap({ top: 0, bottom: 8 }, { top: 7, bottom: 9 })).toBe(true);
  });
});
