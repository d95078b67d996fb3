import { expect, it } from 'vitest';
import { parseMilliseconds } from '../../src/load/numbers.ts';

it('reads times in milliseconds and seconds', () => {
  expect(['250ms', '0.25s', '1s', '1.5ms'].map((text) => parseMilliseconds(text, '--p99'))).toEqual([
    250, 250, 1000, 1.5,
  ]);
  for (const text of ['', '250', '0s', '-1s', '61s', '1m', 'ms', '1e3ms'])
    expect(() => parseMilliseconds(text, '--p99')).toThrow(
      '--p99 must be a time above 0 and up to 60s, as 250ms or 0.25s',
    );
});
