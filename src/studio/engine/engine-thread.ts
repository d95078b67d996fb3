import { Piscina } from 'piscina';
import { loaderArguments, workerModule } from '../../worker-module.ts';
import { StudioRefusal } from '../refusal.ts';
import type { StudioReply, StudioResults, StudioTask } from './messages.ts';

/** A thread's JavaScript heap, at most. */
const HEAP_MB = 512;
/** Longer than any label takes whose work is bounded; then the thread is ended, and another one takes its place. */
const TASK_MS = 30_000;
/** Tasks that wait, at most: a page sends one after the other. */
const WAITING_MAX = 32;

/** The engine in a thread of its own: whatever a label is, the server answers. */
export class EngineThread {
  readonly #piscina: Piscina<StudioTask, StudioReply>;

  constructor() {
    const module = workerModule('studio');
    this.#piscina = new Piscina({
      filename: module.href,
      minThreads: 1,
      maxThreads: 1,
      maxQueue: WAITING_MAX,
      idleTimeout: Infinity,
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      execArgv: loaderArguments(module),
    });
  }

  /** Does a task. Rejects with a `StudioRefusal` that says what is wrong with the label. */
  async run<K extends StudioTask['kind']>(
    task: StudioTask & { readonly kind: K },
  ): Promise<StudioResults[K]> {
    const signal = AbortSignal.timeout(TASK_MS);
    const reply = await this.#piscina.run(task, { signal }).catch((error: unknown) => {
      const { code, message } = error as NodeJS.ErrnoException;
      if (signal.aborted) throw new StudioRefusal(503, `the label takes longer than ${TASK_MS / 1000} s`);
      if (code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new StudioRefusal(413, `the label takes more than ${HEAP_MB} MB of memory`);
      throw new StudioRefusal(503, message);
    });
    if (!reply.ok) throw new StudioRefusal(reply.status, reply.message);
    // The thread answers what it was asked.
    return reply.result as StudioResults[K];
  }

  async stop(): Promise<void> {
    await this.#piscina.destroy();
  }
}
