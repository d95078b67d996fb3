import { afterEach, expect, test } from 'vitest';
import { keepTimeOf, wallClock } from '../src/wall-clock.ts';

afterEach(() => keepTimeOf('UTC'));

test.each([
  ['UTC', '2026-03-29T01:00:00.000Z', '2026-03-29T01:00:00.000Z'],
  // Daylight saving begins and ends.
  ['Europe/Berlin', '2026-03-29T00:59:59.999Z', '2026-03-29T01:59:59.999Z'],
  ['Europe/Berlin', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T00:59:59.000Z', '2026-10-25T02:59:59.000Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-04T14:59:59.000Z', '2026-04-05T01:59:59.000Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00.000Z', '2026-04-05T01:30:00.000Z'],
  ['America/St_Johns', '2026-01-01T00:00:00.000Z', '2025-12-31T20:30:00.000Z'],
  ['Asia/Kathmandu', '2026-12-31T18:15:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-06-30T10:00:00.000Z', '2026-07-01T00:00:00.000Z'],
])('the clock of %s at %s shows %s', (zone, instant, shown) => {
  keepTimeOf(zone);
  expect(wallClock(Date.parse(instant)).toISOString()).toBe(shown);
});

test('minutes in any order have offsets of their own', () => {
  keepTimeOf('America/New_York');
  const hours = [6, 7, 6, 30, 7].map((hour) => wallClock(Date.UTC(2026, 2, 8, hour)).getUTCHours());
  expect(hours).toEqual([1, 3, 1, 2, 3]);
});
