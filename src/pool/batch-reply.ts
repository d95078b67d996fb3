import type { Packer, Rendered, TaskResult, Unpacker } from './task-result.ts';

/** Below this a copy costs no more than a move. Bytes; measured equal at 25 kB. */
const MOVE_FROM_BYTES = 32_768;

/**
 * The results of a batch as they cross to the main thread, which spends a microsecond on every object that it
 * gets: what was rendered, the most frequent result, is rows of numbers and bytes in one piece of memory.
 */
export interface BatchReply<R extends Rendered> {
  /**
   * For each task in order: the length of its body, `ms`, how many numbers there are, and these. A negative length
   * stands for the next of `others`, by itself.
   */
  readonly rows: readonly number[];
  readonly bodies: Uint8Array;
  readonly others: readonly TaskResult<R>[];
  /** What the thread holds, garbage included. */
  readonly memoryBytes: number;
}

/** Packs the results of a batch, in its order. */
export function packed<R extends Rendered>(
  results: readonly TaskResult<R>[],
  codec: Pick<Unpacker<unknown, unknown, R>, 'numbersOf'>,
  memoryBytes: number,
): BatchReply<R> {
  const rows: number[] = [];
  const others: TaskResult<R>[] = [];
  const small: Uint8Array[] = [];
  for (const result of results) {
    const numbers =
      result.kind === 'rendered' && result.rendered.body.length < MOVE_FROM_BYTES
        ? codec.numbersOf(result.rendered)
        : null;
    if (result.kind !== 'rendered' || numbers === null) {
      rows.push(-1);
      others.push(result);
    } else {
      rows.push(result.rendered.body.length, result.ms, numbers.length, ...numbers);
      small.push(result.rendered.body);
    }
  }
  return { rows, bodies: joined(small), others, memoryBytes };
}

/** The results that were packed. Small bodies are views of one piece of memory. */
export function unpacked<R extends Rendered>(
  { rows, bodies, others }: BatchReply<R>,
  codec: Pick<Packer<unknown, R>, 'renderedOf'>,
): TaskResult<R>[] {
  const results: TaskResult<R>[] = [];
  let row = 0;
  let offset = 0;
  let other = 0;
  while (row < rows.length) {
    const length = rows[row] as number;
    if (length < 0) {
      results.push(others[other++] as TaskResult<R>);
      row++;
      continue;
    }
    const ms = rows[row + 1] as number;
    const end = row + 3 + (rows[row + 2] as number);
    const body = bodies.subarray(offset, offset + length);
    results.push({ kind: 'rendered', rendered: codec.renderedOf(body, rows.slice(row + 3, end)), ms });
    offset += length;
    row = end;
  }
  return results;
}

/** The memory of the large bodies that are its only view: it can be moved instead of copied. */
export function movable({ others }: BatchReply<Rendered>): ArrayBuffer[] {
  return others.flatMap((result) => {
    if (result.kind !== 'rendered') return [];
    const { buffer, byteLength } = result.rendered.body;
    return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
  });
}

/** All in memory of its own: what crosses is the whole memory behind it, and `Buffer.concat` may take a shared one. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined && first.buffer.byteLength === first.length) return first;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
