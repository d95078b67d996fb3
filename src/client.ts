/** Names of a client and its request in logs. They have no part of a key's value. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly keyId: string;
  /** The label that is asked for, whether there is one or not; undefined where that is no UUID. */
  readonly labelId: string | undefined;
}

/** The one that waits for a task, and may leave. */
export interface Client {
  readonly gone: boolean;
  /** Called once when it leaves. Cheaper than listening to `signal`, which is made on demand. */
  onGone: (() => void) | undefined;
  /** Fires when it leaves. */
  readonly signal: AbortSignal;
  /** Absent where the task does not come over HTTP. */
  readonly origin?: RequestOrigin;
}
