import { expect, test } from 'vitest';
import { canvasOf, checkSavedSize } from '../../src/engine/canvas.ts';
import { FailureError } from '../../src/errors.ts';

function codeOf(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof FailureError) return error.failure.code;
    throw error;
  }
}

test.each([
  [101.6, 152.4, 203, 812, 1218, 8],
  [101.6, 152.4, 300, 1200, 1800, 12],
  [50, 25, 600, 1181, 591, 24],
  [50, 25, 152, 299, 150, 6],
])('%d x %d mm at %d dpi', (widthMm, heightMm, dpi, width, height, dotsPerMm) => {
  expect(canvasOf({ widthMm, heightMm, dpi })).toEqual({ width, height, dotsPerMm });
});

test('stops at the surface limits, not before', () => {
  const inch = (width: number, height: number) => ({
    widthMm: width * 25.4,
    heightMm: height * 25.4,
    dpi: 1000,
  });
  expect(codeOf(() => canvasOf(inch(12, 1)))).toBeNull();
  expect(codeOf(() => canvasOf(inch(12.001, 1)))).toBe('too_large');
  expect(codeOf(() => canvasOf(inch(4, 4)))).toBeNull();
  expect(codeOf(() => canvasOf(inch(4, 4.001)))).toBe('too_large');
  expect(codeOf(() => canvasOf({ widthMm: Number.POSITIVE_INFINITY, heightMm: 1, dpi: 203 }))).toBe(
    'too_large',
  );
});

test.each([
  [0, 10, 203],
  [10, -1, 203],
  [10, 10, 0],
  [-10, -10, -203],
  [Number.NaN, 10, 203],
])('has no canvas for %d x %d mm at %d dpi', (widthMm, heightMm, dpi) => {
  expect(codeOf(() => canvasOf({ widthMm, heightMm, dpi }))).toBe('dimensions_invalid');
});

test('lets the API render saved sizes from 10 to 1000 mm', () => {
  const check = (widthMm: number, heightMm: number, dpi: number) =>
    codeOf(() => checkSavedSize({ widthMm, heightMm, dpi }));
  expect(check(10, 1000, 203)).toBeNull();
  expect(check(9.99, 100, 203)).toBe('dimensions_invalid');
  expect(check(100, 1000.1, 203)).toBe('dimensions_invalid');
  expect(check(100, 100, 0)).toBe('dimensions_invalid');
  expect(check(100, 100, Number.POSITIVE_INFINITY)).toBe('dimensions_invalid');
});
