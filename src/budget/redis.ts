import { inTime } from '../in-time.ts';
import type { Budget, BudgetStates, BudgetVerdict, CredentialGuard, GuardVerdict, Payer } from './budget.ts';
import { type Clocks, DeploymentClock, SYSTEM_CLOCKS } from './deployment-clock.ts';
import type { GuardLimits } from './memory.ts';
import { Reachability, type ReachabilityWatcher } from './reachability.ts';
import {
  type ConnectionEvents,
  connectRedis,
  PATIENCE,
  type RedisClient,
  type RedisPatience,
} from './redis-client.ts';
import { SERVER_CLOCK } from './redis-scripts.ts';
import { SharedCounter } from './shared-counter.ts';

/** Limits of the guards, and of the budgets that have none of their own, each per minute. */
export interface RedisLimits extends GuardLimits {
  readonly units: number;
}

/** Facts about the deployment that budgets depend on. */
export interface Surroundings {
  readonly clocks?: Clocks;
  /** Lua that sets `server`, in microseconds. */
  readonly serverClock?: string;
  readonly patience?: RedisPatience;
}

/** The rest of a budget, and the seconds until it grows. */
type StateReply = readonly [
  accountLeft: number,
  accountReset: number,
  keyLeft: number,
  keyReset: number,
  at: number,
];

/**
 * The interval of looks at the server's clock: short enough to notice and pass on each of its jumps. Milliseconds.
 */
const LOOK_MS = 1000;

/** On the guards' node: what `deployment-clock.ts` tells of. */
const CLOCK = 'rl:{guard}:clock';

/**
 * Work budgets and credential guards that all instances share, in one Redis or Redis Cluster. All go by the time of
 * the deployment. A failed call may have been counted once or not at all, never twice.
 */
export class RedisBudgets implements Budget, CredentialGuard {
  readonly #client: RedisClient;
  readonly #reachability: Reachability;
  readonly #clock: DeploymentClock;
  readonly #commandMs: number;
  readonly #unitsPerMinute: number;
  readonly #prechecks: SharedCounter;
  readonly #unknownKeys: SharedCounter;
  readonly #look: NodeJS.Timeout;
  /** The connection's own error, which tells more than a command's that found none. */
  #lastError: Error | null = null;

  /** Connects in the background, and again after every loss. */
  constructor(
    urls: readonly string[],
    limits: RedisLimits,
    watcher: ReachabilityWatcher,
    { clocks = SYSTEM_CLOCKS, serverClock = SERVER_CLOCK, patience = PATIENCE }: Surroundings = {},
  ) {
    this.#clock = new DeploymentClock(clocks);
    this.#commandMs = patience.commandMs;
    const events: ConnectionEvents = {
      error: (error) => {
        this.#lastError = error;
      },
      changed: () => this.#reachability.suspect(),
    };
    this.#client = connectRedis(urls, serverClock, events, patience);
    this.#reachability = new Reachability(() => this.#probe(), watcher);
    this.#look = setInterval(() => this.#reachability.suspect(), LOOK_MS).unref();
    this.#unitsPerMinute = limits.units;
    const counter = (name: string, limit: number): SharedCounter =>
      new SharedCounter((requests) => this.#admit(`rl:{guard}:${name}`, requests, limit));
    this.#prechecks = counter('prechecks', limits.prechecks);
    this.#unknownKeys = counter('unknown', limits.unknownKeys);
  }

  /** Whether requests are let through to it now. */
  get up(): boolean {
    return this.#reachability.reason === null;
  }

  async charge(payer: Payer, units: number, whole: number = units): Promise<BudgetVerdict> {
    const limit = payer.unitsPerMinute ?? this.#unitsPerMinute;
    const [waitSeconds, ...reply] = await this.#ask((client) => {
      const { least, most } = this.#clock.now();
      return client.charge(...windowsOf(payer), least, most, units, whole, limit);
    });
    const states = statesOf(reply, limit);
    if (waitSeconds > 0) return { allowed: false, retryAfterSeconds: waitSeconds, ...states };
    return { allowed: true, chargedAt: reply[4], ...states };
  }

  async refund(payer: Payer, units: number, chargedAt: number): Promise<BudgetStates> {
    const limit = payer.unitsPerMinute ?? this.#unitsPerMinute;
    const [, ...reply] = await this.#ask((client) => {
      const { least, most } = this.#clock.now();
      return client.refund(...windowsOf(payer), least, most, units, chargedAt, limit);
    });
    return statesOf(reply, limit);
  }

  precheck(): Promise<GuardVerdict> {
    return this.#prechecks.count();
  }

  unknownKey(): Promise<GuardVerdict> {
    return this.#unknownKeys.count();
  }

  /** Resolves if Redis takes writes now; rejects with the reason if it does not. */
  async ready(): Promise<void> {
    if (this.#client.status === 'ready') await this.#reachability.check();
    const { reason } = this.#reachability;
    if (reason !== null) throw new Error(`Redis is out of reach: ${reason.message}`);
  }

  /** Ends the connections. Requests in flight fail. */
  close(): void {
    clearInterval(this.#look);
    this.#reachability.close();
    this.#client.disconnect();
  }

  async #ask<T>(command: (client: RedisClient) => Promise<T>): Promise<T> {
    const { reason } = this.#reachability;
    if (reason !== null) throw reason;
    try {
      return await this.#answered(command(this.#client));
    } catch (error) {
      this.#reachability.suspect();
      throw error;
    }
  }

  #answered<T>(command: Promise<T>): Promise<T> {
    return inTime(command, this.#commandMs, 'Redis did not answer in time');
  }

  async #admit(
    window: string,
    requests: number,
    limit: number,
  ): Promise<[admitted: number, waitSeconds: number]> {
    const asked = this.#clock.ask();
    const [admitted, waitSeconds, time] = await this.#ask((client) =>
      client.admit(CLOCK, window, asked.least, asked.most, requests, limit),
    );
    this.#clock.learn(time, asked);
    return [admitted, waitSeconds];
  }

  /** A write to the guards' node: without them no request passes, and a replica or a full server refuses it. */
  async #probe(): Promise<void> {
    try {
      const asked = this.#clock.ask();
      this.#clock.learn(await this.#answered(this.#client.tell(CLOCK, asked.least, asked.most)), asked);
      this.#lastError = null;
    } catch (error) {
      if (this.#client.status === 'ready') throw error;
      throw this.#lastError ?? new Error('the connection is lost');
    }
  }
}

function statesOf([accountLeft, accountReset, keyLeft, keyReset]: StateReply, limit: number): BudgetStates {
  return {
    account: { limit, remaining: accountLeft, resetSeconds: accountReset },
    key: { limit, remaining: keyLeft, resetSeconds: keyReset },
  };
}

/** One hash tag, so that a cluster has both on one node. */
function windowsOf({ accountId, keyId }: Payer): [account: string, key: string] {
  const tag = `rl:{${accountId}}`;
  return [`${tag}:a`, `${tag}:k:${keyId}`];
}
