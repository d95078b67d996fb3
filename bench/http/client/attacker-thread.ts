import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { flooding, resetting } from '../../../test/faults/load/misbehaviour.ts';
import type { Attack, Outcomes } from './attacker.ts';

/** Connections at once. */
const RESETS = 20;

async function outcomesOf(attack: Attack): Promise<Outcomes> {
  if (attack.kind === 'malformed') {
    return await flooding(attack.port, attack.count, attack.atOnce, attack.requests);
  }
  const over = new AbortController();
  parentPort?.once('message', () => over.abort());
  let reset = 0;
  for (; !over.signal.aborted; reset += RESETS) await resetting(attack.port, RESETS, attack.request);
  return { reset };
}

// On Linux it is this thread's alone.
setPriority(constants.priority.PRIORITY_LOW);
parentPort?.postMessage(await outcomesOf(workerData as Attack));
