import { LIMITS } from '../limits.ts';
import type { PlainRecord } from '../record/plain-record.ts';
import type { PlainStream } from '../template/plain-stream.ts';
import { RenderFaults } from '../template/records/content-faults.ts';
import { PrintFaults } from '../template/records/print-faults.ts';
import { SubstitutionBudget } from '../template/records/substitution-budget.ts';
import { wallClock } from '../wall-clock.ts';
import { ArtifactBuilder } from './artifact-builder.ts';
import type { PlainOrder } from './plain-orders.ts';
import type { Artifact, PrintTask, RenderTask } from './task.ts';

/** The work on the records. */
type Work =
  | Pick<RenderTask, 'kind' | 'format' | 'drawnAs' | 'now' | 'validates'>
  | Pick<PrintTask, 'kind' | 'now' | 'validates'>;

/** A record of a label whose stream can be written. */
type WritableRecord = PlainRecord<PlainOrder & { readonly stream: PlainStream }>;

/** Memory for labels; grows as needed. */
let memory = new Uint8Array(0);

/**
 * Does a task that gives ZPL without making strings of its values. The bytes of the artifact are valid until the next
 * one is made.
 *
 * @returns null for a task that needs {@link runTask}.
 * @throws FailureError as {@link runTask} does.
 */
export function runPlain(
  work: Work,
  records: readonly PlainRecord<PlainOrder>[],
  copies: number,
): Required<Artifact> | null {
  const { kind, now, validates } = work;
  if (kind === 'render' && (work.format !== 'zpl' || work.drawnAs !== undefined)) return null;
  if (!records.every(isWritable)) return null;
  const artifact = new ArtifactBuilder();
  const clock = wallClock(now);
  if (!records.every(({ order: { stream } }) => stream.begin(clock))) return null;
  const bytes = writeLabels(records, copies);
  if (bytes < 0) return null;
  const count = records.length;
  const budget = new SubstitutionBudget(
    kind === 'render' ? new RenderFaults() : new PrintFaults(count),
    validates === true ? 1 : count,
  );
  let unresolved = 0;
  for (const [index, { order, cells }] of records.entries()) {
    budget.faults.begin(index);
    order.stream.checkBarcodes(cells, clock, budget);
    unresolved += order.stream.unresolved;
  }
  budget.faults.finish();
  const body = memory.subarray(0, validates === true ? 0 : bytes);
  return artifact.bytes(body, { unresolved, labels: count * copies });
}

/** Writes the labels; returns how many bytes they are, or -1 if a record cannot be written, or they may be too many. */
function writeLabels(records: readonly WritableRecord[], copies: number): number {
  let most = 0;
  for (const { order, bytes } of records) {
    most += copies * (order.stream.most(bytes) + order.stream.stateReset.length);
  }
  if (most > LIMITS.zplUnits) return -1;
  if (most > memory.length) memory = new Uint8Array(2 * most);
  let end = 0;
  for (const [index, { order, cells }] of records.entries()) {
    const { stream } = order;
    // The printer's state is restored between labels, not before the first.
    const start = index === 0 ? 0 : put(stream.stateReset, end);
    end = stream.write(cells, memory, start);
    if (end < 0) return -1;
    const bytes = end - start;
    for (let copy = 1; copy < copies; copy++) {
      end = put(stream.stateReset, end);
      memory.copyWithin(end, start, start + bytes);
      end += bytes;
    }
  }
  return end;
}

function isWritable(record: PlainRecord<PlainOrder>): record is WritableRecord {
  return record.order.stream !== null;
}

function put(bytes: Uint8Array, at: number): number {
  memory.set(bytes, at);
  return at + bytes.length;
}
