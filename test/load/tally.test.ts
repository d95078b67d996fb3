import { expect, it } from 'vitest';
import { Latency } from '../../src/load/tally.ts';

it('has times from 0 on, and what is in between of them', () => {
  const latency = new Latency();
  for (const ms of [0, 0, 0.001, 1]) latency.record(ms);
  expect(latency.percentile(50)).toBe(0);
  expect(latency.percentile(75)).toBe(0.001);
  expect(latency.max).toBe(1);
  expect(latency.mean).toBeCloseTo(1.001 / 4);
});

it('has nothing of nothing', () => {
  const latency = new Latency();
  expect([latency.mean, latency.max, latency.percentile(50)]).toEqual([null, null, null]);
});
