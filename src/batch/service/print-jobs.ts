import type { PrintedZpl } from '../../api-client/answers.ts';
import { type ApiRequest, checkOf, zplRequest } from '../../api-client/api-requests.ts';
import { RefusedError } from '../../api-client/platen-client.ts';
import { BatchStopped } from '../batch-failure.ts';
import type { FailedRow, OutputPiece } from '../stages.ts';
import type { GroupedRow } from './row-groups.ts';
import { faultyRecords, namedRows, oversizedRow, refusedRow } from './row-refusal.ts';
import type { ServiceCalls } from './service-calls.ts';

/** The result of rows that were tried. */
export interface JobOutcome {
  readonly pieces: readonly OutputPiece[];
  /** Failed rows, in no order. */
  readonly failed: readonly FailedRow[];
  readonly unresolved: number;
  /** Warnings of a picture. */
  readonly warnings?: readonly string[];
}

type Rows = readonly GroupedRow[];

/** Sends rows with the same copies in one request. Rejects as {@link ServiceCalls.send} does. */
type Ask = (rows: Rows) => Promise<JobOutcome>;

export const NOTHING: JobOutcome = { pieces: [], failed: [], unresolved: 0 };

/** Print jobs for the rows of one label. */
export interface PrintJobs {
  /**
   * Makes the labels of rows with the same copies. A row that cannot be printed fails alone: the rest is printed
   * without it. Output that is too large for one answer comes in several pieces, with the same bytes.
   */
  readonly print: (rows: Rows, signal: AbortSignal) => Promise<JobOutcome>;
  /** As `print`, but only checks the rows, for one unit a request: their pieces have no bytes. */
  readonly check: (rows: Rows, signal: AbortSignal) => Promise<JobOutcome>;
}

/** The print jobs of a label, which reject as {@link ServiceCalls.send} does. */
export function printJobs(calls: ServiceCalls, labelId: string): PrintJobs {
  const check: PrintJobs['check'] = (rows, signal) => {
    const ask: Ask = async (some) => {
      const { unresolvedCount } = await calls.send(checkOf(jobOf(labelId, some)), signal);
      return madeOf(some, new Uint8Array(0), unresolvedCount);
    };
    return tried(rows, ask, async () => []);
  };
  const print: PrintJobs['print'] = (rows, signal) => {
    const ask: Ask = async (some) => {
      const { bytes, unresolvedCount } = await calls.send(jobOf(labelId, some), signal);
      return madeOf(some, bytes, unresolvedCount);
    };
    const search = async (some: Rows) => (await inHalves(some, (half) => check(half, signal))).failed;
    return tried(rows, ask, search);
  };
  return { print, check };
}

/** @param search finds the rows that fail alone, for an answer that names none; may find none */
async function tried(
  rows: Rows,
  ask: Ask,
  search: (rows: Rows) => Promise<readonly FailedRow[]>,
): Promise<JobOutcome> {
  const [first] = rows;
  if (first === undefined) return NOTHING;
  const oversized = rows.length === 1 ? oversizedRow(first) : null;
  if (oversized !== null) return { ...NOTHING, failed: [oversized] };
  try {
    return await ask(rows);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const failed = rows.length === 1 ? [failedAlone(first, error)] : await failing(rows, error, search);
    // No row is known to fail alone: together they are too much.
    if (failed.length === 0) return await inHalves(rows, (half) => tried(half, ask, search));
    const refused = new Set(failed.map(({ row }) => row));
    const rest = await tried(
      rows.filter(({ row }) => !refused.has(row)),
      ask,
      search,
    );
    return { ...rest, failed: [...failed, ...rest.failed] };
  }
}

async function failing(
  rows: Rows,
  refusal: RefusedError,
  search: (rows: Rows) => Promise<readonly FailedRow[]>,
): Promise<readonly FailedRow[]> {
  // A check would show neither the cost of the job nor a failure of the service.
  if (refusal.status === 429 || refusal.status >= 500) return [];
  const faulty = faultyRecords(refusal);
  if (faulty.size === 0) return await search(rows);
  if (refusal.encoding.length === 0) return namedRows(rows, refusal);
  // The answer has one message for all values that cannot be written: each of these rows is checked alone for its own.
  return await search(rows.filter((_, record) => faulty.has(record)));
}

/** The failure of a row that is refused alone. Throws `BatchStopped` if the budget is too small for any request. */
export function failedAlone(row: GroupedRow, refusal: RefusedError): FailedRow {
  if (refusal.status !== 429) return refusedRow(row, refusal);
  const message = `The rate budget is too small for any print job: raise it with platen accounts set-rate`;
  throw new BatchStopped(message, { cause: refusal });
}

async function inHalves(rows: Rows, make: Ask): Promise<JobOutcome> {
  const middle = Math.ceil(rows.length / 2);
  const first = await make(rows.slice(0, middle));
  const second = await make(rows.slice(middle));
  return {
    pieces: [...first.pieces, ...second.pieces],
    failed: [...first.failed, ...second.failed],
    unresolved: first.unresolved + second.unresolved,
  };
}

function jobOf(labelId: string, rows: Rows): ApiRequest<PrintedZpl> {
  const records = rows.map(({ record }) => record).join(',');
  return zplRequest(labelId, rows.length, `{"records":[${records}],"copies":${rows[0]?.copies}}`);
}

function madeOf(rows: Rows, bytes: Uint8Array, unresolved: number): JobOutcome {
  const [{ row: firstRow, copies }] = rows as readonly [GroupedRow];
  const piece: OutputPiece = {
    firstRow,
    rows: rows.length,
    labels: rows.length * copies,
    bytes,
    pages: [],
    copies: 1,
    name: null,
    source: null,
  };
  return { pieces: [piece], failed: [], unresolved };
}
