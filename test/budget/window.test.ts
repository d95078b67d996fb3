import { expect, test } from 'vitest';
import { SlidingWindow } from '../../src/budget/window.ts';

test('never admits more than the limit in a window when the clock has fractions', () => {
  const window = new SlidingWindow();
  window.add(1, 0.2);
  window.add(1, 0.9);
  // Both fall into one millisecond, and the later one decides for both.
  expect(window.fits(1, 2, 60_000.8)).toBe(false);
  expect(window.retryAfterSeconds(1, 2, 1.1)).toBe(60);
  expect(window.fits(2, 2, 60_000.9)).toBe(true);
});

test('never asks for more than 60 seconds, however the clock rounds', () => {
  const window = new SlidingWindow();
  const now = 5539.2699999999995;
  window.add(1, now);
  expect(now + 60_000 - now).toBeGreaterThan(60_000);
  expect(window.retryAfterSeconds(1, 1, now)).toBe(60);
  expect(window.state(1, now).resetSeconds).toBe(60);
});

test('keeps a large limit in order while its ring grows and turns', () => {
  const window = new SlidingWindow();
  let admitted = 0;
  for (let now = 0; now < 180_000; now += 7) {
    if (!window.fits(1, 3000, now)) continue;
    window.add(1, now);
    admitted++;
    // Every 60 s from the first moment on admit 3000 of the 8571 attempts.
    expect(admitted).toBeLessThanOrEqual(3000 * (Math.floor(now / 60_000) + 1));
  }
  expect(admitted).toBe(9000);
  expect(window.state(3000, 179_999)).toEqual({ limit: 3000, remaining: 0, resetSeconds: 1 });
});

test('holds one entry for each millisecond, whatever the limit', () => {
  const window = new SlidingWindow();
  for (let now = 0; now < 130_000; now++) window.add(100, now);
  expect(window.state(1_000_000_000, 129_999)).toEqual({
    limit: 1_000_000_000,
    remaining: 1_000_000_000 - 60_000 * 100,
    resetSeconds: 1,
  });
});

test('keeps its entries in order when the ring grows after it has turned', () => {
  const window = new SlidingWindow();
  for (const now of [0, 1000, 2000, 3000]) window.add(1, now);
  // The first two have expired; their places are taken before the ring is full and grows.
  for (const now of [61_000, 61_100, 61_200, 61_300, 61_400]) {
    expect(window.fits(1, 20, now)).toBe(true);
    window.add(1, now);
  }
  // Left: 2000, 3000 and the five of late.
  expect(window.state(20, 61_400)).toEqual({ limit: 20, remaining: 13, resetSeconds: 1 });
  const waits = [14, 15, 16, 20].map((units) => window.retryAfterSeconds(units, 20, 61_400));
  expect(waits).toEqual([1, 2, 60, 60]);
  expect(window.fits(16, 20, 121_000)).toBe(true);
  expect(window.fits(17, 20, 121_000)).toBe(false);
});
