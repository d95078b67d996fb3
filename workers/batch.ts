import { workerData } from 'node:worker_threads';
import { chunkMaker } from '../src/batch/local/chunk-maker.ts';
import type { MakerThreadData } from '../src/batch/local/chunk-messages.ts';
import { servePort } from '../src/threads/serve-port.ts';

// Thread entry: chunks of rows in, the places of their labels out.

export default servePort(await chunkMaker(workerData as MakerThreadData));
