import { expect, it } from 'vitest';
import { retryAfterSeconds } from '../../src/api-client/retry-after.ts';

const MOST = 2 ** 31;
const NOON = 'Sun, 22 Nov 2026 12:00:00 GMT';

it.each([
  ['12', 12],
  ['0', 1],
  [' 7 ', 7],
  ['Sun, 22 Nov 2026 12:00:30 GMT', 30],
  ['Sun, 22 Nov 2026 11:59:30 GMT', null],
  ['-5', null],
  ['soon', null],
  ['1.5', null],
  ['1e400', null],
  ['NaN', null],
  ['Infinity', null],
  ['+5', null],
  ['2147484', 2_147_484],
  ['9999999999', MOST],
  ['9'.repeat(400), MOST],
  ['5, 120', 120],
  ['Fri, 31 Dec 9999 23:59:59 GMT', MOST],
  ['Fri, 31 Dec 999999 23:59:59 GMT', null],
  ['2026-11-22T12:00:30Z', 30],
])('%j asks for %s seconds at noon of the server, whatever time it is here', (text, seconds) => {
  const headers = new Headers({ 'retry-after': text, date: NOON });
  expect(retryAfterSeconds(headers)).toBe(seconds);
});

it('compares a date with the time here only where the server tells none', () => {
  const inAMinute = new Date(Date.now() + 60_000).toUTCString();
  const seconds = retryAfterSeconds(new Headers({ 'retry-after': inAMinute }));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
});

it('is null where nothing is asked for', () => {
  expect(retryAfterSeconds(new Headers({ date: NOON }))).toBeNull();
});
