import type { RateLimit } from '../../api-client/rate-limit.ts';
import { LIMITS } from '../../limits.ts';
import { printUnits } from '../../record/print-job.ts';
import { durationText, figure } from '../progress/status.ts';
import type { BatchFormat } from '../stages.ts';

/** Whether rows go in print jobs, and not one by one. */
export function sendsJobs({
  format,
  rowsApart,
  validates,
}: {
  readonly format: BatchFormat;
  readonly rowsApart: boolean;
  readonly validates: boolean;
}): boolean {
  return format === 'zpl' && (validates || !rowsApart);
}

/** The planned requests to a service. */
export interface RequestPlan {
  readonly rows: number;
  /** Copies of each row, as far as they are known. */
  readonly copies: number;
  /** See {@link sendsJobs}. */
  readonly inJobs: boolean;
  /** Whether rows are only checked. */
  readonly validates: boolean;
}

/** A shorter wait is not worth a line. Seconds. */
const SHORT_WAIT_S = 60;

/**
 * The least time that the rate budget makes a batch take, as a line for people; null if the budget does not limit the
 * batch, or is unknown.
 */
export function estimate(
  { rows, copies, inJobs, validates }: RequestPlan,
  budget: RateLimit | null,
): string | null {
  if (budget === null || budget.limit === Infinity) return null;
  const records = inJobs
    ? Math.min(recordsPerJob(budget.limit, validates), Math.floor(LIMITS.printLabels / copies))
    : 1;
  const requests = Math.ceil(rows / records);
  const units = inJobs && !validates ? requests * printUnits(0) + rows : requests;
  const seconds = (Math.max(0, units - budget.remaining) / budget.limit) * 60;
  if (seconds < SHORT_WAIT_S) return null;
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
 * Units of the budget that are kept for an urgent request: rows that are made and not confirmed when the run has to end
 * would be lost.
 */
export const URGENT_UNITS = 1;

/**
 * Records of the print jobs that print most rows: as many as a job may have, or fewer where one more whole job then
 * fits. Two jobs of 25 records would leave none of 60 units for anything else.
 *
 * @param limit of the rate budget, in units a minute
 * @param validates whether jobs are only checked, for one unit each
 */
export function recordsPerJob(limit: number, validates: boolean): number {
  if (validates || limit === Infinity) return LIMITS.printRecords;
  let best = 1;
  for (let records = LIMITS.printRecords; records > 1; records--) {
    if (rowsAMinute(limit, records) > rowsAMinute(limit, best)) best = records;
  }
  return best;
}

function rowsAMinute(limit: number, records: number): number {
  return Math.floor((limit - URGENT_UNITS) / printUnits(records)) * records;
}
