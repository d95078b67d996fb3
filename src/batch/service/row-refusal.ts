import type { RefusedError } from '../../api-client/platen-client.ts';
import { type Failure, failure, failureInFull, inFull, type Pointing, withPointer } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import { faultySymbologies } from '../../template/records/content-faults.ts';
import { failedTransforms } from '../../template/records/print-faults.ts';
import type { FailedRow } from '../stages.ts';
import { ENVELOPE_BYTES, type GroupedRow, recordBytes } from './row-groups.ts';

/** The rows that a refusal names, each with its own faults. */
export function namedRows(rows: readonly GroupedRow[], refusal: RefusedError): FailedRow[] {
  const { status, fields, records, transforms } = refusal;
  return rows.flatMap((row, record) => {
    const own = {
      fields: fields.filter((_, at) => records[at] === record),
      transforms: transforms.filter((fault) => fault.record === record),
    };
    if (own.fields.length === 0 && own.transforms.length === 0) return [];
    return [failedRow(row, status, failureInFull(failureOf(own)), faultsIn(own))];
  });
}

/** The records with a fault of any kind. */
export function faultyRecords({ records, transforms, encoding }: RefusedError): ReadonlySet<number> {
  return new Set([...records, ...[...transforms, ...encoding].map(({ record }) => record)]);
}

/** The failure of a record, as a service answers it to a job of this record alone. */
function failureOf(faults: Faults): Failure {
  const code = faults.transforms.length > 0 ? 'field_transform_invalid' : 'barcode_invalid';
  return failure(code, clausesOf(faults), faults);
}

/** The clauses of a message about these faults. */
function clausesOf({ fields, transforms }: Faults): readonly Pointing[] {
  return [
    ...(transforms.length > 0 ? [failedTransforms(transforms.map(({ variable }) => variable))] : []),
    ...(fields.length > 0 ? [faultySymbologies(fields.map(({ symbology }) => symbology))] : []),
  ];
}

type Faults = Pick<RefusedError, 'fields' | 'transforms'>;

/** Faults of a record, as in the answer to a job of this record alone. */
function faultsIn({
  fields,
  transforms,
  encoding = [],
}: Faults & Partial<Pick<RefusedError, 'encoding'>>): unknown[] {
  return [...fields, ...[...transforms, ...encoding].map((fault) => ({ ...fault, record: 0 }))];
}

/** The failure of a row that was refused alone. */
export function refusedRow(row: GroupedRow, refusal: RefusedError): FailedRow {
  // A report lacks the members of an answer, so the message must not point to them.
  const message = clausesOf(refusal).reduce(
    (text, clause) => text.replace(withPointer(clause), () => clause.text),
    refusal.message,
  );
  return failedRow(row, refusal.status, inFull(message, refusal), faultsIn(refusal));
}

/**
 * The failure of a row that is too large for any request; null for other rows. The service would close the connection
 * while the request is still being sent.
 */
export function oversizedRow(row: GroupedRow): FailedRow | null {
  if (recordBytes(row.record) + ENVELOPE_BYTES <= LIMITS.bodyBytes) return null;
  return tooLarge(row, `the request body exceeds ${LIMITS.bodyBytes} bytes`);
}

/** The failure of a row with too much output, as a service answers it. */
export function tooLarge(row: GroupedRow, details: string): FailedRow {
  return failedRow(row, 413, failureInFull(failure('too_large', details)));
}

function failedRow(
  { row, read }: GroupedRow,
  status: number,
  reason: string,
  fields: readonly unknown[] = [],
): FailedRow {
  const { cells, others } = read();
  return { row, cells, others, status, reason, fields };
}

/** The failure of a row with a fault, which is not sent. */
export function brokenRow(row: GroupedRow): FailedRow {
  return failedRow(row, 400, row.read().fault ?? '');
}
