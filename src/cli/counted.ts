import { failedRowsOf } from '../batch/run/batch-options.ts';

/** A number of things as people read it: `1 row`, `1,000 rows`. */
export function counted(number: number, unit: string): string {
  return `${number.toLocaleString('en')} ${unit}${number === 1 ? '' : 's'}`;
}

/** The faults of a batch as people read them: none, or failed rows and where they are, and placeholders. */
export function faultsInWords(
  { failed, unresolved }: { readonly failed: number; readonly unresolved: number },
  out: string,
): readonly string[] {
  return [
    ...(failed === 0 ? [] : [`${counted(failed, 'failed row')} (${failedRowsOf({ out })})`]),
    ...(unresolved === 0 ? [] : [unfilledInWords(unresolved)]),
  ];
}

/** Placeholders that labels show as they are, as people read them. */
export function unfilledInWords(unresolved: number): string {
  return `${counted(unresolved, 'placeholder')} without a value`;
}
