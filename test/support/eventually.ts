import { vi } from 'vitest';

/**
 * The time to wait for an event: longer than any machine takes, and no promise of the program.
 */
export const PATIENCE_MS = 120_000;

/** Repeats `check` until it returns without an error. Returns its result, or throws its last error. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 20 });
}
