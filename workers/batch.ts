import { parentPort, workerData } from 'node:worker_threads';
import { chunkMaker } from '../src/batch/local/chunk-maker.ts';
import type { ChunkTask, ThreadData } from '../src/batch/local/chunk-messages.ts';

// Thread entry: chunks of rows in, where their labels are out.

const make = await chunkMaker(workerData as ThreadData);
parentPort?.on('message', (task: ChunkTask | null) => parentPort?.postMessage(make(task)));
