import { Breaker, type Watcher } from './breaker.ts';
import type { Budget, CredentialGuard, GuardVerdict, Verdict } from './budget.ts';
import type { GuardLimits } from './memory.ts';
import { type Charged, connectRedis, type RedisClient } from './redis-client.ts';
import { SERVER_CLOCK } from './redis-scripts.ts';
import { SharedCounter } from './shared-counter.ts';

/** Limits of the budgets and of the guards, each per minute. */
export interface RedisLimits extends GuardLimits {
  readonly units: number;
}

/**
 * Work budgets and credential guards that all instances share, in one Redis or Redis Cluster. Only the server's
 * clock counts. What fails may have been counted or not, never twice.
 */
export class RedisBudgets implements Budget, CredentialGuard {
  readonly #client: RedisClient;
  readonly #breaker: Breaker;
  readonly #limit: number;
  readonly #prechecks: SharedCounter;
  readonly #unknownKeys: SharedCounter;
  /** The connection's own error, which tells more than a command's that found none. */
  #lastError: Error | null = null;

  /** Connects in the background, and again after every loss. `clock` is Lua that sets `now`, in microseconds. */
  constructor(urls: readonly string[], limits: RedisLimits, watcher: Watcher, clock: string = SERVER_CLOCK) {
    this.#client = connectRedis(urls, clock, {
      error: (error) => {
        this.#lastError = error;
      },
      changed: () => this.#breaker.suspect(),
    });
    this.#breaker = new Breaker(() => this.#probe(), watcher);
    this.#limit = limits.units;
    const counter = (name: string, limit: number): SharedCounter =>
      new SharedCounter((requests) =>
        this.#ask((client) => client.admit(`rl:{guard}:${name}`, requests, limit)),
      );
    this.#prechecks = counter('prechecks', limits.prechecks);
    this.#unknownKeys = counter('unknown', limits.unknownKeys);
  }

  /** Whether requests are let through to it now. */
  get up(): boolean {
    return this.#breaker.reason === null;
  }

  async charge(accountId: string, keyId: string, units: number): Promise<Verdict> {
    // One hash tag, so that a cluster has both on one node.
    const tag = `rl:{${accountId}}`;
    const reply = await this.#ask((client) =>
      client.charge(`${tag}:a`, `${tag}:k:${keyId}`, units, this.#limit),
    );
    return this.#verdict(reply);
  }

  precheck(): Promise<GuardVerdict> {
    return this.#prechecks.count();
  }

  unknownKey(): Promise<GuardVerdict> {
    return this.#unknownKeys.count();
  }

  /** Resolves if Redis takes writes now; rejects with the reason if it does not. */
  async ready(): Promise<void> {
    if (this.#client.status === 'ready') await this.#breaker.check();
    const { reason } = this.#breaker;
    if (reason !== null) throw new Error(`Redis is out of reach: ${reason.message}`);
  }

  /** Ends the connections. Requests under way fail. */
  close(): void {
    this.#breaker.close();
    this.#client.disconnect();
  }

  async #ask<T>(command: (client: RedisClient) => Promise<T>): Promise<T> {
    const { reason } = this.#breaker;
    if (reason !== null) throw reason;
    try {
      return await command(this.#client);
    } catch (error) {
      this.#breaker.suspect();
      throw error;
    }
  }

  /** A write to the guards' node: without them no request passes, and a replica or a full server refuses it. */
  async #probe(): Promise<void> {
    try {
      await this.#client.set('rl:{guard}:probe', '', 'PX', 1000);
      this.#lastError = null;
    } catch (error) {
      if (this.#client.status === 'ready') throw error;
      throw this.#lastError ?? new Error('the connection is lost');
    }
  }

  #verdict([waitSeconds, accountLeft, accountReset, keyLeft, keyReset]: Charged): Verdict {
    const limit = this.#limit;
    // Below 0 while instances with a higher limit are still at work.
    const account = { limit, remaining: Math.max(0, accountLeft), resetSeconds: accountReset };
    const key = { limit, remaining: Math.max(0, keyLeft), resetSeconds: keyReset };
    if (waitSeconds === 0) return { allowed: true, account, key };
    return { allowed: false, retryAfterSeconds: waitSeconds, account, key };
  }
}
