/** Whoever waits for a task, and may leave. */
export interface Client {
  readonly gone: boolean;
  /** Told once when it leaves. Cheaper than listening to `signal`, which is made on demand. */
  onGone: (() => void) | undefined;
  /** Fires when it leaves. */
  readonly signal: AbortSignal;
}
