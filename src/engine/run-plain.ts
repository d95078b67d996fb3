import { LIMITS } from '../limits.ts';
import { RenderFaults } from '../template/records/content-faults.ts';
import { PrintFaults } from '../template/records/print-faults.ts';
import { SubstitutionBudget } from '../template/records/substitution-budget.ts';
import { ArtifactBuilder } from './artifact-builder.ts';
import type { PlainRecord } from './plain-orders.ts';
import type { Artifact } from './task.ts';

/** The records of a task as they stand in its body. */
export interface PlainTask {
  readonly kind: 'render' | 'print';
  readonly records: readonly PlainRecord[];
  readonly copies: number;
  readonly now: number;
}

/** Where labels are written; grows to what was needed. */
let memory = new Uint8Array(0);

/**
 * Does a task without making strings of its values. The bytes of the artifact are there until the next one is done.
 *
 * @returns null where it is to be done from the values, as {@link runTask} does.
 * @throws FailureError as it does.
 */
export function runPlain({ kind, records, copies, now }: PlainTask): Required<Artifact> | null {
  const artifact = new ArtifactBuilder();
  let most = 0;
  for (const { order, bytes } of records) {
    most += copies * (order.stream.most(bytes) + order.stream.stateReset.length);
  }
  if (most > LIMITS.zplUnits) return null;
  if (most > memory.length) memory = new Uint8Array(2 * most);
  let end = 0;
  let unresolved = 0;
  for (const [
    index,
    {
      order: { stream },
      cells,
    },
  ] of records.entries()) {
    // The printer's state is put back between labels, not before the first.
    const start = index === 0 ? 0 : put(stream.stateReset, end);
    end = stream.write(cells, memory, start);
    if (end < 0) return null;
    unresolved += stream.unresolved;
    const bytes = end - start;
    for (let copy = 1; copy < copies; copy++) {
      end = put(stream.stateReset, end);
      memory.copyWithin(end, start, start + bytes);
      end += bytes;
    }
  }
  const count = records.length;
  const budget = new SubstitutionBudget(
    kind === 'render' ? new RenderFaults() : new PrintFaults(count),
    count,
  );
  const instant = new Date(now);
  for (const [index, { order, cells }] of records.entries()) {
    budget.faults.begin(index);
    order.stream.checkBarcodes(cells, instant, budget);
  }
  budget.faults.finish();
  return artifact.bytes(memory.subarray(0, end), { unresolved, labels: count * copies });
}

function put(bytes: Uint8Array, at: number): number {
  memory.set(bytes, at);
  return at + bytes.length;
}
