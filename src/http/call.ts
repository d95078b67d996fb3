import type { LentBytes } from '../borrowed-bytes.ts';
import type { Budget, BudgetStates, BudgetVerdict, CredentialGuard } from '../budget/budget.ts';
import type { Client, RequestOrigin } from '../client.ts';
import type { Artifact, Renderer, SentTask } from '../engine/task.ts';
import { type FailureCode, FailureError, fail, failure } from '../errors.ts';
import { LABEL_ID } from '../label-id.ts';
import { LIMITS } from '../limits.ts';
import type { KeyUses } from '../store/key-uses.ts';
import type { ReadCache } from '../store/read-cache.ts';
import type { Caller, LabelStore } from '../store/store.ts';
import { type Scope, scopesOf } from './auth.ts';
import type { RequestLog } from './request-log.ts';
import { check, Validation } from './schemas.ts';
import { SentBody } from './sent-body.ts';
import { type Steps, settled } from './steps.ts';
import type { Stopwatch } from './stopwatch.ts';
import { failureAnswer } from './transport/failure-answer.ts';
import type { AnswerBody, Exchange, Headers } from './transport/transport.ts';
import { turns } from './transport/turns.ts';

/** The parts of the front end. */
export interface Parts {
  readonly basePath: string;
  readonly bodyTimeoutMs: number;
  readonly store: Pick<LabelStore, 'listLabels'>;
  readonly cache: Pick<ReadCache, 'findCaller' | 'findLabel'>;
  readonly keyUses: Pick<KeyUses, 'note'>;
  readonly budget: Budget;
  readonly guard: CredentialGuard;
  /** Hands a task to the workers, or throws `busy` at once. */
  readonly render: Renderer;
  /** Refuses what any task of this account would be refused for now: whole seconds to wait; undefined for nothing. */
  readonly refuse: (accountId: string, client: Client) => number | undefined;
  readonly log: RequestLog;
}

/** An answer that a handler returns: a successful one, or a refusal of the workers. */
export interface Answer {
  /** 200 unless given. */
  readonly status?: number;
  /** The failure that the answer tells; absent from a successful one. */
  readonly reason?: FailureCode;
  readonly headers: Headers;
  readonly body: AnswerBody;
  /** Whether everyone gets the same: then it may be kept, to be asked for again before it is used. */
  readonly isPublic?: boolean;
}

/** A request whose key, budget and entitlement have passed. As a client of the workers it has a name. */
export class Call implements Client {
  readonly parts: Parts;
  readonly exchange: Exchange;
  readonly caller: Caller;
  /** As the path has it; the legacy routes have it elsewhere. */
  labelId: string;
  readonly #watch: Stopwatch;
  #query: URLSearchParams | undefined;
  #budgets: BudgetStates;
  /** The charge after the first unit, while it can still be given back. */
  #rest: { readonly units: number; readonly chargedAt: number } | null = null;

  constructor(
    parts: Parts,
    exchange: Exchange,
    watch: Stopwatch,
    caller: Caller,
    labelId: string,
    budgets: BudgetStates,
  ) {
    this.parts = parts;
    this.exchange = exchange;
    this.#watch = watch;
    this.caller = caller;
    this.labelId = labelId;
    this.#budgets = budgets;
  }

  get gone(): boolean {
    return this.exchange.gone;
  }

  get onGone(): (() => void) | undefined {
    return this.exchange.onGone;
  }

  set onGone(listener: (() => void) | undefined) {
    this.exchange.onGone = listener;
  }

  get signal(): AbortSignal {
    return this.exchange.signal;
  }

  get origin(): RequestOrigin {
    return { requestId: this.exchange.id, keyId: this.caller.keyId, labelId: this.label };
  }

