import { expect, test } from 'vitest';
import { estimate, recordsPerJob } from '../../../src/batch/service/estimate.ts';

const plan = { rows: 1_000_000, copies: 1, inJobs: true, validates: false };
const budget = { limit: 60, remaining: 59, resetSeconds: 60 };

test.each([
  [
    'print jobs',
    plan,
    '1,000,000 rows are 41,667 print jobs, 1,208,335 units; at 60 a minute that takes 14 days: `platen accounts set-rate` raises it',
  ],
  [
    'fewer records a job, for 100 labels are the most',
    { ...plan, rows: 100, copies: 40 },
    '100 rows are 50 print jobs, 350 units; at 60 a minute that takes 4 minutes 51 seconds: `platen accounts set-rate` raises it',
  ],
  [
    'checks of jobs, of one unit each',
    { ...plan, validates: true },
    '1,000,000 rows are 40,000 print jobs, 40,000 units; at 60 a minute that takes 11 hours 6 minutes: `platen accounts set-rate` raises it',
  ],
  [
    'renders',
    { ...plan, rows: 300, inJobs: false },
    '300 rows are 300 units; at 60 a minute that takes 4 minutes 1 second: `platen accounts set-rate` raises it',
  ],
])('says how long the budget makes it take: %s', (_, given, line) => {
  expect(estimate(given, budget)).toBe(line);
});

test('says nothing where the budget does not limit, or is not known', () => {
  expect(estimate({ ...plan, rows: 40 }, budget)).toBeNull();
  expect(estimate(plan, { ...budget, limit: 10_000_000 })).toBeNull();
  expect(estimate(plan, { ...budget, limit: Infinity })).toBeNull();
  expect(estimate(plan, null)).toBeNull();
});

test.each([
  [Infinity, 25, 'all where nothing limits'],
  [6000, 25, 'all where many jobs fit'],
  [61, 25, 'all where the jobs leave a unit'],
  [60, 24, 'fewer where a job more then fits'],
  [20, 14, 'what the budget has, where that is less than a job of all'],
  [6, 1, 'one where there is hardly a budget'],
])('of a budget of %s units a minute, a job has %s records: %s', (limit, records) => {
  expect(recordsPerJob(limit, false)).toBe(records);
});
