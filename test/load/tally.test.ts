import { afterEach, expect, it, vi } from 'vitest';
import type { RequestOutcome } from '../../src/load/request-plan.ts';
import { Latency, Series } from '../../src/load/tally.ts';

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

afterEach(() => void vi.restoreAllMocks());

function outcome(status: number, answerMs: number): RequestOutcome {
  const request = { kind: 'zpl', labelId: '', path: '', body: '' } as const;
  return { request, status, headers: new Map(), body: '', waitMs: 0, answerMs };
}

it('has the rates and times of each half second', () => {
  const clock = vi.spyOn(performance, 'now');
  const series = new Series();
  for (const [at, status, ms] of [
    [0, 200, 10],
    [499, 200, 20],
    [500, 503, 1],
    [1000, 200, 30],
  ] as const) {
    clock.mockReturnValue(5000 + at);
    series.record(outcome(status, ms));
  }
  const [first, second, ...others] = series.points();
  expect(first).toMatchObject({ seconds: 0.5, rate: 4, failed: 0 });
  expect(first?.p50_ms).toBeCloseTo(10, 0);
  expect(first?.p99_ms).toBeCloseTo(20, 0);
  expect(second).toEqual({ seconds: 1, rate: 0, failed: 2, p50_ms: null, p99_ms: null });
  expect(others).toEqual([]);
});

it('keeps at most 240 stretches of an hour, in which nothing is lost', () => {
  const clock = vi.spyOn(performance, 'now');
  const series = new Series();
  for (let second = 0; second < 3600; second++) {
    clock.mockReturnValue(second * 1000);
    series.record(outcome(second % 10 === 0 ? 429 : 200, 5));
  }
  const points = series.points();
  expect(points.length).toBeLessThanOrEqual(240);
  expect(points.length).toBeGreaterThan(100);
  const stretch = points[0]?.seconds ?? 0;
  const answers = points.reduce((total, { rate, failed }) => total + (rate + failed) * stretch, 0);
  expect(answers).toBeGreaterThan(3600 - 2 * stretch);
});
