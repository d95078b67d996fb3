import type { Kind } from './mix.ts';

/** A request of the load, but for what all have in common. */
export interface Shot {
  readonly kind: Kind;
  readonly labelId: string;
  /** Of the service's origin. */
  readonly path: string;
  readonly body: string;
}

/** What came of it. */
export interface Outcome {
  readonly shot: Shot;
  /** Null where no answer came. */
  readonly status: number | null;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** What a refusal says; empty for what is not refused for good. */
  readonly body: string;
  /** From when it was due until it was sent, in milliseconds: no connection was free, or this program was late. */
  readonly waitMs: number;
  /** From when it was sent until the whole answer was there. */
  readonly answerMs: number;
}

/** Whether a status says that the same request will be refused again: what is sent is wrong, or the key. */
export function isForGood(status: number): boolean {
  return status >= 300 && status < 500 && status !== 429;
}
