import { RequestRefusal } from '../../request-refusal.ts';
import { BoundedThread, BoundPassed, type ThreadOptions } from '../../threads/bounded-thread.ts';
import { workerModule } from '../../worker-module.ts';
import type { DraftLabel } from './messages.ts';
import type { StudioReply, StudioResults, StudioTask } from './tasks.ts';

/** The subject of a thread's tasks in messages, and the time after which a task and its thread are ended. */
type TaskBounds = Pick<ThreadOptions, 'subject' | 'taskMs'>;

/** For labels, whose work is bounded: no label takes as long. */
const LABELS: TaskBounds = { subject: 'the label', taskMs: 30_000 };
/** For pictures and PDFs, for which a user waits. */
export const PICTURES: TaskBounds = { subject: 'the picture', taskMs: 5000 };
/** The most tasks that wait: a page sends one after the other. */
const WAITING_MAX = 32;

/** Ten labels with text, a bar code and a box, as most labels have them. */
const SAMPLE: DraftLabel = {
  zpl: '^XA^CI28^FO20,20^A0N,30^FD{name}^FS^FO20,60^BCN,50^FD{name}^FS^FO1,1^GB9,9,2^FS^XZ'.repeat(10),
  encoding: 'utf-8',
  size: { widthMm: 100, heightMm: 50, dpi: 203 },
  fieldTransforms: [],
  dynamicTokens: [],
  variables: { name: 'A1' },
  now: 0,
};

/** The engine in a thread of its own, so that no label keeps the server from answering. */
export class EngineThread {
  readonly #thread: BoundedThread<StudioTask, StudioReply>;

  /** @param start `now`: the thread draws a sample at once; `asked`: it starts with its first task. */
  constructor(start: 'now' | 'asked', bounds: TaskBounds = LABELS) {
    const startsNow = start === 'now';
    const options = { ...bounds, startsNow, waitingMax: WAITING_MAX };
    this.#thread = new BoundedThread(workerModule('studio'), options);
    // The first label takes 0.4 s of processor time, mostly to load libraries and fonts, later ones 50 ms: that time
    // passes while the browser starts.
    if (startsNow) this.run({ kind: 'view', draft: SAMPLE, first: 0, count: 10 }).catch(() => {});
  }

  /** Does a task. Rejects with a `RequestRefusal` whose message names the fault of the label. */
  async run<K extends StudioTask['kind']>(
    task: StudioTask & { readonly kind: K },
  ): Promise<StudioResults[K]> {
    const reply = await this.#thread.run(task).catch((error: unknown) => {
      const isTooLarge = error instanceof BoundPassed && error.bound === 'memory';
      throw new RequestRefusal(isTooLarge ? 413 : 503, (error as Error).message);
    });
    if (!reply.ok) throw new RequestRefusal(reply.status, reply.message);
    // The result is that of the task's kind.
    return reply.result as StudioResults[K];
  }

  async stop(): Promise<void> {
    await this.#thread.stop();
  }
}
