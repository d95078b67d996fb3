import { vi } from 'vitest';

/**
 * The time to wait for anything that comes by itself: no promise of the program, only longer than any machine takes.
 */
export const PATIENCE_MS = 120_000;

/** The result of `check` once it returns without an error, however busy the machine is; else its last error. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 20 });
}
