import { Piscina } from 'piscina';
import type { LentBytes } from '../../../src/borrowed-bytes.ts';
import { RenderPool } from '../../../src/pool/pool.ts';
import type { RenderedTask } from '../../../src/pool/task-result.ts';
import { loaderArguments } from '../../../src/worker-module.ts';
import { median } from '../../harness/statistics.ts';
import type { Options, Row, Suite } from '../../harness/suite.ts';
import type { SpinTask } from './pool-worker.ts';

const THREADS = 2;
/** About what a 2 kB label takes. */
const TASK_MICROSECONDS = 30;
const worker = new URL('pool-worker.ts', import.meta.url);

/** Tasks of 30 µs through the pool, with and without batches, next to a plain piscina with as many threads. */
export const pool: Suite = {
  name: 'pool',
  what: `tasks of ${TASK_MICROSECONDS} µs on ${THREADS} threads`,
  run,
};

interface Contestant {
  readonly run: (task: SpinTask) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

interface Sample {
  readonly rate: number;
  readonly p50: number;
}

async function run({ quick }: Options): Promise<Row[]> {
  const contestants: Record<string, Contestant> = {
    'plain piscina': await piscina(),
    'one by one': await ours(1),
    'batches of 4': await ours(4),
    'batches of 8': await ours(8),
  };
  try {
    const rows: Row[] = [];
    for (const concurrency of [1, 2, 64]) rows.push(...(await race(contestants, concurrency, quick)));
    rows.push(...(await crossings(contestants['one by one'] as Contestant, quick)));
    return rows;
  } finally {
    await Promise.all(Object.values(contestants).map(({ close }) => close()));
  }
}

/** All take turns, so that a drift of the machine meets them alike. */
async function race(
  contestants: Readonly<Record<string, Contestant>>,
  concurrency: number,
  quick: boolean,
): Promise<Row[]> {
  const samples = new Map<string, Sample[]>();
  for (let round = -1; round < (quick ? 3 : 9); round++) {
    for (const [name, contestant] of Object.entries(contestants)) {
      const sample = await drive(contestant, concurrency, quick ? 80 : 200);
      // The first round warms up.
      if (round >= 0) samples.set(name, [...(samples.get(name) ?? []), sample]);
    }
  }
  const middle = (name: string, key: keyof Sample) =>
    median((samples.get(name) ?? []).map((sample) => sample[key]));
  return [...samples].map(([name, all]) => ({
    name: `${name}, ${concurrency} at once`,
    value: middle(name, 'rate'),
    unit: 'tasks/s',
    ratio: middle(name, 'rate') / middle('plain piscina', 'rate'),
    of: 'plain piscina',
    detail: {
      'p50 µs': middle(name, 'p50') * 1000,
      'p50 ratio': middle(name, 'p50') / middle('plain piscina', 'p50'),
    },
    samples: all.map(({ rate }) => rate),
  }));
}

async function drive({ run: send }: Contestant, concurrency: number, ms: number): Promise<Sample> {
  const latencies: number[] = [];
  const started = performance.now();
  const ask = async (): Promise<void> => {
    while (performance.now() < started + ms) {
      const sent = performance.now();
      await send({ microseconds: TASK_MICROSECONDS });
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, ask));
  return { rate: (latencies.length / (performance.now() - started)) * 1000, p50: median(latencies) };
}

/** A label's ZPL on its way to a worker: in shared memory, next to a string that is copied. */
async function crossings({ run: send }: Contestant, quick: boolean): Promise<Row[]> {
  const rows: Row[] = [];
  for (const bytes of [2000, 100_000, 2_000_000]) {
    const shared = new Uint8Array(new SharedArrayBuffer(bytes));
    const payloads = { shared, string: '^'.repeat(bytes), 'two-byte string': '€'.repeat(bytes) };
    const times = new Map<string, number[]>();
    for (let round = 0; round < (quick ? 40 : 200); round++) {
      for (const [name, payload] of Object.entries(payloads)) {
        const sent = performance.now();
        await send({ microseconds: 0, payload });
        times.set(name, [...(times.get(name) ?? []), (performance.now() - sent) * 1000]);
      }
    }
    const middle = (name: string) => median(times.get(name) ?? []);
    for (const name of Object.keys(payloads)) {
      rows.push({
        name: `label of ${bytes} bytes, ${name}`,
        value: middle(name),
        unit: 'µs',
        ratio: middle(name) / middle('shared'),
        of: 'shared',
        samples: times.get(name) ?? [],
        note: 'there and back',
      });
    }
  }
  return rows;
}

async function ours(batch: number): Promise<Contestant> {
  const nothing = (): void => {};
  const pool = new RenderPool<SpinTask, RenderedTask<LentBytes>>({
    packer: () => ({ pack: (tasks) => tasks, renderedOf: (body) => ({ body }) }),
    threads: THREADS,
    queue: 64,
    batch,
    perThread: { pixels: Infinity, units: Infinity },
    workerUrl: worker,
    events: { onDone: nothing, onRefused: nothing, onReplaced: nothing },
  });
  await pool.ready();
  const cost = { pixels: 0, units: 2000, account: 'bench' };
  return { run: (task) => pool.render(task, cost), close: () => pool.close() };
}

async function piscina(): Promise<Contestant> {
  const threads = new Piscina({
    filename: worker.href,
    name: 'spin',
    minThreads: THREADS,
    maxThreads: THREADS,
    recordTiming: false,
    execArgv: loaderArguments(worker),
  });
  await Promise.all(Array.from({ length: THREADS }, () => threads.run({ microseconds: 0 })));
  return { run: (task) => threads.run(task), close: () => threads.destroy() };
}
