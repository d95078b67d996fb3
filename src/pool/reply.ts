import type { Failure } from '../errors.ts';

/** What a worker answers: plain data, because the identity of a class does not survive the trip. */
export type Reply =
  | { readonly ok: true; readonly body?: Uint8Array }
  | { readonly ok: false; readonly failure: Failure };

/** To a thread: tasks to be done one after the other. */
export type Batch<T> = readonly T[];

/** What came of one task: its reply, or what the worker threw. `ms` is how long the thread was at it. */
export type Outcome<R> =
  | { readonly kind: 'reply'; readonly reply: R; readonly ms: number }
  | { readonly kind: 'thrown'; readonly error: unknown; readonly ms: number };

/** From a thread: outcomes in the order of the batch. `memoryBytes` is what it holds, garbage included. */
export interface BatchReply<R> {
  readonly outcomes: readonly Outcome<R>[];
  readonly memoryBytes: number;
}

/** Given to a thread at its start: where it says which task of the batch it is at. */
export interface ThreadData {
  readonly progress: Int32Array;
}
