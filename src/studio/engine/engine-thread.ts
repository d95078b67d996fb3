import { RequestRefusal } from '../../request-refusal.ts';
import { BoundedThread, BoundPassed, type ThreadOptions } from '../../threads/bounded-thread.ts';
import { workerModule } from '../../worker-module.ts';
import type { Draft } from './messages.ts';
import type { StudioReply, StudioResults, StudioTask } from './tasks.ts';

/** The subject of a thread's tasks, as messages call it, and when a task is ended, the thread with it. */
type TaskBounds = Pick<ThreadOptions, 'subject' | 'taskMs'>;

/** Longer than any label takes whose work is bounded. */
const LABELS: TaskBounds = { subject: 'the label', taskMs: 30_000 };
/** Pictures and PDFs that somebody waits for. */
export const PICTURES: TaskBounds = { subject: 'the picture', taskMs: 5000 };
/** Tasks that wait, at most: a page sends one after the other. */
const WAITING_MAX = 32;

/** Labels with what most labels have. */
const SAMPLE: Draft = {
  zpl: '^XA^CI28^FO20,20^A0N,30^FD{name}^FS^FO20,60^BCN,50^FD{name}^FS^FO1,1^GB9,9,2^FS^XZ'.repeat(10),
  encoding: 'utf-8',
  size: { widthMm: 100, heightMm: 50, dpi: 203 },
  fieldTransforms: [],
  dynamicTokens: [],
  variables: { name: 'A1' },
  now: 0,
};

/** The engine in a thread of its own: no label keeps the server from answering. */
export class EngineThread {
  readonly #thread: BoundedThread<StudioTask, StudioReply>;

  /** @param start `now`: it draws before it is asked to; `asked`: it takes no memory until then. */
  constructor(start: 'now' | 'asked', bounds: TaskBounds = LABELS) {
    const startsNow = start === 'now';
    const options = { ...bounds, startsNow, waitingMax: WAITING_MAX };
    this.#thread = new BoundedThread(workerModule('studio'), options);
    // The first label takes 0.4 s of processor time, most of it for libraries and fonts that are loaded, the next ones
    // 50 ms: it is spent while the browser starts.
    if (startsNow) this.run({ kind: 'view', draft: SAMPLE, first: 0, count: 10 }).catch(() => {});
  }

  /** Does a task. Rejects with a `RequestRefusal` that says what is wrong with the label. */
  async run<K extends StudioTask['kind']>(
    task: StudioTask & { readonly kind: K },
  ): Promise<StudioResults[K]> {
    const reply = await this.#thread.run(task).catch((error: unknown) => {
      const isTooLarge = error instanceof BoundPassed && error.bound === 'memory';
      throw new RequestRefusal(isTooLarge ? 413 : 503, (error as Error).message);
    });
    if (!reply.ok) throw new RequestRefusal(reply.status, reply.message);
    // The thread answers what it was asked.
    return reply.result as StudioResults[K];
  }

  async stop(): Promise<void> {
    await this.#thread.stop();
  }
}
