import type { Budget, CredentialGuard, Verdict } from '../budget/budget.ts';
import type { Artifact, Renderer, Task } from '../engine/task.ts';
import { FailureError, fail, type Scope } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { CachedStore } from '../store/cached.ts';
import type { KeyUses } from '../store/key-uses.ts';
import type { Caller } from '../store/store.ts';
import type { RequestLog } from '../telemetry/request-log.ts';
import type { Stopwatch } from '../telemetry/stopwatch.ts';
import { scopesOf } from './auth.ts';
import { parseJson } from './json.ts';
import { isOwnMember } from './schemas.ts';
import type { Exchange, Headers } from './transport/transport.ts';

/** What the front end is made of. */
export interface Parts {
  readonly basePath: string;
  readonly bodyTimeoutMs: number;
  readonly store: CachedStore;
  readonly keyUses: Pick<KeyUses, 'note'>;
  readonly budget: Budget;
  readonly guard: CredentialGuard;
  /** Hands a task to the workers, or throws `busy` at once. */
  readonly run: Renderer;
  readonly log: RequestLog;
}

/** A successful answer. */
export interface Answer {
  readonly headers: Headers;
  readonly body: string | Uint8Array;
}

/** A request whose key, budget and entitlement have passed. */
export class Call {
  readonly parts: Parts;
  readonly exchange: Exchange;
  readonly caller: Caller;
  readonly labelId: string;
  readonly #watch: Stopwatch;
  #query: URLSearchParams | undefined;
  #verdict: Verdict;

  constructor(
    parts: Parts,
    exchange: Exchange,
    watch: Stopwatch,
    caller: Caller,
    labelId: string,
    verdict: Verdict,
  ) {
    this.parts = parts;
    this.exchange = exchange;
    this.#watch = watch;
    this.caller = caller;
    this.labelId = labelId;
    this.#verdict = verdict;
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.exchange.query);
    return this.#query;
  }

  /** The budgets as the last charge left them. */
  get verdict(): Verdict {
    return this.#verdict;
  }

  /** Throws `scope_missing` unless the key may do this. */
  need(scope: Scope): void {
    if (!scopesOf(this.caller.keyType).has(scope)) {
      fail('scope_missing', `this API key lacks the scope ${scope}`, { requiredScope: scope });
    }
  }

  /** Charges more units for work that turned out to cost more; throws `budget_exceeded`. */
  async charge(units: number): Promise<void> {
    this.#watch.enter('limit');
    this.#verdict = await this.parts.budget.charge(this.caller.accountId, this.caller.keyId, units);
    this.#watch.enter(null);
    admit(this.#verdict);
  }

  /** Has the workers do a task for as long as the client waits for it. Rejects with their failures. */
  async run(task: Task): Promise<Artifact> {
    this.#watch.enter('queue');
    try {
      const artifact = await this.parts.run(task, this.exchange);
      this.#watch.worked(artifact.timings);
      return artifact;
    } catch (error) {
      // One that was refused only waited; how long another waited before it failed is not told.
      if (!(error instanceof FailureError) || error.failure.code !== 'busy') this.#watch.worked();
      throw error;
    }
  }

  /** The JSON body. Throws the documented failures of reading and parsing it. */
  async json(): Promise<unknown> {
    const type = this.exchange.header('content-type') ?? '';
    if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type.trim())) {
      fail('invalid_request', 'Content-Type must be application/json');
    }
    const body = await this.exchange.body(LIMITS.bodyBytes, this.parts.bodyTimeoutMs);
    if (body.kind === 'read') return parseJson(body.bytes, 'the request body', isOwnMember);
    if (body.kind === 'too_large') fail('too_large', `the request body exceeds ${LIMITS.bodyBytes} bytes`);
    if (body.kind === 'timeout') fail('body_timeout', 'reading the request body timed out');
    throw new ClientGone();
  }
}

/** The client closed the connection: nobody is left to answer. */
export class ClientGone extends Error {}

/** Throws `budget_exceeded` unless the charge passed. */
export function admit(verdict: Verdict): void {
  if (!verdict.allowed) {
    fail(
      'budget_exceeded',
      `the account's or the key's budget of ${verdict.account.limit} units a minute is used up`,
      {
        retryAfterSeconds: verdict.retryAfterSeconds,
      },
    );
  }
}
