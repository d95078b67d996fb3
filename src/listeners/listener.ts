import cluster, { type Worker } from 'node:cluster';
import { on, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { MetricSamples } from '../telemetry/listener-metrics.ts';
import { NUMBER_VARIABLE, type Question, type WorkerMessage } from './messages.ts';

/** Time for an answer, less than the timeout of a readiness probe. */
const ANSWER_MS = 2000;
/** The wait before a replacement; doubled after each listener that lived only a short time, up to the longest. */
const PAUSE_MS = { first: 100, longest: 10_000 };
/** A process that lived this long has not failed at its start. */
const STEADY_MS = 60_000;

export interface ListenerOptions {
  /** The number of the listener, from 1; a replacement keeps it. */
  readonly number: number;
  /** Settings that replace those of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** Aborted when processes are no longer replaced. */
  readonly stop: AbortSignal;
  /** Called at each unexpected end, before the replacement starts. */
  readonly onLost: (status: number | string) => void;
}

/** One serving process, replaced whenever it ends. */
export class Listener {
  readonly number: number;
  readonly #options: ListenerOptions;
  #worker: Worker | undefined;
  #isUp = false;
  #questions = 0;
  #ended: Promise<number | string> = Promise.resolve(0);

  constructor(options: ListenerOptions) {
    this.number = options.number;
    this.#options = options;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Resolves after the stop, with the exit status or signal of the last process. */
  get ended(): Promise<number | string> {
    return this.#ended;
  }

  /** Resolves with the API's URL; rejects if the first process ends before it listens. */
  start(): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#ended = this.#run(resolve);
      void this.#ended.then((status) => {
        reject(new Error(`listener ${this.number} ended with ${status} before it served`));
      });
    });
  }

  /** Resolves with the answer of the process. Rejects with its reason, or if it does not answer in time. */
  async ask(about: Question['about']): Promise<MetricSamples> {
    if (this.#worker === undefined || !this.#isUp) {
      throw new Error(`listener ${this.number} does not serve yet`);
    }
    const question: Question = { id: this.#questions++, about };
    const messages = on(this.#worker, 'message', {
      signal: AbortSignal.timeout(ANSWER_MS),
      close: ['exit'],
    });
    this.#worker.send(question, () => {}); // a closed channel gives no answer, which ends the wait below
    let reason = 'no answer';
    try {
      for await (const [message] of messages as AsyncIterable<[WorkerMessage]>) {
        if (message.kind === 'listening' || message.id !== question.id) continue;
        if (message.kind === 'answer') return message.samples;
        reason = message.reason;
        break;
      }
    } catch {} // no answer in time
    throw new Error(`listener ${this.number}: ${reason}`);
  }

  kill(signal: NodeJS.Signals): void {
    this.#worker?.process.kill(signal);
  }

  async #run(onListening: (url: string) => void): Promise<number | string> {
    const { env, stop, onLost } = this.#options;
    for (let failures = 0, hasListened = false; ; ) {
      const startedMs = performance.now();
      const worker = cluster.fork({ ...env, [NUMBER_VARIABLE]: String(this.number) });
      this.#worker = worker;
      worker.setMaxListeners(0); // operators may ask any number of questions at once
      worker.on('error', () => {}); // an error of its channel; the exit below is what counts
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind !== 'listening') return;
        hasListened = this.#isUp = true;
        onListening(message.url);
      });
      const [code, signal] = (await once(worker.process, 'exit')) as [number | null, string | null];
      this.#isUp = false;
      const status = code ?? signal ?? 0;
      if (stop.aborted || !hasListened) return status;
      onLost(status);
      failures = performance.now() - startedMs < STEADY_MS ? failures + 1 : 0;
      const pauseMs = Math.min(PAUSE_MS.first * 2 ** failures, PAUSE_MS.longest);
      await delay(pauseMs, undefined, { signal: stop }).catch(() => {});
      if (stop.aborted) return 0;
    }
  }
}
