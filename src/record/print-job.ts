import { LIMITS } from '../limits.ts';

/** Units of the rate budget that a print job takes, with the one of every authenticated attempt. */
export function printUnits(records: number): number {
  return 5 + records;
}

/** The members of a print job that limit each other: lengths alone, undefined for a member that is not given. */
export interface JobSize {
  readonly hasVariables: boolean;
  readonly records: number | undefined;
  readonly copies: number;
}

/** The fault of a job whose members are each valid, in words that begin with a member's name; null for none. */
export function jobFault({ hasVariables, records, copies }: JobSize): string | null {
  if (hasVariables && records !== undefined) return 'records must not be given together with variables';
  return (records ?? 1) * copies > LIMITS.printLabels
    ? `copies times the number of records must be at most ${LIMITS.printLabels}`
    : null;
}
