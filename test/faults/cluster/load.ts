import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';

/** An account that sends requests: its key, and a label of its own. */
export interface Caller {
  readonly accountId: string;
  readonly key: string;
  readonly labelId: string;
}

/** The outcome of one request. Times are milliseconds of this process's clock. */
export interface Outcome {
  /** Index of the address that it was sent to. */
  readonly target: number;
  readonly accountId: string;
  /** Its cost in units if it is admitted. */
  readonly units: number;
  readonly sentAt: number;
  readonly endedAt: number;
  /** `lost` without an answer: refused, reset, or silent for {@link PATIENCE_MS}. */
  readonly status: number | 'lost';
}

/** Well above what any answer may take. */
const PATIENCE_MS = 10_000;

/** The most requests under way at one address: where a machine is too slow for the load, it is lighter. */
const UNDER_WAY_MAX = 10;

/**
 * Longer between two turns of the load than any machine with a core to spare lets it wait: it sends every 17 ms.
 * Milliseconds.
 */
const STALL_MS = 50;

/** The kind of request that is a print job. */
const PRINT = 0;

/** An answer of a service in good health: served, or refused because the budget is used up. */
export const isGood = ({ status }: Outcome): boolean => status === 200 || status === 429;

/**
 * A light load: so many requests a second, taking turns over the addresses. A third of them are the first caller's,
 * every other one a print job, which uses up its budget within a second; the others share the rest. Mostly ZPL, some
 * images, metadata and print jobs.
 */
export class Load {
  readonly outcomes: Outcome[] = [];
  readonly #urls: readonly string[];
  readonly #callers: readonly Caller[];
  readonly #underWay: readonly Set<Promise<void>>[];
  readonly #timer: NodeJS.Timeout;
  readonly #begunAt = performance.now();
  #turnAt = this.#begunAt;
  #stalledMs = 0;
  #sent = 0;

  constructor(urls: readonly string[], callers: readonly Caller[], perSecond = 60) {
    this.#urls = urls;
    this.#underWay = urls.map(() => new Set());
    this.#callers = callers;
    this.#timer = setInterval(() => this.#next(), 1000 / perSecond);
  }

  /** The share of the time, up to the last turn, in which the machine kept the load itself from its turns. */
  get stalledShare(): number {
    return this.#stalledMs / Math.max(1, this.#turnAt - this.#begunAt);
  }

  /** Sends no more, and waits for the answers. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay.flatMap((sendings) => [...sendings]));
  }

  #next(): void {
    const now = performance.now();
    if (now - this.#turnAt > STALL_MS) this.#stalledMs += now - this.#turnAt;
    this.#turnAt = now;
    // One caller's requests in a row, one to each address: so budgets are used up through all of them.
    const target = this.#sent % this.#urls.length;
    const turn = Math.floor(this.#sent++ / this.#urls.length);
    const underWay = this.#underWay[target] as Set<Promise<void>>;
    if (underWay.size >= UNDER_WAY_MAX) return;
    const [greedy, ...others] = this.#callers as [Caller, ...Caller[]];
    const caller = turn % 3 === 0 ? greedy : (others[turn % others.length] ?? greedy);
    const kind = turn % 6 === 0 ? PRINT : turn % 16;
    const sending = this.#send(target, caller, kind).finally(() => underWay.delete(sending));
    underWay.add(sending);
  }

  async #send(target: number, { accountId, key, labelId }: Caller, kind: number): Promise<void> {
    const label = `${this.#urls[target]}/labels/${labelId}`;
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const render = (format: string): string => JSON.stringify({ format, variables: { name: 'Ada' } });
    const [path, body, units]: [string, string | null, number] =
      kind === PRINT
        ? ['/print', '{"copies":2}', 6]
        : kind === 1
          ? ['', null, 1]
          : ['/render', render(kind === 2 ? 'png' : 'zpl'), 1];
    const method = body === null ? 'GET' : 'POST';
    const sentAt = performance.now();
    let status: Outcome['status'] = 'lost';
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      // A third of the processor time of `fetch`.
      const response = await request(label + path, { method, headers, body, signal });
      await response.body.arrayBuffer();
      status = response.statusCode;
    } catch {
      // Connection refused, reset or silent; or an answer that broke off.
    }
    this.outcomes.push({ target, accountId, units, sentAt, endedAt: performance.now(), status });
  }
}

/** Waits until it holds, and throws with `what` after so many milliseconds. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: () => string,
  ms: number,
): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${ms} ms: ${what()}`);
    await delay(20);
  }
}
