import { workerData } from 'node:worker_threads';
import { chunkMaker } from '../src/batch/local/chunk-maker.ts';
import type { ThreadData } from '../src/batch/local/chunk-messages.ts';

// Thread entry: chunks of rows in, where their labels are out.

export default await chunkMaker(workerData as ThreadData);
