import { LIMITS } from '../../limits.ts';
import { printUnits } from '../../record/print-job.ts';

/** Kept of the budget for an urgent request: what was made and is not confirmed when the run has to end would be lost. */
export const URGENT_UNITS = 1;

/**
 * Records of a print job with which a budget of so many units a minute prints most rows: as many as a job may have, or fewer
 * where one more whole job then fits. Of 60 units, two jobs of 25 records would leave none for anything else.
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