  /** The label that it asks for, whether there is one or not; undefined where that is no UUID. */
  get label(): string | undefined {
    return LABEL_ID.test(this.labelId) ? this.labelId.toLowerCase() : undefined;
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.exchange.query);
    return this.#query;
  }

  /** Whether the request is only to be checked (`?validate=true`); throws `invalid_request`. */
  get validates(): boolean {
    // As most requests come.
    if (this.exchange.query === '') return false;
    return check(Validation, { validate: this.query.get('validate') ?? undefined }).validate;
  }

  /** The budgets as this call left them. */
  get budgets(): BudgetStates {
    return this.#budgets;
  }

  /** Throws `scope_missing` unless the key may do this. */
  need(scope: Scope): void {
    if (!scopesOf(this.caller.keyType).has(scope)) {
      fail('scope_missing', scope, { requiredScope: scope });
    }
  }

  /**
   * Asks whether the workers take anything from this account, before the body is read and the label looked up.
   *
   * @returns the refusal, which is not thrown, since thousands a second may be; undefined where the request goes on,
   * in this turn of the event loop or the next that has time.
   */
  *refusal(): Steps<Answer | undefined> {
    const seconds = this.parts.refuse(this.caller.accountId, this);
    if (seconds !== undefined) return busyAnswer(seconds);
    yield* settled(turns.next());
    return undefined;
  }

  /**
   * Charges what a valid request costs in all, less the unit that every call has paid; throws `budget_exceeded`. The
   * workers must take the task that comes next, or it is given back.
   */
  *chargeRest(whole: number): Steps<void> {
    const units = whole - 1;
    this.#watch.enter('limit');
    const verdict = yield* settled(this.parts.budget.charge(this.caller, units, whole));
    this.#watch.enter(null);
    this.#budgets = verdict;
    admit(verdict, whole);
    this.#rest = { units, chargedAt: verdict.chargedAt };
  }

  /** Has the workers do a task for as long as the client waits for it. Throws their failures. */
  *render(task: SentTask): Steps<Artifact<LentBytes>> {
    this.#watch.enter('queue');
    try {
      const artifact = yield* settled(this.parts.render(task, this));
      this.#watch.worked(artifact.timings);
      return artifact;
    } catch (error) {
      // A task that was refused only waited; for another one the pool does not say how long it waited.
      if (isBusy(error)) yield* this.#giveBack();
      else this.#watch.worked();
      throw error;
    }
  }

  /** Refunds the rest of a charge if no work was done; it stays charged while the budget cannot be reached. */
  *#giveBack(): Steps<void> {
    if (this.#rest === null) return;
    const { units, chargedAt } = this.#rest;
    this.#rest = null;
    this.#watch.enter('limit');
    try {
      this.#budgets = yield* settled(this.parts.budget.refund(this.caller, units, chargedAt));
    } catch {
      // The budget reports it itself.
    }
    this.#watch.enter(null);
  }

  /** The body, which is JSON by its type. Throws the documented failures of receiving it. */
  *body(): Steps<SentBody> {
    const type = this.exchange.header('content-type') ?? '';
    if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type.trim())) {
      fail('invalid_request', 'Content-Type must be application/json');
    }
    const body = yield* settled(this.exchange.body(LIMITS.bodyBytes, this.parts.bodyTimeoutMs));
    if (body.kind === 'read') return new SentBody(body.bytes);
    if (body.kind === 'too_large') fail('too_large', `the request body exceeds ${LIMITS.bodyBytes} bytes`);
    if (body.kind === 'timeout') fail('body_timeout');
    throw new ClientGone();
  }

  /**
   * Takes the steps of a request on a guess about its body. If they fail, the body is read: an invalid body is the
   * failure that counts, and after a wrong guess the steps are taken once more. A refusal of the workers counts before
   * an invalid body.
   *
   * @param read returns what was guessed; throws `invalid_request`.
   */
  *onGuess<Fact>(guess: Fact, read: () => Fact, steps: (fact: Fact) => Steps<Answer>): Steps<Answer> {
    try {
      return yield* steps(guess);
    } catch (error) {
      if (this.gone || isBusy(error)) throw error;
      // Threads fail many tasks in one turn of the event loop, and each body may take it 5 ms.
      yield* settled(turns.next());
      let fact: Fact;
      try {
        fact = read();
      } catch (invalid) {
        yield* this.#giveBack();
        throw invalid;
      }
      if (fact === guess) throw error;
      yield* this.#giveBack();
      return yield* steps(fact);
    }
  }
}

/** The few answers that there are, by their `Retry-After`. */
const busyAnswers = new Map<number, Answer>();

function busyAnswer(retryAfterSeconds: number): Answer {
  let answer = busyAnswers.get(retryAfterSeconds);
  if (answer === undefined) {
    answer = { ...failureAnswer(failure('busy', null, { retryAfterSeconds })), reason: 'busy' };
    busyAnswers.set(retryAfterSeconds, answer);
  }
  return answer;
}

/** Whether the workers refused a task, or did not come to it in time. */
function isBusy(error: unknown): boolean {
  return error instanceof FailureError && error.failure.code === 'busy';
}

/** The client closed the connection: there is no one to answer. */
export class ClientGone extends Error {}

/** Throws `budget_exceeded` unless the charge passed. `whole` is what the request costs in all. */
export function admit(
  verdict: BudgetVerdict,
  whole: number,
): asserts verdict is BudgetVerdict & { allowed: true } {
  if (verdict.allowed) return;
  const { limit } = verdict.account;
  const left = Math.min(verdict.account.remaining, verdict.key.remaining);
  const details =
    whole > limit
      ? `it costs ${whole} units, which the budget of ${limit} units a minute never has`
      : `it costs ${whole === 1 ? '1 unit' : `${whole} units`}, and ${left} of ${limit} units a minute are left now`;
  fail('budget_exceeded', details, { retryAfterSeconds: verdict.retryAfterSeconds });
}
