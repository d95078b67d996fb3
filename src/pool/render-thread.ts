import type { LentBytes } from '../borrowed-bytes.ts';
import { isOutOfMemory, PortThread } from '../threads/port-thread.ts';
import { type BatchReply, ReplyUnpacker } from './batch-reply.ts';
import type { Job } from './job.ts';
import type { Packer, RenderedTask, TaskResult, ThreadData } from './task-result.ts';

/**
 * The size of V8's young generation in a thread. It is small, because a task leaves mostly buffers outside of the
 * heap. These are freed by collections of the young generation, which a smaller one needs sooner; otherwise by
 * collections of the whole heap, each after some tens of megabytes of buffers. With V8's own 48 MB, PNGs of 13 kB
 * take 1.4 times the processor time of all threads but the main one; with 3 MB, batches of ZPL take a tenth more.
 */
const YOUNG_MB = 12;

/** Why a thread was replaced. `unstarted`: it ended before it was ready, and the others go on without it. */
export type LossReason = 'crashed' | 'hung' | 'memory' | 'recycled' | 'unstarted';

/** Events of a thread until it is stopped. */
export interface RenderThreadEvents<R extends RenderedTask<LentBytes>> {
  onReady(): void;
  /** Called with the results of a batch, in the order of its jobs. */
  onDone(results: readonly TaskResult<R>[]): void;
  /** The thread ended by itself, or could not be started at all. */
  onEnded(reason: 'crashed' | 'memory', error: unknown): void;
}

/** A thread of the pool and the batch of jobs that it has. */
export class RenderThread<T, R extends RenderedTask<LentBytes>> {
  readonly #thread: PortThread<unknown, BatchReply<R>>;
  readonly #packer: Packer<T, R>;
  readonly #unpacker: ReplyUnpacker<R>;
  readonly #events: RenderThreadEvents<R>;
  readonly #progress = new Int32Array(new SharedArrayBuffer(4));
  #ready = false;
  #jobs: readonly Job<T, R>[] = [];
  #busySince = 0;
  #tasksDone = 0;
  #memoryBytes = 0;

  constructor(module: URL, heapMb: number, packer: Packer<T, R>, events: RenderThreadEvents<R>) {
    this.#packer = packer;
    this.#unpacker = new ReplyUnpacker(packer);
    this.#events = events;
    const workerData: ThreadData = { progress: this.#progress };
    this.#thread = new PortThread(module, { heapMb, youngMb: YOUNG_MB }, workerData, {
      onReply: (reply) => this.#answered(reply),
      onEnded: (error) => events.onEnded(isOutOfMemory(error) ? 'memory' : 'crashed', error),
    });
    // An empty batch is answered once the module is loaded.
    this.send([]);
  }

  get ready(): boolean {
    return this.#ready;
  }

  get idle(): boolean {
    return this.#ready && this.#jobs.length === 0;
  }

  /** Jobs that the thread has and has not finished. */
  get jobs(): readonly Job<T, R>[] {
    return this.#jobs;
  }

  /** The job that it is working on. */
  get current(): Job<T, R> | undefined {
    return this.#jobs[Atomics.load(this.#progress, 0)];
  }

  /** The time of `performance.now()` when its start began, or when it got its jobs. */
  get busySince(): number {
    return this.#busySince;
  }

  /** Memory after its last batch, garbage included. Bytes. */
  get memoryBytes(): number {
    return this.#memoryBytes;
  }

  /** Whether it has done this many tasks, or held more than these bytes after the last batch. */
  dueForRecycling(tasks: number, memoryBytes: number): boolean {
    return this.#tasksDone >= tasks || this.#memoryBytes > memoryBytes;
  }

  send(jobs: readonly Job<T, R>[]): void {
    Atomics.store(this.#progress, 0, 0);
    this.#jobs = jobs;
    this.#busySince = performance.now();
    this.#thread.send(this.#packer.pack(jobs.map(({ task }) => task)));
  }

  /** Takes the jobs from the thread, which is done with them, or never will be. */
  release(): readonly Job<T, R>[] {
    const jobs = this.#jobs;
    this.#jobs = [];
    return jobs;
  }

  /** Ends the thread, even while it works. No events follow. */
  async stop(): Promise<void> {
    await this.#thread.stop();
  }

  #answered(reply: BatchReply<R>): void {
    const results = this.#unpacker.unpack(reply);
    this.#memoryBytes = reply.memoryBytes;
    this.#tasksDone += results.length;
    if (this.#ready) return this.#events.onDone(results);
    this.#ready = true;
    this.#events.onReady();
  }
}
