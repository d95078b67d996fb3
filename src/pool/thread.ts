import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { LentBytes } from '../borrowed-bytes.ts';
import { loaderArguments } from '../worker-module.ts';
import { type BatchReply, ReplyUnpacker } from './batch-reply.ts';
import type { Job } from './job.ts';
import type { Packer, Rendered, TaskResult, ThreadData } from './task-result.ts';

/**
 * The size of V8's young generation in a thread. It is small, because a task leaves mostly buffers outside of the
 * heap. These are freed by collections of the young generation, which a smaller one needs sooner; otherwise by
 * collections of the whole heap, each after some tens of megabytes of buffers. With V8's own 48 MB, PNGs of 13 kB
 * take 1.4 times the processor time of all threads but the main one; with 3 MB, batches of ZPL take a tenth more.
 */
const YOUNG_MB = 12;

/** Why a thread was replaced. `unstarted`: it was not, for it ended before it was ready; others go on. */
export type LossReason = 'crashed' | 'hung' | 'memory' | 'recycled' | 'unstarted';

/** Events of a thread until it is stopped. */
export interface ThreadEvents<R extends Rendered<LentBytes>> {
  onReady(): void;
  /** In the order of the jobs that it was sent. */
  onDone(results: readonly TaskResult<R>[]): void;
  /** It ended by itself, or could not be started at all. */
  onEnded(reason: 'crashed' | 'memory', error: unknown): void;
}

/**
 * One worker thread and what it is at: a piscina of one, because a larger one does not tell which thread a task went
 * to, and ends none by choice. The thread has one task of piscina's, which never ends, and tells when the thread does.
 * Batches pass by a port of their own: a render with 8 connections takes 0.79 of the time that it takes with a task for
 * each.
 */
export class Thread<T, R extends Rendered<LentBytes>> {
  /** None where the system has no thread left. */
  #piscina: Piscina<MessagePort, never> | undefined;
  /** The batches' way to it and back. */
  #port: MessagePort | undefined;
  readonly #packer: Packer<T, R>;
  readonly #unpacker: ReplyUnpacker<R>;
  readonly #events: ThreadEvents<R>;
  readonly #progress = new Int32Array(new SharedArrayBuffer(4));
  #ready = false;
  #stopped = false;
  #jobs: readonly Job<T, R>[] = [];
  #busySince = 0;
  #tasksDone = 0;
  #memoryBytes = 0;

  constructor(module: URL, heapMb: number, packer: Packer<T, R>, events: ThreadEvents<R>) {
    this.#packer = packer;
    this.#unpacker = new ReplyUnpacker(packer);
    this.#events = events;
    try {
      this.#start(module, heapMb);
    } catch (error) {
      // Not at once: who makes a thread has to have it before it ends.
      queueMicrotask(() => this.#ended(error));
    }
  }

  #start(module: URL, heapMb: number): void {
    const workerData: ThreadData = { progress: this.#progress };
    this.#piscina = new Piscina({
      filename: module.href,
      minThreads: 1,
      maxThreads: 1,
      idleTimeout: Infinity,
      recordTiming: false,
      // Batches arrive as events. A thread that waits in `Atomics.wait` never turns its event loop, and so never
      // frees what native objects (canvases) hold.
      atomics: 'disabled',
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
      execArgv: loaderArguments(module),
    });
    // Else it puts another in the place of one that crashed: for nothing, and where the system has none left what that
    // throws cannot be caught.
    this.#piscina.options.minThreads = 0;
    // Errors of a thread that has nothing to do.
    this.#piscina.on('error', (error) => this.#ended(error));
    const { port1, port2 } = new MessageChannel();
    this.#port = port1.on('message', (reply: BatchReply<R>) => this.#answered(reply));
    this.#piscina.run(port2, { transferList: [port2] }).catch((error: unknown) => this.#ended(error));
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

  /** The one of its jobs that it is at. */
  get current(): Job<T, R> | undefined {
    return this.#jobs[Atomics.load(this.#progress, 0)];
  }

  /** `performance.now()` when it began to start, or was sent what it is at. */
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
    const batch = this.#packer.pack(jobs.map(({ task }) => task));
    try {
      this.#port?.postMessage(batch);
    } catch (error) {
      // A task that cannot cross costs itself, as one that crashes does. Not at once: who sends is in the midst of it.
      queueMicrotask(() => this.#ended(error));
    }
  }

  /** Takes its jobs away from it: it is done with them, or will never be. */
  release(): readonly Job<T, R>[] {
    const jobs = this.#jobs;
    this.#jobs = [];
    return jobs;
  }

  /** Ends it whatever it is at. It tells no more of itself. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#port?.close();
    await this.#piscina?.destroy();
  }

  #answered(reply: BatchReply<R>): void {
    if (this.#stopped) return;
    const results = this.#unpacker.unpack(reply);
    this.#memoryBytes = reply.memoryBytes;
    this.#tasksDone += results.length;
    if (this.#ready) return this.#events.onDone(results);
    this.#ready = true;
    this.#events.onReady();
  }

  #ended(error: unknown): void {
    if (this.#stopped) return;
    const outOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    this.#events.onEnded(outOfMemory ? 'memory' : 'crashed', error);
  }
}
