import { expect, test } from 'vitest';
import { recordsPerJob } from '../../../src/batch/service/job-size.ts';

test.each([
  [Infinity, 25, 'all where nothing limits'],
  [6000, 25, 'all where many jobs fit'],
  [61, 25, 'all where the jobs leave a unit'],
  [60, 24, 'fewer where a job more then fits'],
  [20, 14, 'what the budget has, where that is less than a job of all'],
  [6, 1, 'one where there is hardly a budget'],
])('of a budget of %s units a minute, a job has %s records: %s', (limit, records) => {
  expect(recordsPerJob(limit)).toBe(records);
});
