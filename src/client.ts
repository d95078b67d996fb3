/** What a client is called in logs. No part of a key's value. */
export interface Origin {
  readonly requestId: string;
  readonly keyId: string;
}

/** Whoever waits for a task, and may leave. */
export interface Client {
  readonly gone: boolean;
  /** Told once when it leaves. Cheaper than listening to `signal`, which is made on demand. */
  onGone: (() => void) | undefined;
  /** Fires when it leaves. */
  readonly signal: AbortSignal;
  /** Absent where nobody asked over HTTP. */
  readonly origin?: Origin;
}
