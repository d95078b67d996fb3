import { Piscina } from 'piscina';
import { loaderArguments } from '../../worker-module.ts';
import { BatchStopped } from '../batch-failure.ts';
import { type ChunkReply, type ChunkTask, NOT_BEGUN, type Slot, type ThreadData } from './chunk-messages.ts';

/** A thread's JavaScript heap, at most. */
const HEAP_MB = 512;
/** Of that, V8's young generation: see `src/pool/thread.ts`. */
const YOUNG_MB = 12;
/** No row that keeps the limits of the API takes nearly as long. */
const HUNG_MS = 30_000;
const LOOK_MS = 1000;
/** Of a thread that cannot make anything. */
const ABSENT = 'the threads of the engine do not work';

/** Threads that make labels. One that crashes, hangs or runs out of memory costs the row that it was at. */
export class MakerThreads {
  readonly #slots: readonly Slot[];
  readonly #piscina: Piscina<ChunkTask | null, ChunkReply>;
  readonly #watched = new Set<Watched>();
  readonly #look: NodeJS.Timeout;
  #closed = false;

  private constructor(threads: number, data: ThreadData, module: URL) {
    this.#slots = data.slots;
    this.#piscina = new Piscina({
      filename: module.href,
      // The others start when there is more to do than one is at, and stay: for a few rows one is enough.
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      recordTiming: false,
      // Tasks arrive as events: see `src/pool/thread.ts`.
      atomics: 'disabled',
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
      execArgv: loaderArguments(module),
    });
    // What a thread throws while it has nothing to do; the next task finds out.
    this.#piscina.on('error', () => {});
    this.#look = setInterval(() => this.#lookAtProgress(), LOOK_MS).unref();
  }

  /** Starts a thread of this module, and readies others. Throws `BatchStopped` if it does not start. */
  static async start(threads: number, data: ThreadData, module: URL): Promise<MakerThreads> {
    const started = new MakerThreads(threads, data, module);
    try {
      await started.#piscina.run(null);
      return started;
    } catch (error) {
      await started.close();
      throw new BatchStopped(`${ABSENT}: ${(error as Error).message}`);
    }
  }

  /** Makes a chunk. Rows that end their thread fail; those before them are made again. */
  async run(task: Omit<ChunkTask, 'broken'>): Promise<ChunkReply> {
    const { progress } = this.#slots[task.slot] as Slot;
    const broken = new Map<number, string>();
    for (;;) {
      Atomics.store(progress, 0, NOT_BEGUN);
      const end = new AbortController();
      const watched = { progress, row: NOT_BEGUN, since: 0, end };
      this.#watched.add(watched);
      try {
        return await this.#piscina.run({ ...task, broken }, { signal: end.signal });
      } catch (error) {
        const row = Atomics.load(progress, 0);
        if (this.#closed || row === NOT_BEGUN || broken.has(row)) {
          throw new BatchStopped(`${ABSENT}: ${(error as Error).message}`);
        }
        broken.set(row, reasonOf(error, end.signal));
      } finally {
        this.#watched.delete(watched);
      }
    }
  }

  /** Ends the threads, whatever they are at. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#look);
    await this.#piscina.destroy();
  }

  #lookAtProgress(): void {
    const now = performance.now();
    for (const watched of this.#watched) {
      const row = Atomics.load(watched.progress, 0);
      if (row !== watched.row) {
        watched.row = row;
        watched.since = now;
      } else if (row !== NOT_BEGUN && now - watched.since > HUNG_MS) {
        watched.end.abort();
      }
    }
  }
}

/** A chunk that a thread is at, or will be. */
interface Watched {
  readonly progress: Int32Array;
  /** That it was at when it was looked at last, and since when. */
  row: number;
  since: number;
  readonly end: AbortController;
}

function reasonOf(error: unknown, { aborted }: AbortSignal): string {
  if (aborted) return `the engine was at this row for more than ${HUNG_MS / 1000} s`;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return `this row takes more than ${HEAP_MB} MB of memory`;
  return `the engine crashed at this row: ${message}`;
}
