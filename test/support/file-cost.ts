import { afterAll } from 'vitest';
import { processorMs } from './processor-time.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Milliseconds of processor time of a test file: its imports, its tests, and the processes that ended in it. */
    processorMs?: number;
  }
}

const before = processorMs();

// Runs before each test file; its hook is the last one of the file.
afterAll(({}, file) => {
  const after = processorMs();
  if (before !== null && after !== null) file.meta.processorMs = after - before;
});
