import { afterEach } from 'vitest';
import { LOGS } from './instance.ts';

/** How much of each log is shown under a test that failed. */
const SHOWN_LINES = 15;

afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const [port, log] of LOGS) {
    console.log(`the instance at ${port} said last:\n${log.slice(-SHOWN_LINES).join('\n')}`);
  }
});
