import { FAILURES, FailureError, failureInFull } from '../../errors.ts';
import { byteStringOf } from '../../zpl/byte-string.ts';
import { chunkRows } from '../input/read-rows.ts';
import { nameOf } from '../output/file-name.ts';
import type { FailedRow, Row } from '../stages.ts';
import type { ChunkReply, ChunkTask, NamedRow, Slot, ThreadData } from './chunk-messages.ts';
import { MadeRows } from './made-rows.ts';
import { type MadeRecord, type RecordMaker, recordMaker } from './record-maker.ts';

/** Makes the labels of chunks, in its thread. */
export async function chunkMaker(data: ThreadData): Promise<(task: ChunkTask | null) => ChunkReply | null> {
  const { layout, label, slots, validates } = data;
  const make = await recordMaker(data);
  const between = byteStringOf(label.stateReset);
  // Rows are read from memory of the thread's own: not everything that reads bytes takes shared ones.
  let own = new Uint8Array(0);
  return (task) => {
    // The first is nothing: its answer says that the thread is ready.
    if (task === null) return null;
    const { slot, length, bytes, skip, broken } = task;
    const { input, output, progress } = slots[slot] as Slot;
    const rows = new MadeRows(output);
    const failed: FailedRow[] = [];
    const named: NamedRow[] = [];
    if (own.length < input.length) own = new Uint8Array(input.length);
    own.set(input.subarray(0, length));
    const read = chunkRows(bytes ?? own.subarray(0, length), layout);
    let at = skip;
    let unresolved = 0;
    for (; at < read.count; at++) {
      const row = read.rowAt(at);
      Atomics.store(progress, 0, at);
      const index = at - skip;
      const made = tried(make, row, broken.get(at));
      if ('reason' in made) {
        failed.push({ index, cells: row.cells, others: row.others, ...made });
        continue;
      }
      if (validates) rows.count(index, made.labels);
      else if (!rows.add(index, made, between)) break;
      unresolved += made.unresolved;
      if (layout.nameTemplate !== null) {
        const name = nameOf(layout.nameTemplate, row, layout.columns);
        named.push({ name, row: { cells: row.cells, others: row.others } });
      }
    }
    const done = at >= read.count;
    return {
      skipped: Math.min(skip, read.count),
      rows: Math.max(0, at - skip),
      done,
      ...rows.packed(),
      named,
      failed,
      unresolved,
      fault: done ? (read.fault?.message ?? null) : null,
    };
  };
}

/** The labels of a row, or why there are none. */
function tried(
  make: RecordMaker,
  row: Row,
  broken: string | undefined,
): MadeRecord | Pick<FailedRow, 'status' | 'reason' | 'fields'> {
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
      fields: [...(failure.fields ?? []), ...(failure.transforms ?? [])],
    };
  }
}
