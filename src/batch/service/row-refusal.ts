import type { RefusedError } from '../../api-client/platen-client.ts';
import { type Failure, failure, failureInFull } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
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
    return [failedRow(row, status, failureInFull({ ...messageOf(own), ...own }), faultsIn(own))];
  });
}

/** The records with a fault of any kind. */
export function faultyRecords({ records, transforms, encoding }: RefusedError): ReadonlySet<number> {
  return new Set([...records, ...[...transforms, ...encoding].map(({ record }) => record)]);
}

/** What is wrong with a record, as the service says it of a job of this record alone. */
function messageOf({ fields, transforms }: Faults): Failure {
  const names = new Set(transforms.map(({ variable }) => `"${variable}"`));
  const symbologies = new Set(fields.map(({ symbology }) => symbology));
  const told = [
    ...(names.size > 0 ? [`transforms of ${[...names].join(', ')}`] : []),
    ...(symbologies.size > 0 ? [[...symbologies].join(', ')] : []),
  ];
  return failure(names.size > 0 ? 'field_transform_invalid' : 'barcode_invalid', told.join('; '));
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
  return failedRow(row, refusal.status, failureInFull(refusal), faultsIn(refusal));
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
