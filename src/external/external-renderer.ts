import type { Client } from '../client.ts';
import { canvasOf } from '../engine/canvas.ts';
import type { Artifact, Renderer, Task } from '../engine/task.ts';
import { FailureError, fail } from '../errors.ts';
import { type BreakerState, CircuitBreaker } from './circuit-breaker.ts';
import { type RendererAnswer, RendererClient } from './renderer-client.ts';
import type { RequestedLabel } from './requested-label.ts';

export interface ExternalRendererOptions {
  readonly url: string;
  /** For a call's request and response together. Milliseconds. */
  readonly timeoutMs: number;
  /** Does all that is not drawing: the workers. */
  readonly substitute: Renderer;
  /** Images under way at once; one more is refused. */
  readonly concurrency?: number;
  /** Between two probes of a renderer that keeps failing. Milliseconds. */
  readonly pauseMs?: number;
}

/** What calls came to. `shed` ones were not made because the breaker was open, `busy` ones because of the bound. */
export type CallOutcome = RendererAnswer['kind'] | 'shed' | 'busy' | 'given_up';

/** More would only wait inside one renderer; at worst each holds an artifact of the largest size in memory. */
const CONCURRENCY = 32;
const FAILURES_BEFORE_PAUSE = 5;
/** Short enough to notice within two seconds that the renderer is back. */
const PAUSE_MS = 1000;

/** Draws PNG and PDF with a Labelary-compatible service; the rest of every task is done by the workers. */
export class ExternalRenderer {
  readonly #substitute: Renderer;
  readonly #concurrency: number;
  readonly #client: RendererClient;
  readonly #breaker: CircuitBreaker;
  readonly #outcomes: Record<CallOutcome, number> = {
    rendered: 0,
    refused: 0,
    failed: 0,
    timed_out: 0,
    shed: 0,
    busy: 0,
    given_up: 0,
  };
  #running = 0;

  constructor(options: ExternalRendererOptions) {
    const { url, timeoutMs, concurrency = CONCURRENCY, pauseMs = PAUSE_MS } = options;
    this.#substitute = options.substitute;
    this.#concurrency = concurrency;
    this.#client = new RendererClient({ url, timeoutMs, connections: concurrency });
    this.#breaker = new CircuitBreaker({
      threshold: FAILURES_BEFORE_PAUSE,
      pauseMs,
      now: () => performance.now(),
    });
  }

  /** Images that are being substituted or drawn. */
  get running(): number {
    return this.#running;
  }

  get breakerState(): BreakerState {
    return this.#breaker.state;
  }

  /** How many calls have ended in each way since the start. */
  get outcomes(): Readonly<Record<CallOutcome, number>> {
    return this.#outcomes;
  }

  /**
   * A {@link Renderer}. Images of a size beyond the limits are refused before any work.
   *
   * @throws FailureError what substitution throws; `too_large`, `dimensions_invalid`; `busy` at once beyond the
   *   bound; `renderer_failed`, at once while the renderer keeps failing; `renderer_timeout`. The signal's
   *   reason when the client leaves first.
   */
  async run(task: Task, client: Client): Promise<Artifact> {
    if (task.kind !== 'render' || task.format === 'zpl') return this.#substitute(task, client);
    const { format, label } = task;
    const size = { widthMm: label.width, heightMm: label.height, dpi: label.dpi };
    const { dotsPerMm } = canvasOf(size);
    if (this.#running >= this.#concurrency) {
      this.#outcomes.busy++;
      fail('busy', 'The external renderer is busy; try again later', { retryAfterSeconds: 1 });
    }
    this.#running++;
    try {
      const zpl = await this.#substitute({ ...task, format: 'zpl', drawnAs: format }, client);
      const drawn = await this.#draw({ ...size, format, dotsPerMm }, zpl.body, client.signal);
      return { ...drawn, warnings: zpl.warnings + drawn.warnings };
    } finally {
      this.#running--;
    }
  }

  /** Cuts the calls under way. */
  close(): Promise<void> {
    return this.#client.close();
  }

  async #draw(label: RequestedLabel, zpl: Uint8Array, signal: AbortSignal): Promise<Artifact> {
    if (!this.#breaker.admit()) {
      this.#outcomes.shed++;
      fail('renderer_failed', 'The external renderer keeps failing; try again later');
    }
    let answer: RendererAnswer;
    try {
      answer = await this.#client.post(label, zpl, signal);
    } catch (reason) {
      this.#outcomes.given_up++;
      throw reason;
    }
    this.#outcomes[answer.kind]++;
    if (answer.kind === 'failed' || answer.kind === 'timed_out') this.#breaker.failed();
    else this.#breaker.succeeded();
    return artifactOf(answer);
  }
}

/** The image, or the failure that the client is told of; operators find more in its cause. */
function artifactOf(answer: RendererAnswer): Artifact {
  switch (answer.kind) {
    case 'rendered':
      return { body: answer.body, warnings: answer.warnings };
    case 'refused':
      return fail('renderer_failed', `The external renderer ${answer.reason}`);
    case 'failed': {
      const error = new FailureError({
        code: 'renderer_failed',
        message: `The external renderer ${answer.reason}`,
      });
      error.cause = answer.cause;
      throw error;
    }
    case 'timed_out':
      return fail('renderer_timeout', 'The external renderer did not answer in time');
    default:
      return answer satisfies never;
  }
}
