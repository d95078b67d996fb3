import { availableParallelism } from 'node:os';
import type { LentBytes } from '../../src/borrowed-bytes.ts';
import { costOf } from '../../src/engine/cost.ts';
import type { Artifact, LabelSource, SentTask } from '../../src/engine/task.ts';
import { TaskPacker } from '../../src/engine/task-batch.ts';
import { RenderPool } from '../../src/pool/pool.ts';
import { median } from '../harness/statistics.ts';
import { CARRIER_ZPL } from '../labels/carrier.ts';
import type { Fire } from './client/closed-loop.ts';
import { READY_LABELS } from './client/request.ts';
import type { Population } from './service/population.ts';

/** The PNG tasks of the first tenants, straight into a pool like that of the service, with the built workers. */
export async function pngsAlone({ tenants, variables }: Population) {
  const nothing = (): void => {};
  const pool = new RenderPool<SentTask, Artifact<LentBytes>>({
    threads: availableParallelism(),
    queue: 256,
    perThread: { pixels: Infinity, units: Infinity },
    packer: () => new TaskPacker(),
    workerUrl: new URL('../../dist/workers/render.js', import.meta.url),
    events: { onDone: nothing, onRefused: nothing, onReplaced: nothing },
  });
  await pool.ready();
  const shared = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(CARRIER_ZPL)));
  shared.set(Buffer.from(CARRIER_ZPL));
  const labels = tenants.slice(0, READY_LABELS).map(
    ({ accountId, labelId }): LabelSource => ({
      id: labelId,
      accountId,
      contentId: labelId,
      zpl: shared,
      size: { widthMm: 101.6, heightMm: 152.4, dpi: 203 },
      dynamicTokens: [],
      fieldTransforms: [],
    }),
  );
  const body = Buffer.from(JSON.stringify({ variables, format: 'png' }));
  let turn = 0;
  return {
    /** Keeps this many in flight for a while. */
    async fire(concurrency: number, seconds: number): Promise<Fire> {
      const took: number[] = [];
      const began = performance.now();
      const end = began + seconds * 1000;
      const ask = async (): Promise<void> => {
        while (performance.now() < end) {
          const label = labels[turn++ % labels.length] as LabelSource;
          const task: SentTask = { kind: 'render', label, format: 'png', body, now: Date.now() };
          const sent = performance.now();
          await pool.render(task, costOf(task));
          took.push(performance.now() - sent);
        }
      };
      await Promise.all(Array.from({ length: concurrency }, ask));
      return {
        rate: (took.length * 1000) / (performance.now() - began),
        p50Ms: median(took),
        p99Ms: took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Number.NaN,
        statuses: { 200: took.length },
        errors: 0,
      };
    },
    close: () => pool.close(),
  };
}
