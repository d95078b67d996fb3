import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { loaderArguments } from '../worker-module.ts';

/** Bounds of a thread's JavaScript heap, in MB. V8's own bound applies if one is absent. */
export interface HeapBounds {
  readonly heapMb: number;
  /** The young generation. */
  readonly youngMb?: number;
}

/**
 * Has piscina load the module by `import()`. It tries `require` first, and a thread that is ended while that links a
 * module aborts the whole process: "v8::Module::IsGraphAsync must be used on an instantiated module" (Node 20.20).
 */
const NO_MODULES_BY_REQUIRE = '--no-experimental-require-module';

/** Options of a piscina with one thread, which runs the default export of a module and never ends for lack of work. */
export function threadOptions(module: URL, { heapMb, youngMb }: HeapBounds) {
  const execArgv: string[] = [NO_MODULES_BY_REQUIRE, ...loaderArguments(module)];
  return {
    filename: module.href,
    maxThreads: 1,
    idleTimeout: Infinity,
    // Messages arrive as events. A thread that waits in `Atomics.wait` never turns its event loop, and so never frees
    // memory of native objects (canvases).
    atomics: 'disabled',
    recordTiming: false,
    resourceLimits: {
      maxOldGenerationSizeMb: heapMb,
      ...(youngMb !== undefined && { maxYoungGenerationSizeMb: youngMb }),
    },
    execArgv,
  } as const;
}

/** Whether a thread ended because it passed the bound of its heap. */
export function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Events of a thread until it is stopped. */
export interface ThreadEvents<Reply> {
  /** Called for each reply, in the order of the messages. */
  onReply(reply: Reply): void;
  /** The thread ended by itself, or could not be started at all: see {@link isOutOfMemory}. */
  onEnded(error: unknown): void;
}

/**
 * A thread that answers messages one after another. It is a piscina of one: a larger one neither says which thread has
 * a task, nor ends a chosen one. The thread has a single task of piscina's, which never ends, and whose rejection
 * reports the end of the thread. Messages pass by a port of their own: with a task for each, a render of 8 connections
 * takes 1.27 times the processor time, and V8 moves the garbage of tasks to its old generation.
 *
 * The default export of its module is made by `servePort`.
 */
export class PortThread<Message, Reply> {
  /** Undefined if the system has no thread left. */
  #piscina: Piscina<MessagePort, never> | undefined;
  #port: MessagePort | undefined;
  readonly #events: ThreadEvents<Reply>;
  #stopped = false;

  /** @param workerData given to the thread at its start; structured-cloned. */
  constructor(module: URL, heap: HeapBounds, workerData: object, events: ThreadEvents<Reply>) {
    this.#events = events;
    try {
      this.#start(module, heap, workerData);
    } catch (error) {
      this.#endSoon(error);
    }
  }

  #start(module: URL, heap: HeapBounds, workerData: object): void {
    this.#piscina = new Piscina({
      ...threadOptions(module, heap),
      minThreads: 1,
      workerData,
    });
    // Otherwise piscina would replace a crashed thread needlessly, and with an error that cannot be caught if the
    // system has no thread left.
    this.#piscina.options.minThreads = 0;
    // An idle thread reports its errors by this event.
    this.#piscina.on('error', (error) => this.#ended(error));
    const { port1, port2 } = new MessageChannel();
    this.#port = port1.on('message', (reply: Reply) => {
      if (!this.#stopped) this.#events.onReply(reply);
    });
    this.#piscina.run(port2, { transferList: [port2] }).catch((error: unknown) => this.#ended(error));
  }

  /** Sends a message. A message that cannot be cloned ends the thread, as one that crashes it does. */
  send(message: Message): void {
    try {
      this.#port?.postMessage(message);
    } catch (error) {
      this.#endSoon(error);
    }
  }

  /** Ends the thread, even while it works. No events follow. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#port?.close();
    await this.#piscina?.destroy();
  }

  /** Reports the end after this turn: the caller is still making the thread, or sending to it. */
  #endSoon(error: unknown): void {
    queueMicrotask(() => this.#ended(error));
  }

  #ended(error: unknown): void {
    if (!this.#stopped) this.#events.onEnded(error);
  }
}
