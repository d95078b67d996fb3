import { expect, test } from 'vitest';
import { durationText } from '../../../src/batch/progress/status.ts';

test.each([
  [0, '0 seconds', '0 s'],
  [0.2, '1 second', '1 s'],
  [59.4, '1 minute', '1 min'],
  [61, '1 minute 1 second', '1 min 1 s'],
  [3600, '1 hour', '1 h'],
  [3661, '1 hour 1 minute', '1 h 1 min'],
  [2 * 3600 - 1, '2 hours', '2 h'],
  [86_400 - 1, '1 day', '1 d'],
  [1_200_000, '13 days 21 hours', '13 d 21 h'],
])('%d seconds are %s', (seconds, full, short) => {
  expect(durationText(seconds)).toBe(full);
  expect(durationText(seconds, 'short')).toBe(short);
});
