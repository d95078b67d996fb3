import type { Failure } from '../errors.ts';

/** What a worker made: the bytes of the answer, and the numbers that go with them. */
export interface Done {
  readonly ok: true;
  readonly body: Uint8Array;
  readonly figures: readonly number[];
}

/** What a worker answers: plain data, because the identity of a class does not survive the trip. */
export type Reply = Done | { readonly ok: false; readonly failure: Failure };

/** What came of one task: its reply, or what the worker threw. `ms` is how long the thread was at it. */
export type Outcome =
  | { readonly kind: 'reply'; readonly reply: Reply; readonly ms: number }
  | { readonly kind: 'thrown'; readonly error: unknown; readonly ms: number };

/** Given to a thread at its start: where it says which task of the batch it is at. */
export interface ThreadData {
  readonly progress: Int32Array;
}
