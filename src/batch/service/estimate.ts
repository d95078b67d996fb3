import type { RateLimit } from '../../api-client/rate-limit.ts';
import { LIMITS } from '../../limits.ts';
import { printUnits } from '../../record/print-job.ts';
import { durationText } from '../progress/duration-text.ts';
import { figure } from '../progress/status.ts';

/** The planned requests to a service. */
export interface RequestPlan {
  readonly rows: number;
  /** Copies of each row, as far as they are known. */
  readonly copies: number;
  /** Rows go in print jobs, and not one by one. */
  readonly inJobs: boolean;
  /** Requests are only checked. */
  readonly validates: boolean;
}

/** Nobody minds a wait below this. */
const WORTH_TELLING_S = 60;

/**
 * How long the rate budget makes a batch take at least, as a line for people; null where it does not limit, or nothing
 * is known of it.
 */
export function estimate(
  { rows, copies, inJobs, validates }: RequestPlan,
  budget: RateLimit | null,
): string | null {
  if (budget === null || budget.limit === Infinity) return null;
  const records = inJobs
    ? Math.min(
        validates ? LIMITS.printRecords : recordsPerJob(budget.limit),
        Math.floor(LIMITS.printLabels / copies),
      )
    : 1;
  const requests = Math.ceil(rows / records);
  const units = inJobs && !validates ? requests * printUnits(0) + rows : requests;
  const seconds = (Math.max(0, units - budget.remaining) / budget.limit) * 60;
  if (seconds < WORTH_TELLING_S) return null;
  const asked = inJobs ? `${count(requests, 'print job')}, ` : '';
  return (
    `${count(rows, 'row')} are ${asked}${count(units, 'unit')}; at ${figure(budget.limit)} a minute ` +
    `that takes ${durationText(seconds)}: \`platen accounts set-rate\` raises it`
  );
}

function count(number: number, thing: string): string {
  return `${figure(number)} ${thing}${number === 1 ? '' : 's'}`;
}

/**
 * Kept of the budget for an urgent request: what was made and is not confirmed when the run has to end would be lost.
 */
export const URGENT_UNITS = 1;

/**
 * Records of a print job with which a budget of so many units a minute prints most rows: as many as a job may have, or
 * fewer where one more whole job then fits. Of 60 units, two jobs of 25 records would leave none for anything else.
 */
export function recordsPerJob(limit: number): number {
  if (limit === Infinity) return LIMITS.printRecords;
  let best = 1;
  for (let records = LIMITS.printRecords; records > 1; records--) {
    if (rowsAMinute(limit, records) > rowsAMinute(limit, best)) best = records;
  }
  return best;
}

function rowsAMinute(limit: number, records: number): number {
  return Math.floor((limit - URGENT_UNITS) / printUnits(records)) * records;
}
