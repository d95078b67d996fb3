import { parentPort, workerData } from 'node:worker_threads';
import { runTask } from '../../../src/engine/run-task.ts';
import { labelSource, nextRecord, recordsOf } from './warm-label.ts';

/** A thread that renders a warm label for a while, and says how many a second it made. */
const label = labelSource();
const records = recordsOf(label);
const renderFor = (ms: number): number => {
  const start = performance.now();
  let count = 0;
  for (; performance.now() < start + ms; count++) {
    runTask({ kind: 'render', label, format: 'png', variables: nextRecord(records), now: Date.now() });
  }
  return (count * 1000) / (performance.now() - start);
};
const { forMs } = workerData as { readonly forMs: number };
// As long as the compiler needs, however short the measurement.
renderFor(Math.max(1000, forMs / 4));
parentPort?.postMessage(renderFor(forMs));
