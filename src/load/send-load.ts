import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { LIMITS } from '../limits.ts';
import { autocannon } from '../on-first-use.ts';
import { type AutocannonClient, takeOver } from './autocannon-client.ts';
import { LoadStopped } from './load-failure.ts';
import { isForGood, type PlannedRequest, type RequestOutcome } from './request-plan.ts';

/** The requests of a load, and how they are sent. */
export interface LoadPlan {
  /** The address of the service; only its origin matters. */
  readonly url: URL;
  readonly key: string;
  readonly connections: number;
  /** Requests a second; null to send the next one whenever one is answered. */
  readonly rate: number | null;
  readonly seconds: number;
  /** The bound of the p99. No answer is given up earlier. */
  readonly p99BoundMs: number;
  readonly requests: Iterator<PlannedRequest, never>;
  /** Ends it early. */
  readonly signal: AbortSignal;
}

export interface SentLoad {
  /** Time in which requests were sent. */
  readonly seconds: number;
  /** Requests that were due and never sent, since no connection was free in time. */
  readonly unsent: number;
}

/** The least delay that counts as a wait, since Node's timers count whole milliseconds. */
const GRAIN_MS = 2;

/** Time for all connections to be made. */
const CONNECT_MS = 5000;

/** Time without an answer after which a failing connection ends the run. */
const AWAY_MS = 3000;

/** Characters that are kept of a refusal's body. */
const MAX_BODY = 4096;

/**
 * Sends requests over connections of autocannon, one at a time on each, and reports their outcomes. The times of
 * sending are decided here, since autocannon's own `overallRate` sends the requests of a second in one go. At a rate, a
 * request is due whether or not others were answered, and its wait for a free connection counts.
 *
 * Rejects with the error that `onOutcome` throws, and with a {@link LoadStopped} when the service stops answering, or
 * its certificate is not trusted.
 */
export async function sendLoad(
  plan: LoadPlan,
  onOutcome: (outcome: RequestOutcome) => void,
): Promise<SentLoad> {
  return await new LoadRun(plan, onOutcome).done;
}

interface InFlightRequest {
  readonly request: PlannedRequest;
  readonly dueAt: number;
  readonly sentAt: number;
  status: number;
  headers: ReadonlyMap<string, string>;
  body: string;
}

class LoadRun {
  readonly done: Promise<SentLoad>;
  readonly #plan: LoadPlan;
  readonly #onOutcome: (outcome: RequestOutcome) => void;
  /** Time for the last answers when all is sent: the service's own limit, or the bound if it is longer. */
  readonly #patienceMs: number;
  readonly #senders = new Map<AutocannonClient, () => void>();
  readonly #inFlight = new Map<AutocannonClient, InFlightRequest>();
  /** Clients that can send; the one that has waited longest is the first. */
  readonly #free = new Set<AutocannonClient>();
  readonly #established = new WeakSet<Socket>();
  /** The time when the first request is due: all connections are made. */
  #startedAt: number | null = null;
  #endedAt: number | null = null;
  #lastAnswerAt = performance.now();
  #sent = 0;
  #failure: unknown = null;
  #nextDue: NodeJS.Timeout | undefined;
  /** The timer that ends the sending, and after that the wait for the last answers. */
  #lastTimer: NodeJS.Timeout | undefined;
  #stop: () => void = () => {};

  constructor(plan: LoadPlan, onOutcome: (outcome: RequestOutcome) => void) {
    this.#plan = plan;
    this.#onOutcome = onOutcome;
    this.#patienceMs = Math.max(LIMITS.requestMs, plan.p99BoundMs);
    this.done = this.#run();
  }

