import { parentPort } from 'node:worker_threads';
import { Connection } from './connection.ts';
import type { Answers, Load, Plan } from './open-loop.ts';

/** How long to wait, once the time is over, for what is still in flight; the service's own deadline is 15 s. */
const PATIENCE_MS = 20_000;

parentPort?.on('message', (plan: Plan) => void new Generator(plan).start());

interface InFlight {
  readonly kind: string;
  /** Its latency counts from here. */
  readonly sinceMs: number;
}

/** One load, from the first request to the report. */
class Generator {
  readonly #plan: Plan;
  readonly #connections: readonly Connection[];
  readonly #inFlight = new Map<Connection, InFlight>();
  /** A ring, so that all take turns and none is idle for so long that the server ends it. */
  readonly #free: Connection[];
  #firstFree = 0;
  #freeCount: number;
  /** Since when a connection has been free: before, nothing could be sent. */
  #freeSinceMs = 0;
  readonly #latencies = new Map<string, number[]>();
  #sent = 0;
  #unsent = 0;
  #good = 0;
  #lastGoodMs = 0;
  #errors = 0;
  #startMs = 0;
  /** From here on requests count. */
  #countedMs = 0;
  #endMs = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    const events = {
      onAnswer: (connection: Connection, status: number) => this.#answered(connection, status),
      onLost: (connection: Connection) => {
        this.#errors++;
        this.#release(connection);
      },
    };
    this.#connections = Array.from({ length: plan.connections }, () => new Connection(plan.port, events));
    this.#free = [...this.#connections];
    this.#freeCount = plan.connections;
  }

  async start(): Promise<void> {
    await Promise.all(this.#connections.map(({ made }) => made));
    const { seconds, leadSeconds = 0 } = this.#plan;
    this.#startMs = performance.now();
    this.#countedMs = this.#startMs + leadSeconds * 1000;
    this.#endMs = this.#countedMs + seconds * 1000;
    this.#tick();
  }

  #tick(): void {
    this.#sendDue();
    const now = performance.now();
    if (now < this.#endMs) setTimeout(() => this.#tick(), 1);
    else this.#waitForAnswers();
  }

  #waitForAnswers(): void {
    if (this.#inFlight.size > 0 && performance.now() < this.#endMs + PATIENCE_MS) {
      setTimeout(() => this.#waitForAnswers(), 10);
    } else {
      this.#finish();
    }
  }

  #sendDue(): void {
    const { requests, connections, atOnce = connections, patienceMs, most = Infinity } = this.#plan;
    const now = performance.now();
    this.#giveUp(now);
    while (this.#inFlight.size < atOnce) {
      const dueMs = this.#dueMs(now);
      if (dueMs > now || dueMs >= this.#endMs) return;
      const connection = this.#free[this.#firstFree] as Connection;
      this.#firstFree = (this.#firstFree + 1) % connections;
      this.#freeCount--;
      const { kind, bytes } = requests[this.#sent % requests.length] as Plan['requests'][number];
      // Requests are given up while no connection is free, so the wait for one counts as the client's.
      const sinceMs = patienceMs === undefined ? dueMs : Math.max(dueMs, this.#freeSinceMs);
      this.#inFlight.set(connection, { kind, sinceMs });
      connection.send(bytes);
      if (++this.#sent === most) this.#endMs = now;
    }
  }

  /** When the next request is to be sent. */
  #dueMs(now: number): number {
    const { rate } = this.#plan;
    return rate === null ? now : this.#startMs + ((this.#sent + this.#unsent) * 1000) / rate;
  }

  /** Requests that were due too long ago will not be sent. */
  #giveUp(now: number): void {
    const { rate, patienceMs } = this.#plan;
    if (rate === null || patienceMs === undefined) return;
    const late = ((now - patienceMs - this.#startMs) * rate) / 1000 - this.#sent - this.#unsent;
    if (late > 0) this.#unsent += Math.floor(late);
  }

  #answered(connection: Connection, status: number): void {
    const { kind, sinceMs } = this.#inFlight.get(connection) as InFlight;
    if (sinceMs >= this.#countedMs) this.#count(`${status} ${kind}`, performance.now() - sinceMs);
    this.#release(connection);
  }

  #count(key: string, latencyMs: number): void {
    const samples = this.#latencies.get(key);
    if (samples === undefined) this.#latencies.set(key, [latencyMs]);
    else samples.push(latencyMs);
    if (!key.startsWith('200 ')) return;
    this.#good++;
    this.#lastGoodMs = performance.now();
  }

  #release(connection: Connection): void {
    this.#inFlight.delete(connection);
    this.#free[(this.#firstFree + this.#freeCount) % this.#plan.connections] = connection;
    if (this.#freeCount++ === 0) this.#freeSinceMs = performance.now();
    // Requests that found no connection in time are reported; sending them late would only prolong the shortage.
    if (performance.now() < this.#endMs) this.#sendDue();
  }

  #finish(): void {
    for (const connection of this.#connections) connection.close();
    const { rate, seconds, leadSeconds = 0 } = this.#plan;
    const wholeSeconds = leadSeconds + seconds;
    const result: Load = {
      offeredRate: rate ?? this.#sent / wholeSeconds,
      sentRate: this.#sent / wholeSeconds,
      unsent: rate === null ? 0 : Math.max(0, Math.floor(rate * wholeSeconds) - this.#sent),
      goodput: (this.#good * 1000) / Math.max(seconds * 1000, this.#lastGoodMs - this.#countedMs),
      answers: [...this.#latencies].map(([key, samples]) => answersFor(key, samples)),
      errors: this.#errors + this.#inFlight.size,
    };
    parentPort?.postMessage(result);
  }
}

function answersFor(key: string, samples: readonly number[]): Answers {
  const sorted = Float64Array.from(samples).toSorted();
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return {
    kind: key.slice(4),
    status: Number(key.slice(0, 3)),
    count: sorted.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    p999Ms: at(0.999),
  };
}
