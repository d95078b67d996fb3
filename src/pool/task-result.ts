import type { BorrowedBytes, LentBytes } from '../borrowed-bytes.ts';
import type { Failure } from '../errors.ts';

/** The result of a worker: the bytes of an answer, and notes on them. */
export interface Rendered<Body extends LentBytes = Uint8Array> {
  readonly body: Body;
}

/**
 * The outcome of one task: its result, the fault of its content, or the error of the worker. Plain data, because the
 * identity of a class does not survive the trip. `ms` is how long the thread was at it.
 */
export type TaskResult<R extends Rendered<LentBytes>> =
  | { readonly kind: 'rendered'; readonly rendered: R; readonly ms: number }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly ms: number }
  | { readonly kind: 'thrown'; readonly error: unknown; readonly ms: number };

/** How tasks cross to one thread, and what it rendered comes back: the pool's end. */
export interface Packer<T, R extends Rendered<LentBytes>> {
  /**
   * The tasks as plain data, for the {@link Unpacker} of that thread. Called for a batch only when the thread is done
   * with the one before, so that both may use the same memory for each.
   */
  pack(tasks: readonly T[]): unknown;
  /** Joins a body and the numbers of {@link Unpacker.numbersOf} to a result. */
  renderedOf(body: BorrowedBytes, numbers: readonly number[]): R;
}

/** The other end, in the thread. */
export interface Unpacker<M, T, R extends Rendered> {
  unpack(batch: M): readonly T[];
  /** All that is to be known of what was rendered, beside its bytes; null where numbers cannot say it. */
  numbersOf(rendered: R): readonly number[] | null;
}

/** Given to a thread at its start: where it says which task of the batch it is at. */
export interface ThreadData {
  readonly progress: Int32Array;
}
