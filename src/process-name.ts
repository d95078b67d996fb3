import { randomUUID } from 'node:crypto';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { onFirstUse } from './on-first-use.ts';

/** Threads get what is under this from the thread that starts them. */
const KEY = 'platen: name of the process';

/**
 * Names what all threads of the process share through native code, such as the canvas' fonts: the same in this thread
 * as in those that it starts from the first call on, and not to be guessed by who sends a label.
 */
export const processName = onFirstUse((): string => {
  const given = getEnvironmentData(KEY);
  const name = typeof given === 'string' ? given : randomUUID();
  setEnvironmentData(KEY, name);
  return name;
});
