/** The latest end of a call. */
export interface Deadline {
  /** Aborts at the deadline, or with the caller's signal. */
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
}

/**
 * Runs `work` with a deadline that aborts with the caller's signal, or with `late()` after `timeoutMs`. Its timer and
 * listener are removed at the end.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  late: () => Error,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const leave = (): void => controller.abort(signal?.reason);
  const endsAt = performance.now() + timeoutMs;
  const timer = setTimeout(() => controller.abort(late()), timeoutMs);
  signal?.addEventListener('abort', leave);
  try {
    return await work({ signal: controller.signal, remainingMs: () => endsAt - performance.now() });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}
