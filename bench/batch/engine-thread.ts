import { parentPort, workerData } from 'node:worker_threads';
import { createSlot, type ThreadData } from '../../src/batch/local/chunk-messages.ts';
import { MadeRows } from '../../src/batch/local/made-rows.ts';
import { recordMaker, templateOf } from '../../src/batch/local/record-maker.ts';
import type { Row } from '../../src/batch/stages.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { carrierRow } from './carrier-rows.ts';

/** What a thread is to make, and how many rows it does in the time. */
export interface EngineThreadData {
  readonly data: ThreadData;
  readonly rows: number;
  /** Of the first row. */
  readonly first: number;
}

/** More rows than anything remembers from one to the next, and few enough to be held as objects. */
const HELD = 10_000;
/** Rows whose labels are written into the same memory, as those of a chunk are. */
const TOGETHER = 64;

// A thread that makes labels of rows that are in memory, and throws them away: the calls of a batch without reading and
// writing.
const { data, rows, first } = workerData as EngineThreadData;
const held = Array.from({ length: Math.min(HELD, rows) }, (_, i): Row => {
  const variables = carrierRow(first + i);
  return { cells: [], others: '', variables, copies: 1, fault: null };
});
const make = await recordMaker(data, templateOf(data.label));
const { output } = createSlot(0, 1 << 20);
parentPort?.postMessage('ready');
parentPort?.once('message', () => {
  let made = new MadeRows(output);
  for (let i = 0; i < rows; i++) {
    if (i % TOGETHER === 0) made = new MadeRows(output);
    made.add(i, make(held[i % held.length] as Row), '' as ByteString);
  }
  parentPort?.postMessage('done');
});
