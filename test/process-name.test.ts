import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { processName } from '../src/process-name.ts';

it('a process has one name in all of its threads', async () => {
  const expected = processName();
  const code = `
    const { getEnvironmentData, parentPort } = require('node:worker_threads');
    parentPort.postMessage(getEnvironmentData('platen: name of the process'));
  `;
  const [name] = await once(new Worker(code, { eval: true }), 'message');
  expect(name).toBe(expected);
});
