import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { type ChunkSlot, createSlot } from '../../../src/batch/local/chunk-messages.ts';
import { MakerThreads } from '../../../src/batch/local/maker-threads.ts';
import { jsonLayout, labelOf, NOW } from './making.ts';

const BROKEN = new URL('../../../dist/test/batch/local/broken-thread-fixture.js', import.meta.url);

async function threadsOf(module: URL, slots: readonly ChunkSlot[] = [], most = 1): Promise<MakerThreads> {
  const label = labelOf('^XA^XZ');
  const data = {
    label,
    layout: jsonLayout([]),
    format: 'zpl',
    validates: false,
    now: NOW.getTime(),
    slots,
  } as const;
  const threads = await MakerThreads.start(most, data, module);
  onTestFinished(() => threads.close());
  return threads;
}

test('a row that ends its thread fails, and no other does', async () => {
  const slots = [createSlot(64, 64), createSlot(64, 64)];
  const threads = await threadsOf(BROKEN, slots);
  const run = (slot: number, rows: string) => {
    slots[slot]?.input.set(Buffer.from(rows));
    return threads.run({ slot, length: rows.length, bytes: null, chunkRow: 9, firstRow: 9 });
  };
  const [crashed, well] = await Promise.all([run(0, '--x-m-x'), run(1, '-----')]);
  expect(crashed).toMatchObject({
    rows: 7,
    failed: [
      { row: 11, status: 500, reason: 'the engine crashed at this row: worker exited with code: 1' },
      { row: 13, status: 500, reason: 'the engine crashed at this row: a defect' },
      { row: 15, status: 500 },
    ],
  });
  expect(well).toMatchObject({ rows: 5, failed: [] });
  const starved = await run(0, '-o-');
  expect(starved.failed).toMatchObject([{ row: 10, reason: 'this row takes more than 512 MB of memory' }]);
});

test('threads that do not start end the batch, with the reason', async () => {
  const missing = new URL('file:///nowhere/batch.js');
  await expect(threadsOf(missing)).rejects.toThrow(/^the threads of the engine do not work: .*nowhere/);
});

test.each(['dies at its start', 'cannot be made'])(
  'a further thread that %s is done without',
  async (kind) => {
    const slots = [createSlot(64, 64), createSlot(64, 64), createSlot(64, 64)];
    const [busy, next, last] = slots.map(({ input }) => input);
    const threads = await threadsOf(BROKEN, slots, 3);
    const run = (slot: number) => threads.run({ slot, length: 1, bytes: null, chunkRow: 9, firstRow: 9 });
    last?.set(Buffer.from('.'));
    next?.set(Buffer.from('-'));
    // The first thread is at this until the further one is gone.
    busy?.set(Buffer.from('w'));
    const over = () => void last?.fill(0);
    if (kind === 'cannot be made') slots.push(Object.assign(createSlot(64, 64), { notCloned() {} }));
    else process.once('worker', (worker: Worker) => worker.once('exit', over));
    const both = Promise.all([run(0), run(1)]);
    if (kind === 'cannot be made') over();
    for (const reply of [...(await both), ...(await Promise.all([run(0), run(1)]))]) {
      expect(reply).toMatchObject({ rows: 1, failed: [] });
    }
  },
);

test('threads that were ended make nothing more, nor do others in their place', async () => {
  const threads = await threadsOf(BROKEN, [createSlot(64, 64)]);
  await threads.close();
  const started: Worker[] = [];
  const note = (worker: Worker) => void started.push(worker);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  await expect(threads.run({ slot: 0, length: 1, bytes: null, chunkRow: 9, firstRow: 9 })).rejects.toThrow(
    /they are ended$/,
  );
  expect(started).toEqual([]);
});
