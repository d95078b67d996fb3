import type { RefusedError } from '../../api-client/platen-client.ts';
import { type Failure, failure, failureInFull, inFull, type Pointing, withPointer } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import { faultySymbologies } from '../../template/records/content-faults.ts';
import { failedTransforms } from '../../template/records/print-faults.ts';
import type { FailedRow } from '../stages.ts';
import { ENVELOPE_BYTES, type GroupedRow, recordBytes } from './row-groups.ts';

/** The rows that a refusal names, each with what is wrong with itself; none where it names none. */
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

/** The fault of a record, in the words of the service for a job of this record alone. */
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

/** As the answer to a job of this record alone has them. */
function faultsIn({
  fields,
  transforms,
  encoding = [],
}: Faults & Partial<Pick<RefusedError, 'encoding'>>): unknown[] {
  return [...fields, ...[...transforms, ...encoding].map((fault) => ({ ...fault, record: 0 }))];
}

/** The row that a refusal is about, alone. */
export function refusedRow(row: GroupedRow, refusal: RefusedError): FailedRow {
  // A report has no members to which the message could point.
  const message = clausesOf(refusal).reduce(
    (text, clause) => text.replace(withPointer(clause), () => clause.text),
    refusal.message,
  );
  return failedRow(row, refusal.status, inFull(message, refusal), faultsIn(refusal));
}

/** The row, if no request can carry it. The service would close the connection while it is still being sent. */
export function oversizedRow(row: GroupedRow): FailedRow | null {
  if (recordBytes(row.record) + ENVELOPE_BYTES <= LIMITS.bodyBytes) return null;
  return tooLarge(row, `the request body exceeds ${LIMITS.bodyBytes} bytes`);
}

/** A row that fails as the service would let it fail. */
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

/** A row that is no request. */
export function brokenRow(row: GroupedRow): FailedRow {
  return failedRow(row, 400, row.read().fault ?? '');
}
