import type { Client } from '../client.ts';
import type { LabelaryResult, PageTask } from '../labelary/labelary-task.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { BoundedThread, BoundPassed, ThreadBusy } from '../threads/bounded-thread.ts';
import { workerModule } from '../worker-module.ts';

/** PDFs that may wait, of all clients and of one. */
const WAITING_MAX = 16;
const WAITING_OF_CLIENT_MAX = 4;

/**
 * Draws pages of PDFs, one after another, in a thread outside of the pool: the work in a PDF cannot be estimated, so it
 * has a time limit. The thread starts with the first PDF.
 */
export class PageThread {
  readonly #thread: BoundedThread<PageTask, LabelaryResult>;
  /** PDFs of each account that are being drawn or wait. */
  readonly #ofAccounts = new Map<string, number>();

  /** @param pageMs milliseconds after which a page is given up, and its thread ended */
  constructor(pageMs: number) {
    this.#thread = new BoundedThread(workerModule('pdf'), {
      subject: 'the first page of file',
      startsNow: false,
      taskMs: pageMs,
      waitingMax: WAITING_MAX,
    });
  }

  /** Draws a page. Rejects with a `RequestRefusal` (413, 503), or with the signal's reason once the client is gone. */
  async draw(task: PageTask, account: string, client: Client | undefined): Promise<LabelaryResult> {
    const count = this.#ofAccounts.get(account) ?? 0;
    if (count > WAITING_OF_CLIENT_MAX) throw new RequestRefusal(503, 'too many PDFs of this client wait');
    this.#ofAccounts.set(account, count + 1);
    try {
      return await this.#thread.run(task, client?.signal);
    } catch (error) {
      if (error instanceof BoundPassed) throw new RequestRefusal(413, error.message);
      if (error instanceof ThreadBusy) throw new RequestRefusal(503, 'too many PDFs wait');
      throw error;
    } finally {
      this.#leave(account);
    }
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }

  #leave(account: string): void {
    const count = this.#ofAccounts.get(account) ?? 0;
    if (count > 1) this.#ofAccounts.set(account, count - 1);
    else this.#ofAccounts.delete(account);
  }
}
