import { once } from 'node:events';
import type { MakerThreadData } from '../../src/batch/local/chunk-messages.ts';
import { MakerThreads } from '../../src/batch/local/maker-threads.ts';
import { workerModule } from '../../src/worker-module.ts';
import { startThread } from '../harness/typescript.ts';
import type { EngineThreadData } from './engine-thread.ts';

const THREAD = new URL('engine-thread.ts', import.meta.url);

/** Measures what threads use that make so many labels of rows in memory: their start is not counted. */
export async function runEngine(
  data: MakerThreadData,
  rows: number,
  threads: number,
  values: EngineThreadData['values'],
): Promise<{ readonly processorUs: number; readonly wallMs: number }> {
  const each = Math.ceil(rows / threads);
  const workers = Array.from({ length: threads }, (_, i) => {
    const workerData: EngineThreadData = { data, rows: each, first: i * each, values };
    return startThread(THREAD, workerData);
  });
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const used = process.cpuUsage();
  const began = performance.now();
  await Promise.all(
    workers.map((worker) => {
      worker.postMessage('go');
      return once(worker, 'message');
    }),
  );
  const wallMs = performance.now() - began;
  const { user, system } = process.cpuUsage(used);
  await Promise.all(workers.map((worker) => worker.terminate()));
  return { processorUs: user + system, wallMs };
}

/** Microseconds of processor time that a thread of a batch takes to start. */
export async function threadStart(data: MakerThreadData): Promise<number> {
  const used = process.cpuUsage();
  const threads = await MakerThreads.start(1, data, workerModule('batch'));
  const { user, system } = process.cpuUsage(used);
  await threads.close();
  return user + system;
}
