import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../src/load/advice.ts';
import { find, sustainableRate } from '../../src/load/find.ts';
import { Tally } from '../../src/load/tally.ts';

/** A search of a service that answers like that. */
async function search(verdictAt: (rate: number, number: number) => Verdict | null) {
  const tried: number[] = [];
  const found = await find(async (rate) => {
    tried.push(rate);
    const verdict = verdictAt(rate, tried.length);
    return verdict === null ? null : { verdict, measurement: null };
  });
  return { tried, good: found.good?.rate ?? null, bad: found.bad?.rate ?? null, found };
}

describe('the search for a rate', () => {
  it.each([0.7, 3, 10, 47, 999, 20_000])('comes close to a limit of %d from below', async (limit) => {
    const { good, bad } = await search((rate) => (rate <= limit ? 'good' : 'slow'));
    expect(good).toBeLessThanOrEqual(limit);
    expect(bad).toBeGreaterThan(limit);
    expect((bad ?? 0) / (good ?? 0)).toBeLessThanOrEqual(1.1);
  });

  it('finds nothing where every rate is bad, and does not try for ever', async () => {
    const { good, bad, tried } = await search(() => 'refused');
    expect({ good, bad }).toEqual({ good: null, bad: 0.625 });
    expect(tried.length).toBe(15);
  });

  it('ends where every rate is good', async () => {
    const { good, bad } = await search(() => 'good');
    expect({ good, bad }).toEqual({ good: 655_360, bad: null });
  });

  it('tries a rate three times before it is bad', async () => {
    const { good } = await search((rate, number) => {
      if (rate > 100) return 'slow';
      return number === 1 || number === 3 || number === 4 ? 'slow' : 'good';
    });
    expect(good).toBeGreaterThan(90);
  });

  it('ends at once at a budget', async () => {
    const { good, bad, tried } = await search((rate) => (rate < 40 ? 'good' : 'budget'));
    expect({ good, bad, tried }).toEqual({ good: 20, bad: 40, tried: [10, 20, 40] });
  });

  it('ends with what it has when it is stopped', async () => {
    const { good, bad } = await search((rate) => (rate < 40 ? 'good' : null));
    expect({ good, bad }).toEqual({ good: 20, bad: null });
  });
});

describe('the rate that is held', () => {
  const step = (rate: number, verdict: Verdict, endedAt: number, passed: number, refused = 0) => {
    const all = new Tally();
    const request = { kind: 'zpl', labelId: '', path: '', body: '' } as const;
    for (let number = 0; number < passed + refused; number++) {
      const status = number < passed ? 200 : 429;
      all.record({ request, status, headers: new Map(), body: '', waitMs: 0, answerMs: 1 });
    }
    return { rate, verdict, measurement: { all, endedAt } };
  };

  it('is the highest good one', () => {
    const [good, bad] = [step(80, 'good', 1000, 80), step(88, 'slow', 2000, 88)];
    expect(sustainableRate({ good, bad, steps: [good, bad] })).toBe(80);
    expect(sustainableRate({ good: null, bad, steps: [bad] })).toBeNull();
  });

  it('stays below what a budget let through in the minute before it refused', () => {
    const old = step(80, 'good', 1000, 5000);
    const good = step(100, 'good', 62_000, 500);
    const bad = step(200, 'budget', 63_000, 100, 300);
    expect(sustainableRate({ good, bad, steps: [old, good, bad] })).toBeCloseTo((600 / 60) * 0.9);
    expect(sustainableRate({ good: null, bad, steps: [bad] })).toBeCloseTo((100 / 60) * 0.9);
    const refused = step(10, 'budget', 63_000, 0, 30);
    expect(sustainableRate({ good: null, bad: refused, steps: [refused] })).toBeNull();
  });
});
