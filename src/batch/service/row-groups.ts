import { LIMITS } from '../../limits.ts';
import { InputFault } from '../batch-failure.ts';
import { readRows } from '../input/read-rows.ts';
import type { Chunk, Position, Row, RowLayout } from '../stages.ts';

/** A row of a group, by the rows of the group before it. */
export interface GroupedRow {
  readonly index: number;
  readonly row: Row;
}

/** Consecutive rows, of which those that can be tried go to the service together. */
export interface RowGroup {
  /** Broken ones included. */
  readonly rows: readonly Row[];
  /** Rows without a fault: all of the same copies. */
  readonly sound: readonly GroupedRow[];
  /** Behind the group. */
  readonly next: Position;
}

/** What a group may have at most. */
export interface GroupLimits {
  /** Sound rows. */
  readonly records: number;
  /** A group has rows of one part only; null where there are no parts. */
  readonly partRows: number | null;
}

/** What a body has beside its records. */
export const ENVELOPE_BYTES = 64;
/** A group ends where it has so much, however few of its rows are sound: it is held in memory. */
const ROWS_MAX = 100;
const CODE_UNITS_MAX = 1_048_576;

/**
 * Groups rows in order: as many as fit into one print job. Where a group ends depends on nothing but the rows from its
 * first one on, so that the same groups come of chunks of any size, and of a run that goes on behind one of them.
 *
 * @param firstRow the number of the first row that is not skipped
 */
export async function* groupRows(
  chunks: AsyncIterable<Chunk>,
  layout: RowLayout,
  skip: number,
  firstRow: number,
  limits: GroupLimits,
): AsyncGenerator<RowGroup, void, undefined> {
  let group = new OpenGroup(limits, firstRow);
  let number = firstRow;
  let toSkip = skip;
  let next: Position = { offset: 0, skip };
  for await (const { offset, bytes } of chunks) {
    const { rows, fault } = readRows(bytes, layout);
    for (const [index, row] of rows.entries()) {
      if (toSkip > 0) {
        toSkip--;
        continue;
      }
      if (!group.take(row)) {
        yield group.close({ offset, skip: index });
        group = new OpenGroup(limits, number);
        group.take(row);
      }
      number++;
    }
    next = { offset, skip: rows.length };
    if (fault === null) continue;
    if (!group.isEmpty) yield group.close(next);
    throw new InputFault(fault.message, number - 1);
  }
  if (!group.isEmpty) yield group.close(next);
}

class OpenGroup {
  readonly #limits: GroupLimits;
  /** Rows until the part ends. */
  readonly #rowsMax: number;
  readonly #rows: Row[] = [];
  readonly #sound: GroupedRow[] = [];
  #bodyBytes = ENVELOPE_BYTES;
  #codeUnits = 0;

  constructor(limits: GroupLimits, firstRow: number) {
    this.#limits = limits;
    const { partRows } = limits;
    this.#rowsMax = partRows === null ? ROWS_MAX : Math.min(ROWS_MAX, partRows - ((firstRow - 1) % partRows));
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** Takes the row if there is room for it; the first one always. */
  take(row: Row): boolean {
    const codeUnits = this.#codeUnits + codeUnitsOf(row);
    const bodyBytes = this.#bodyBytes + (row.fault === null ? bodyBytesOf(row) : 0);
    const hasRoom = this.#rows.length < this.#rowsMax && codeUnits <= CODE_UNITS_MAX;
    if (!this.isEmpty && !(hasRoom && this.#goesWith(row, bodyBytes))) return false;
    this.#codeUnits = codeUnits;
    this.#bodyBytes = bodyBytes;
    if (row.fault === null) this.#sound.push({ index: this.#rows.length, row });
    this.#rows.push(row);
    return true;
  }

  close(next: Position): RowGroup {
    return { rows: this.#rows, sound: this.#sound, next };
  }

  /** Whether the row can be in one request with the others. */
  #goesWith(row: Row, bodyBytes: number): boolean {
    const first = this.#sound[0]?.row;
    if (row.fault !== null || first === undefined) return true;
    const records = this.#sound.length + 1;
    return (
      row.copies === first.copies &&
      records <= this.#limits.records &&
      records * row.copies <= LIMITS.printLabels &&
      bodyBytes <= LIMITS.bodyBytes
    );
  }
}

/** Of a record in the body of a request, with the comma behind it. */
export function bodyBytesOf({ variables }: Row): number {
  let bytes = '{},'.length;
  for (const name in variables) bytes += textBytes(name) + textBytes(variables[name] ?? '') + '"":"",'.length;
  return bytes;
}

/** What JSON writes as it is, in a byte each. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Of a text in JSON, without its quotes. Most are plain, which is quicker to see than to write. */
function textBytes(text: string): number {
  return PLAIN.test(text) ? text.length : Buffer.byteLength(JSON.stringify(text)) - '""'.length;
}

function codeUnitsOf({ cells, others }: Row): number {
  return cells.reduce((sum, cell) => sum + cell.length, others.length);
}
