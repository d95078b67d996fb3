import { FAILURES, FailureError, failureInFull } from '../../errors.ts';
import { byteStringOf } from '../../zpl/byte-string.ts';
import type { ChunkRows } from '../input/cell-rows.ts';
import { chunkRows } from '../input/read-rows.ts';
import { withPictures } from '../input/row-pictures.ts';
import { nameOf } from '../output/file-name.ts';
import { addWarnings } from '../row-warnings.ts';
import type { FailedRow, Row, RowWarning } from '../stages.ts';
import type { ChunkReply, ChunkTask, NamedRow, Slot, ThreadData } from './chunk-messages.ts';
import { PackedRows } from './packed-rows.ts';
import { PlainRows } from './plain-rows.ts';
import { type RecordMaker, type RenderedRecord, recordMaker, templateOf } from './record-maker.ts';

/** Makes a function that makes the labels of chunks, for a thread; it answers null, the first message, with null. */
export async function chunkMaker(data: ThreadData): Promise<(task: ChunkTask | null) => ChunkReply | null> {
  const { layout, label, format, slots, validates } = data;
  const template = templateOf(label);
  const make = await recordMaker(data, template);
  const plain = format === 'zpl' ? PlainRows.of(template, layout, new Date(data.now)) : null;
  const between = byteStringOf(label.stateReset);
  // Rows are read from memory of this thread, since some readers take no shared bytes. Labels are written there as
  // well: copying many small pieces into shared memory takes three times as long.
  let read = new Uint8Array(0);
  let written = new Uint8Array(0);
  return (task) => {
    // The answer to the first message says that the thread is ready.
    if (task === null) return null;
    const { slot, length, bytes, chunkRow, firstRow, broken } = task;
    const { input, output, progress } = slots[slot] as Slot;
    if (read.length < input.length) read = new Uint8Array(input.length);
    if (written.length < output.length) written = new Uint8Array(output.length);
    read.set(input.subarray(0, length));
    const chunk = { firstRow: chunkRow, bytes: bytes ?? read.subarray(0, length) };
    const rows = new PackedRows(written, !validates);
    const failed: FailedRow[] = [];
    const named: NamedRow[] = [];
    const warnings: RowWarning[] = [];
    // The rows that `plain` cannot make; read only if there are any.
    let otherRows: ChunkRows | null = null;
    const scanned = plain?.begin(chunk.bytes) === true ? plain : null;
    for (let done = chunkRow; done < firstRow; done++) scanned?.next();
    let row = firstRow;
    let unresolved = 0;
    let done = false;
    for (; ; row++) {
      const found = scanned?.next() ?? 'other';
      done = found === 'end';
      if (done) break;
      Atomics.store(progress, 0, row);
      if (scanned !== null && found === 'cells' && !broken.has(row)) {
        const added = scanned.add(rows, between);
        if (added === 'full') break;
        if (added === 'added') {
          unresolved += scanned.unresolved;
          continue;
        }
      }
      otherRows ??= chunkRows(chunk, layout);
      done = row >= otherRows.end;
      if (done) break;
      const source = withPictures(otherRows.rowAt(row), layout);
      const { cells, others } = source;
      const made = tried(make, source, broken.get(row));
      if ('reason' in made) {
        failed.push({ row, cells, others, ...made });
        continue;
      }
      if (!rows.add(made, between)) break;
      unresolved += made.unresolved;
      addWarnings(warnings, row, made.warnings ?? []);
      if (layout.nameTemplate !== null) {
        const name = nameOf(layout.nameTemplate, source, layout.columns);
        named.push({ name, source: { cells, others } });
      }
    }
    if (rows.bytes > 0) output.set(written.subarray(0, rows.bytes));
    return {
      rows: row - firstRow,
      done,
      ...rows.packed(),
      named,
      failed,
      unresolved,
      warnings,
      fault: done ? (otherRows?.fault?.message ?? null) : null,
    };
  };
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
