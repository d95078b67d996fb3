import { workerData } from 'node:worker_threads';
import type {
  ChunkReply,
  ChunkSlot,
  ChunkTask,
  MakerThreadData,
} from '../../../src/batch/local/chunk-messages.ts';
import { servePort } from '../../../src/threads/serve-port.ts';

// A thread that does to itself what the rows of a chunk say, a letter each. Rows that are marked as broken fail.

// One that starts while the last slot has a full stop dies of it.

const { slots } = workerData as MakerThreadData;

const isStopped = (): boolean => slots.at(-1)?.input[0] === '.'.charCodeAt(0);
if (isStopped()) throw new Error('no room');

const DEEDS: Readonly<Record<string, () => void>> = {
  m() {
    throw new Error('a defect');
  },
  x: () => process.exit(1),
  w() {
    while (isStopped()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  },
  // More than any heap, in pieces that are kept.
  o() {
    for (const kept: number[][] = []; ; ) kept.push(new Array<number>(2 ** 23).fill(0));
  },
};

const make = (task: ChunkTask | null): ChunkReply | null => {
  if (task === null) return null;
  const { input, progress } = slots[task.slot] as ChunkSlot;
  const letters = Buffer.from(input.slice(0, task.length)).toString();
  const failed: ChunkReply['failed'][number][] = [];
  for (const [index, letter] of [...letters].entries()) {
    const row = task.firstRow + index;
    Atomics.store(progress, 0, row);
    const reason = task.broken.get(row);
    if (reason === undefined) DEEDS[letter]?.();
    else failed.push({ row, cells: [letter], others: '', status: 500, reason, fields: [] });
  }
  const none = new Int32Array(0);
  return {
    rows: letters.length,
    done: true,
    made: none,
    pages: none,
    large: null,
    named: [],
    failed,
    unresolved: 0,
    warnings: [],
    fault: null,
  };
};

export default servePort(make);
