import { type LentBytes, owned } from '../borrowed-bytes.ts';
import type { BreakerState } from '../circuit-breaker.ts';
import type { Client } from '../client.ts';
import { canvasOf } from '../engine/canvas.ts';
import type { Artifact, LabelSource, Renderer, SentTask } from '../engine/task.ts';
import { joinWarnings } from '../engine/warnings.ts';
import { FailureError, fail, failure } from '../errors.ts';
import type { RequestedLabel } from '../labelary/label-path.ts';
import { type CallPlace, Places } from './places.ts';
import { RendererBreaker } from './renderer-breaker.ts';
import { type RendererAnswer, RendererClient } from './renderer-client.ts';

export interface ExternalRendererOptions {
  readonly url: string;
  /** The longest time of a call, with its wait for a place. Milliseconds. */
  readonly timeoutMs: number;
  /** Does all work but drawing: the workers. */
  readonly substitute: Renderer;
  /** Images in flight at once. {@link Places} decides which further calls wait, and which are refused. */
  readonly concurrency?: number;
  /** Time between two probes of a renderer that keeps failing. Milliseconds. */
  readonly pauseMs?: number;
}

/**
 * Outcomes of calls. `shed` ones were not made because a breaker was open, `busy` ones because of the bound;
 * `displaced` ones gave their place to another account, and `given_up` ones were left by their clients.
 */
export type CallOutcome = RendererAnswer['kind'] | 'shed' | 'busy' | 'displaced' | 'given_up';

/** Calls at once, if not set. More would only wait in the renderer, and each may hold an artifact of the most bytes. */
const CONCURRENCY = 32;
/** The longest wait for a place, in milliseconds and as a share of the timeout; the call itself has the rest. */
const WAIT = { mostMs: 2000, share: 1 / 8 };
/** The pause between probes, if not set: short enough to notice within two seconds that the renderer is back. */
const PAUSE_MS = 1000;

/** Draws PNG and PDF with a Labelary-compatible service; the rest of every task is done by the workers. */
export class ExternalRenderer {
  readonly #substitute: Renderer;
  readonly #places: Places;
  readonly #client: RendererClient;
  readonly #breaker: RendererBreaker;
  readonly #outcomes: Record<CallOutcome, number> = {
    rendered: 0,
    refused: 0,
    failed: 0,
    timed_out: 0,
    shed: 0,
    busy: 0,
    displaced: 0,
    given_up: 0,
  };

  constructor(options: ExternalRendererOptions) {
    const { url, timeoutMs, concurrency = CONCURRENCY, pauseMs = PAUSE_MS } = options;
    this.#substitute = options.substitute;
    this.#places = new Places({
      places: concurrency,
      waitMs: Math.min(WAIT.mostMs, timeoutMs * WAIT.share),
    });
    this.#client = new RendererClient({ url, timeoutMs, connections: concurrency });
    this.#breaker = new RendererBreaker(pauseMs, () => performance.now());
  }

  /** Images that are being substituted or drawn. */
  get running(): number {
    return this.#places.taken;
  }

  get breaker(): BreakerState {
    return this.#breaker.state;
  }

  /** The number of calls by outcome, since the start. */
  get outcomes(): Readonly<Record<CallOutcome, number>> {
    return this.#outcomes;
  }

  /**
   * A {@link Renderer}. Images of a size beyond the limits are refused before any work.
   *
   * @throws FailureError any of substitution; `too_large`, `dimensions_invalid`; `busy` beyond the bound, at once or
   *   after a moment, and when another account needs the place; `renderer_failed`, at once while the renderer keeps
   *   failing; `renderer_timeout`. The signal's reason if the client disconnects first.
   */
  async render(task: SentTask, client: Client): Promise<Artifact<LentBytes>> {
    if (task.kind !== 'render' || task.format === 'zpl') return this.#substitute(task, client);
    const { format, label } = task;
    const { dotsPerMm } = canvasOf(label.size);
    // A check must not make the renderer draw, so faults that only the renderer would find are not found.
    if (task.validates === true) return this.#substitute({ ...task, format: 'zpl', drawnAs: format }, client);
    const since = performance.now();
    const place = await this.#enter(label.accountId, client);
    try {
      const waitedMs = performance.now() - since;
      const zpl = await this.#substitute({ ...task, format: 'zpl', drawnAs: format }, client);
      // A renderer draws nothing for ZPL without a label. The workers draw a blank label.
      if (zpl.labels === 0) return await this.#substitute(task, client);
      const given = AbortSignal.any([client.signal, place.lost]);
      const drawn = await this.#draw(
        label,
        { size: label.size, format, dotsPerMm },
        owned(zpl.body),
        given,
        waitedMs,
      );
      return { ...drawn, warnings: joinWarnings([zpl.warnings, drawn.warnings]), unresolved: zpl.unresolved };
    } catch (error) {
      if (error === place.lost.reason) this.#outcomes.displaced++;
      else if (error === client.signal.reason) this.#outcomes.given_up++;
      throw error;
    } finally {
      place.leave();
    }
  }

  /** Aborts the calls in flight. */
  close(): Promise<void> {
    return this.#client.close();
  }

  async #enter(account: string, client: Client): Promise<CallPlace> {
    try {
      return await this.#places.take(account, client.signal);
    } catch (error) {
      if (error === client.signal.reason) this.#outcomes.given_up++;
      else this.#outcomes.busy++;
      throw error;
    }
  }

  async #draw(
    { accountId }: LabelSource,
    label: RequestedLabel,
    zpl: Uint8Array,
    signal: AbortSignal,
    waitedMs: number,
  ): Promise<DrawnImage> {
    signal.throwIfAborted();
    const attempt = this.#breaker.begin(accountId);
    if (attempt === null) {
      this.#outcomes.shed++;
      fail('renderer_failed', 'it keeps failing, try again later');
    }
    const answer = await this.#client.post(label, zpl, signal, waitedMs);
    this.#outcomes[answer.kind]++;
    if (answer.kind === 'failed' || answer.kind === 'timed_out') this.#breaker.failed(attempt);
    else this.#breaker.succeeded();
    return imageOf(answer);
  }
}

type DrawnImage = Pick<Artifact, 'body' | 'warnings'>;

/** The image of an answer. Throws its failure; operators find more in the cause than clients in the answer. */
function imageOf(answer: RendererAnswer): DrawnImage {
  switch (answer.kind) {
    case 'rendered':
      return { body: answer.body, warnings: answer.warnings };
    case 'refused':
      return fail('renderer_failed', `it ${answer.reason}`);
    case 'failed':
      throw new FailureError(failure('renderer_failed', `it ${answer.reason}`), { cause: answer.cause });
    case 'timed_out':
      return fail('renderer_timeout');
    default:
      return answer satisfies never;
  }
}
