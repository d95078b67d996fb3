import { type LentBytes, Loan } from '../borrowed-bytes.ts';
import { SharedBytes } from './shared-bytes.ts';
import type { Packer, RenderedTask, TaskResult, Unpacker } from './task-result.ts';

/** A larger body is moved instead: it is the receiver's own. Bytes. */
const SHARED_BODY_BYTES = 65_536;

/**
 * The results of a batch in a message to the main thread, which spends a microsecond on every object that it gets.
 * Rendered labels, the most frequent result, are rows of numbers, and bytes in memory that both threads share.
 */
export interface BatchReply<R extends RenderedTask<LentBytes>> {
  /**
   * For each task in order: the length of its body, `ms`, the count of its numbers, and these numbers. A negative
   * length alone refers to the next entry of `others`.
   */
  readonly rows: readonly number[];
  /**
   * New memory for the bodies, which are there one after another. Absent if the memory is that of the reply before the
   * last one: replies use two memories in turn.
   */
  readonly bodies?: Uint8Array | undefined;
  readonly others: readonly TaskResult<R>[];
  /** Memory of the thread, garbage included. */
  readonly memoryBytes: number;
}

/** Packs the results of a thread's batches. A batch is packed after the one before has been unpacked. */
export class ReplyPacker<R extends RenderedTask> {
  readonly #codec: Pick<Unpacker<unknown, unknown, R>, 'numbersOf'>;
  #bodies = new SharedBytes();
  /** The memory of the next reply, during which the bodies of this one are still being read. */
  #nextBodies = new SharedBytes();
  #rows: number[] = [];
  #others: TaskResult<R>[] = [];

  constructor(codec: Pick<Unpacker<unknown, unknown, R>, 'numbersOf'>) {
    this.#codec = codec;
  }

  /** Adds the result of the batch's next task. The memory of its body may be reused afterwards. */
  add(result: TaskResult<R>): void {
    const numbers =
      result.kind === 'rendered' && result.rendered.body.length <= SHARED_BODY_BYTES
        ? this.#codec.numbersOf(result.rendered)
        : null;
    if (result.kind !== 'rendered' || numbers === null) {
      this.#rows.push(-1);
      this.#others.push(withOwnBody(result));
      return;
    }
    this.#rows.push(result.rendered.body.length, result.ms, numbers.length);
    for (const number of numbers) this.#rows.push(number);
    this.#bodies.write(result.rendered.body);
  }

  /** The batch's results. */
  pack(memoryBytes: number): BatchReply<R> {
    const reply = { rows: this.#rows, bodies: this.#bodies.end(), others: this.#others, memoryBytes };
    [this.#bodies, this.#nextBodies] = [this.#nextBodies, this.#bodies];
    this.#rows = [];
    this.#others = [];
    return reply;
  }
}

/** The result with a body that is the only view of its memory, so that it can be moved, and is not overwritten. */
function withOwnBody<R extends RenderedTask>(result: TaskResult<R>): TaskResult<R> {
  if (result.kind !== 'rendered') return result;
  const { body } = result.rendered;
  const isOwn = body.buffer instanceof ArrayBuffer && body.buffer.byteLength === body.byteLength;
  return isOwn ? result : { ...result, rendered: { ...result.rendered, body: new Uint8Array(body) } };
}

/** Unpacks the results of a thread's batches, in the main thread. */
export class ReplyUnpacker<R extends RenderedTask<LentBytes>> {
  readonly #codec: Pick<Packer<unknown, R>, 'renderedOf'>;
  #bodies: Uint8Array = new Uint8Array();
  #nextBodies: Uint8Array = new Uint8Array();
  #loan = new Loan();

  constructor(codec: Pick<Packer<unknown, R>, 'renderedOf'>) {
    this.#codec = codec;
  }

  /**
   * The results of a reply. Small bodies are views of the thread's memory, which it writes to again for the reply after
   * the next: they are lent until the next reply.
   */
  unpack({ rows, bodies, others }: BatchReply<R>): TaskResult<R>[] {
    this.#loan.end();
    this.#loan = new Loan();
    const memory = bodies ?? this.#bodies;
    this.#bodies = this.#nextBodies;
    this.#nextBodies = memory;
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
      const body = this.#loan.lend(memory.subarray(offset, offset + length));
      results.push({
        kind: 'rendered',
        rendered: this.#codec.renderedOf(body, rows.slice(row + 3, end)),
        ms,
      });
      offset += length;
      row = end;
    }
    return results;
  }
}

/** The memory of the bodies that are not shared, to be moved instead of copied: each has its memory for itself. */
export function movable({ others }: BatchReply<RenderedTask>): ArrayBuffer[] {
  return others.flatMap((result) =>
    result.kind === 'rendered' ? [result.rendered.body.buffer as ArrayBuffer] : [],
  );
}
