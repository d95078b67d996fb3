import { vi } from 'vitest';

/**
 * What a test waits for anything that comes by itself: no promise of the program, only longer than any machine takes.
 */
export const PATIENCE_MS = 120_000;

/**
 * What `check` returns once it does so without an error, however busy the machine is; its last error, if it never does.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 5 });
}
