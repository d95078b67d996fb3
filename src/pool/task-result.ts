import type { BorrowedBytes, LentBytes } from '../borrowed-bytes.ts';
import type { Failure } from '../errors.ts';

/** The result of a worker, with the bytes of an answer. */
export interface RenderedTask<Body extends LentBytes = Uint8Array> {
  readonly body: Body;
}

/**
 * The outcome of one task: its result, the fault of its content, or the error of the worker. Plain data, because a
 * message between threads keeps no classes. `ms` is the time that the thread took.
 */
export type TaskResult<R extends RenderedTask<LentBytes>> =
  | { readonly kind: 'rendered'; readonly rendered: R; readonly ms: number }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly ms: number }
  | { readonly kind: 'thrown'; readonly error: unknown; readonly ms: number };

/** Packs tasks for one thread, and reads its results, in the main thread. */
export interface Packer<T, R extends RenderedTask<LentBytes>> {
  /**
   * The tasks as plain data, for the {@link Unpacker} of that thread. Called for a batch only when the thread is done
   * with the one before, so that both may use the same memory for each.
   */
  pack(tasks: readonly T[]): unknown;
  /** Joins a body and the numbers of {@link Unpacker.numbersOf} to a result. */
  renderedOf(body: BorrowedBytes, numbers: readonly number[]): R;
}

/** Unpacks tasks, and packs results, in the thread. */
export interface Unpacker<M, T, R extends RenderedTask> {
  unpack(batch: M): readonly T[];
  /** The result as numbers, without its bytes; null if numbers cannot represent it. */
  numbersOf(rendered: R): readonly number[] | null;
}

/** The data of a thread at its start. */
export interface ThreadData {
  /** Shared memory in which the thread notes the index of the task that it is working on. */
  readonly progress: Int32Array;
}
