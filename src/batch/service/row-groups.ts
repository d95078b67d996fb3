import { LIMITS } from '../../limits.ts';
import { chunkRows } from '../input/read-rows.ts';
import { withPictures } from '../input/row-pictures.ts';
import type { Chunk, Position, Row, RowLayout } from '../stages.ts';

/** A row of a group. */
export interface GroupedRow {
  readonly row: number;
  /** The row's variables in JSON. */
  readonly record: string;
  readonly copies: number;
  /** Reads the row again. Few rows are asked for, and V8's collector would copy the cells of all. */
  readonly read: () => Row;
}

/** Consecutive rows; those without a fault go to the service together. */
export interface RowGroup {
  readonly firstRow: number;
  /** Rows of the group, with those that have a fault. */
  readonly count: number;
  /** Rows without a fault, all with the same copies. */
  readonly sound: readonly GroupedRow[];
  /** Rows with a fault, in order. */
  readonly broken: readonly GroupedRow[];
  /** The place after the group. */
  readonly next: Position;
}

/** Bounds of a group. */
export interface GroupLimits {
  /** Rows without a fault, at most. */
  readonly records: number;
  /** Rows of a part; a group has rows of one part only. Null without parts. */
  readonly partRows: number | null;
}

/** Bytes of a body besides its records. */
export const ENVELOPE_BYTES = 64;
/** Bounds of a group, broken rows included, for its memory: rows, and characters of cells. */
const ROWS_MAX = 100;
const CODE_UNITS_MAX = 1_048_576;

/**
 * Groups rows in order: as many as fit into one print job. The end of a group depends only on the limits and the rows
 * from its first one on: chunks of any size give the same groups, and so does a run that is resumed after a group.
 *
 * @param firstRow the number of the first row that is not skipped
 * @throws InputFault of a chunk, after the group before it
 */
export async function* groupRows(
  chunks: AsyncIterable<Chunk>,
  layout: RowLayout,
  firstRow: number,
  limits: GroupLimits,
): AsyncGenerator<RowGroup, void, undefined> {
  let group = new OpenGroup(limits, firstRow);
  let next: Position = { offset: 0, skip: 0 };
  for await (const chunk of chunks) {
    const { offset, firstRow: chunkRow } = chunk;
    // Copied, since rows are read again when the memory of the chunk has others.
    const { end, rowAt, fault } = chunkRows(
      { firstRow: chunkRow, bytes: new Uint8Array(chunk.bytes) },
      layout,
    );
    for (let row = Math.max(firstRow, chunkRow); row < end; row++) {
      const read = () => withPictures(rowAt(row), layout);
      const sent = read();
      const record = sent.fault === null ? JSON.stringify(sent.variables) : '';
      if (!group.take(sent, record, read)) {
        yield group.close({ offset, skip: row - chunkRow });
        group = new OpenGroup(limits, row);
        group.take(sent, record, read);
      }
    }
    next = { offset, skip: end - chunkRow };
    if (fault === null) continue;
    if (!group.isEmpty) yield group.close(next);
    throw fault;
  }
  if (!group.isEmpty) yield group.close(next);
}

class OpenGroup {
  readonly #limits: GroupLimits;
  readonly #firstRow: number;
  /** Rows until the part ends. */
  readonly #rowsMax: number;
  #count = 0;
  readonly #sound: GroupedRow[] = [];
  readonly #broken: GroupedRow[] = [];
  #bodyBytes = ENVELOPE_BYTES;
  #codeUnits = 0;

  constructor(limits: GroupLimits, firstRow: number) {
    this.#limits = limits;
    this.#firstRow = firstRow;
    const { partRows } = limits;
    this.#rowsMax = partRows === null ? ROWS_MAX : Math.min(ROWS_MAX, partRows - ((firstRow - 1) % partRows));
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Takes the row if there is room for it, and the first one always; false otherwise. */
  take(row: Row, record: string, read: () => Row): boolean {
    const codeUnits = this.#codeUnits + codeUnitsOf(row);
    const bodyBytes = this.#bodyBytes + recordBytes(record);
    const hasRoom = this.#count < this.#rowsMax && codeUnits <= CODE_UNITS_MAX;
    if (!this.isEmpty && !(hasRoom && this.#goesWith(row, bodyBytes))) return false;
    this.#codeUnits = codeUnits;
    this.#bodyBytes = bodyBytes;
    const rows = row.fault === null ? this.#sound : this.#broken;
    rows.push({ row: this.#firstRow + this.#count++, record, copies: row.copies, read });
    return true;
  }

  close(next: Position): RowGroup {
    return { firstRow: this.#firstRow, count: this.#count, sound: this.#sound, broken: this.#broken, next };
  }

  /** Whether the row can be in one request with the rows before it. */
  #goesWith(row: Row, bodyBytes: number): boolean {
    const [first] = this.#sound;
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

/** Bytes of a record in a body, with the comma after it. */
export function recordBytes(record: string): number {
  return Buffer.byteLength(record) + ','.length;
}

function codeUnitsOf({ cells, others }: Row): number {
  let units = others.length;
  for (const cell of cells) units += cell.length;
  return units;
}
