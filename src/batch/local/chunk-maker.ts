import { FAILURES, FailureError, failureInFull } from '../../errors.ts';
import type { Template } from '../../template/template.ts';
import { type ByteString, byteStringOf } from '../../zpl/byte-string.ts';
import type { ChunkRows } from '../input/cell-rows.ts';
import { chunkRows } from '../input/read-rows.ts';
import { withPictures } from '../input/row-pictures.ts';
import { nameOf } from '../output/file-name.ts';
import {
  addWarnings,
  type Chunk,
  type FailedRow,
  type Row,
  type RowLayout,
  type RowWarning,
} from '../stages.ts';
import type { ChunkReply, ChunkSlot, ChunkTask, MakerThreadData, NamedRow } from './chunk-messages.ts';
import { PackedRows } from './packed-rows.ts';
import { PlainRows } from './plain-rows.ts';
import { type RecordMaker, type RenderedRecord, recordMaker, templateOf } from './record-maker.ts';

/** Makes a function that makes the labels of chunks, for a thread; it answers null, the first message, with null. */
export async function chunkMaker(
  data: MakerThreadData,
): Promise<(task: ChunkTask | null) => ChunkReply | null> {
  const template = templateOf(data.label);
  const maker = new ChunkMaker(data, template, await recordMaker(data, template));
  // The answer to the first message says that the thread is ready.
  return (task) => (task === null ? null : maker.make(task));
}

class ChunkMaker {
  readonly #data: MakerThreadData;
  readonly #make: RecordMaker;
  readonly #plain: PlainRows | null;
  readonly #between: ByteString;
  // Rows are read from memory of this thread, since some readers take no shared bytes. Labels are written there as
  // well: copying many small pieces into shared memory takes three times as long.
  #read = new Uint8Array(0);
  #written = new Uint8Array(0);

  constructor(data: MakerThreadData, template: Template, make: RecordMaker) {
    const { label, layout, format, now } = data;
    this.#data = data;
    this.#make = make;
    this.#plain = format === 'zpl' ? PlainRows.of(template, layout, new Date(now)) : null;
    this.#between = byteStringOf(label.stateReset);
  }

  make({ slot, length, bytes, chunkRow, firstRow, broken }: ChunkTask): ChunkReply {
    const { slots, layout, validates } = this.#data;
    const { input, output, progress } = slots[slot] as ChunkSlot;
    if (this.#read.length < input.length) this.#read = new Uint8Array(input.length);
    if (this.#written.length < output.length) this.#written = new Uint8Array(output.length);
    this.#read.set(input.subarray(0, length));
    const chunk = { firstRow: chunkRow, bytes: bytes ?? this.#read.subarray(0, length) };
    const packed = new PackedRows(this.#written, !validates);
    const plain = this.#plain?.begin(chunk.bytes) === true ? this.#plain : null;
    const parsed = new ParsedRows(chunk, layout, this.#make);
    for (let row = chunkRow; row < firstRow; row++) plain?.next();
    let row = firstRow;
    let unresolved = 0;
    let done = false;
    for (; ; row++) {
      const found = plain?.next() ?? 'other';
      done = found === 'end';
      if (done) break;
      Atomics.store(progress, 0, row);
      if (plain !== null && found === 'cells' && !broken.has(row)) {
        const added = plain.add(packed, this.#between);
        if (added === 'full') break;
        if (added === 'added') {
          unresolved += plain.unresolved;
          continue;
        }
      }
      const added = parsed.add(packed, this.#between, row, broken.get(row));
      done = added === 'end';
      if (added !== 'added') break;
    }
    if (packed.bytes > 0) output.set(this.#written.subarray(0, packed.bytes));
    return {
      rows: row - firstRow,
      done,
      ...packed.packed(),
      ...parsed.outcome(),
      unresolved: unresolved + parsed.unresolved,
      fault: done ? parsed.fault : null,
    };
  }
}

/** The rows of a chunk that {@link PlainRows} cannot make: parsed and made one by one. */
class ParsedRows {
  /** Placeholders that stay in the labels of these rows. */
  unresolved = 0;
  readonly #chunk: Pick<Chunk, 'firstRow' | 'bytes'>;
  readonly #layout: RowLayout;
  readonly #make: RecordMaker;
  readonly #failed: FailedRow[] = [];
  readonly #named: NamedRow[] = [];
  readonly #warnings: RowWarning[] = [];
  /** The rows of the chunk; null until one of them is needed. */
  #rows: ChunkRows | null = null;

  constructor(chunk: Pick<Chunk, 'firstRow' | 'bytes'>, layout: RowLayout, make: RecordMaker) {
    this.#chunk = chunk;
    this.#layout = layout;
    this.#make = make;
  }

  /**
   * Adds the labels of a row, or notes its failure; `end` if the chunk has no such row.
   *
   * @param between ZPL between the labels of two rows
   * @param broken why the row is not tried; undefined for one that is
   */
  add(
    packed: PackedRows,
    between: ByteString,
    row: number,
    broken: string | undefined,
  ): 'added' | 'full' | 'end' {
    const layout = this.#layout;
    this.#rows ??= chunkRows(this.#chunk, layout);
    if (row >= this.#rows.end) return 'end';
    const source = withPictures(this.#rows.rowAt(row), layout);
    const { cells, others } = source;
    const made = tried(this.#make, source, broken);
    if ('reason' in made) {
      this.#failed.push({ row, cells, others, ...made });
      return 'added';
    }
    if (!packed.add(made, between)) return 'full';
    this.unresolved += made.unresolved;
    addWarnings(this.#warnings, row, made.warnings ?? []);
    if (layout.nameTemplate !== null) {
      const name = nameOf(layout.nameTemplate, source, layout.columns);
      this.#named.push({ name, source: { cells, others } });
    }
    return 'added';
  }

  /** Why the rows after the last one cannot be read; null if there are none. */
  get fault(): string | null {
    return this.#rows?.fault?.message ?? null;
  }

  outcome(): Pick<ChunkReply, 'failed' | 'named' | 'warnings'> {
    return { failed: this.#failed, named: this.#named, warnings: this.#warnings };
  }
}

/** The labels of a row, or why there are none. */
function tried(
  make: RecordMaker,
  row: Row,
  broken: string | undefined,
): RenderedRecord | Pick<FailedRow, 'status' | 'reason' | 'fields'> {
  if (row.fault !== null) return { status: 400, reason: row.fault, fields: [] };
  if (broken !== undefined) return { status: 500, reason: broken, fields: [] };
  try {
    return make(row);
  } catch (error) {
    if (!(error instanceof FailureError)) {
      return { status: 500, reason: `the engine failed: ${(error as Error).message}`, fields: [] };
    }
    const { failure } = error;
    return {
      status: FAILURES[failure.code].status,
      reason: failureInFull(failure),
      fields: [...(failure.fields ?? []), ...(failure.transforms ?? []), ...(failure.encoding ?? [])],
    };
  }
}