  async #run(): Promise<SentLoad> {
    const { url, key, connections, rate, signal } = this.#plan;
    const end = (): void => this.#end();
    const patience = setTimeout(() => this.#start(), CONNECT_MS);
    signal.addEventListener('abort', end);
    const firing = new Promise<void>((resolve, reject) => {
      const instance = autocannon()(
        {
          url: url.origin,
          connections,
          pipelining: 1,
          // `instance.stop()` ends autocannon, which looks for it at this interval.
          duration: 2_000_000,
          sampleInt: 50,
          timeout: 2 * (this.#patienceMs / 1000),
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          setupClient: (client) => this.#watch(client as AutocannonClient),
        },
        (error: unknown) => (error === null ? resolve() : reject(error)),
      );
      this.#stop = () => instance.stop();
    });
    if (signal.aborted) end();
    await firing;
    clearTimeout(patience);
    clearTimeout(this.#lastTimer);
    signal.removeEventListener('abort', end);
    for (const client of this.#inFlight.keys()) this.#report(client, null);
    if (this.#failure !== null) throw this.#failure;
    const endedAt = this.#endedAt as number;
    const spent = (endedAt - (this.#startedAt ?? endedAt)) / 1000;
    return { seconds: spent, unsent: rate === null ? 0 : Math.max(0, Math.floor(rate * spent) - this.#sent) };
  }

  /** Begins to send, unless the run has begun or ended before. */
  #start(): void {
    if (this.#startedAt !== null || this.#endedAt !== null) return;
    this.#startedAt = performance.now();
    this.#lastTimer = setTimeout(() => this.#end(), this.#plan.seconds * 1000);
    this.#sendDue();
  }

  #watch(client: AutocannonClient): void {
    const inFlight = (): InFlightRequest | undefined => this.#inFlight.get(client);
    const send = takeOver(client, {
      onFree: () => this.#onFree(client),
      onHead(status, headers) {
        Object.assign(inFlight() ?? {}, { status, headers });
      },
      onBody(bytes) {
        const request = inFlight();
        if (request !== undefined && isForGood(request.status))
          request.body = (request.body + bytes.toString()).slice(0, MAX_BODY);
      },
      onAnswer: () => {
        this.#lastAnswerAt = performance.now();
        this.#report(client, inFlight()?.status ?? null);
      },
      onConnectionError: (error) => {
        this.#lose(client);
        if (performance.now() - this.#lastAnswerAt < AWAY_MS) return;
        this.#fail(
          new LoadStopped(
            `${this.#plan.url.origin} is unreachable (${error.message}); make it reachable, then start again`,
          ),
        );
      },
    });
    this.#senders.set(client, send);
  }

  /** Notes that a connection is lost, with the request that was sent on it. */
  #lose(client: AutocannonClient): void {
    this.#free.delete(client);
    if (!this.#inFlight.has(client)) return;
    client.parser.initialize('RESPONSE');
    this.#report(client, null);
  }

  /** Called when a connection is made, when an answer has come on it, and when it was lost. */
  #onFree(client: AutocannonClient): void {
    this.#lose(client);
    const { conn } = client;
    if (this.#established.has(conn)) {
      this.#join(client);
      return;
    }
    conn.once(conn instanceof TLSSocket ? 'secureConnect' : 'connect', () => {
      // autocannon takes any certificate, but the key must go to a trusted service only.
      if (conn instanceof TLSSocket && !conn.authorized) {
        const { host } = this.#plan.url;
        this.#fail(
          new LoadStopped(`the certificate of ${host} is not trusted: ${String(conn.authorizationError)}`),
        );
        return;
      }
      this.#established.add(conn);
      this.#join(client);
    });
  }

  #join(client: AutocannonClient): void {
    this.#free.add(client);
    if (this.#free.size === this.#plan.connections) this.#start();
    this.#sendDue();
  }

  #sendDue(): void {
    clearTimeout(this.#nextDue);
    const { rate } = this.#plan;
    for (const client of this.#free) {
      if (this.#startedAt === null || this.#endedAt !== null) return;
      const now = performance.now();
      const dueAt = rate === null ? now : this.#startedAt + (this.#sent * 1000) / rate;
      if (dueAt > now) {
        this.#nextDue = setTimeout(() => this.#sendDue(), dueAt - now);
        return;
      }
      this.#free.delete(client);
      this.#send(client, dueAt);
    }
  }

  #send(client: AutocannonClient, dueAt: number): void {
    const request = this.#plan.requests.next().value;
    client.setRequests([{ method: 'POST', path: request.path, body: request.body }]);
    const sentAt = performance.now();
    this.#inFlight.set(client, { request, dueAt, sentAt, status: 0, headers: new Map(), body: '' });
    this.#sent++;
    this.#senders.get(client)?.();
  }

  #report(client: AutocannonClient, status: number | null): void {
    const inFlight = this.#inFlight.get(client);
    if (inFlight === undefined) return;
    this.#inFlight.delete(client);
    const { request, headers, body, dueAt, sentAt } = inFlight;
    const lateMs = sentAt - dueAt;
    const waitMs = lateMs < GRAIN_MS ? 0 : lateMs;
    try {
      this.#onOutcome({ request, status, headers, body, waitMs, answerMs: performance.now() - sentAt });
    } catch (error) {
      this.#fail(error);
    }
    if (this.#endedAt !== null && this.#inFlight.size === 0) this.#stop();
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#end();
    this.#stop();
  }

  /** Ends the sending; autocannon stops when all requests are answered. */
  #end(): void {
    if (this.#endedAt !== null) return;
    this.#endedAt = performance.now();
    clearTimeout(this.#nextDue);
    clearTimeout(this.#lastTimer);
    if (this.#inFlight.size === 0) this.#stop();
    else this.#lastTimer = setTimeout(() => this.#stop(), this.#patienceMs);
  }
}
