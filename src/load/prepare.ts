import {
  type ApiRequest,
  checkOf,
  labelRequest,
  outgoingOf,
  printRequest,
  renderRequest,
} from '../api-client/api-requests.ts';
import {
  type Attempt,
  type FailedAttempt,
  isPassing,
  sendOnce,
  sendUntilAnswered,
} from '../api-client/attempts.ts';
import { type ClientSettings, checkOptions } from '../api-client/client-options.ts';
import { withDeadline } from '../api-client/deadline.ts';
import { type Exchange, fetchExchange } from '../api-client/exchange.ts';
import { jitteredMs, LONGEST_WAIT_SECONDS, pause } from '../api-client/pause.ts';
import { PlatenError, TimedOutError, UsageError } from '../api-client/platen-error.ts';
import type { Variables } from '../record/variables.ts';
import { ENDED_EARLY, LoadStopped, LoadUsage } from './load-failure.ts';
import { type RefusedRequest, refusalAdvice } from './refusal-advice.ts';
import {
  inTurn,
  KINDS,
  type Kind,
  type Mix,
  madeUp,
  plannedRequest,
  RECORDS,
  type Target,
} from './request-plan.ts';

/** The load to prepare. */
export interface Wanted {
  readonly url: URL;
  readonly key: string;
  readonly labelIds: readonly string[];
  readonly mix: Mix;
  /** Sets of values to send in turn; null to make them up. */
  readonly values: readonly Variables[] | null;
  /** Called with a line about a wait that the service asks for. */
  readonly note: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Attempts of a request whose answers ask for a wait. */
const ATTEMPTS = 5;

export interface Prepared {
  readonly targets: readonly Target[];
  /**
   * The budget of the key or its account, whichever is smaller, in units a minute; null if the service does not send
   * it.
   */
  readonly budget: number | null;
}

/**
 * Reads the placeholders of the labels, and has a request of each kind checked for each label: a unit each, and nothing
 * is made. A request that is answered 429 or 503 is sent again after the wait that the answer asks for.
 *
 * @throws LoadStopped for what would be refused, with what to do.
 * @throws LoadUsage for a key or a label's id that cannot be one.
 */
export async function prepare(wanted: Wanted): Promise<Prepared> {
  const { url, labelIds, mix, values } = wanted;
  const service = new ServiceQuestions(wanted);
  const targets: Target[] = [];
  for (const id of labelIds) {
    const asked = { labelId: id, areMadeUp: values === null };
    const label =
      values === null ? await service.ask(() => labelRequest(id), { ...asked, kind: null }) : null;
    const target = { id, values: label === null ? inTurn(values ?? []) : madeUp(label.dynamic_tokens) };
    for (const kind of KINDS.filter((each) => mix.has(each))) {
      await service.ask(() => checkRequest(target, kind, url), { ...asked, kind });
    }
    targets.push(target);
  }
  return { targets, budget: service.budget };
}

function checkRequest(target: Target, kind: Kind, url: URL): ApiRequest<unknown> {
  const { body } = plannedRequest(target, kind, url);
  return checkOf(
    kind === 'print' ? printRequest(target.id, RECORDS, body) : renderRequest(target.id, kind, body),
  );
}

/** Requests to the service before the load, each repeated after the waits that its answers ask for. */
class ServiceQuestions {
  /** The budget in the last answer, in units a minute; null if none has it. */
  budget: number | null = null;
  readonly #settings: ClientSettings;
  readonly #exchange: Exchange;
  readonly #note: (line: string) => void;
  readonly #signal: AbortSignal;

  /** @throws LoadUsage for a url or a key that cannot be right. */
  constructor({ url, key, note, signal }: Pick<Wanted, 'url' | 'key' | 'note' | 'signal'>) {
    try {
      this.#settings = checkOptions({ url, key });
    } catch (error) {
      throw error instanceof UsageError ? new LoadUsage(error.message) : error;
    }
    this.#exchange = fetchExchange(this.#settings.fetch);
    this.#note = note;
    this.#signal = signal;
  }

  /**
   * Resolves with the answer.
   *
   * @throws LoadStopped for a refusal, and when the load is ended; LoadUsage for an id that cannot be one.
   */
  async ask<T>(make: () => ApiRequest<T>, asked: RefusedRequest): Promise<T> {
    try {
      const request = make();
      return await sendUntilAnswered(
        () => this.#attempt(request),
        (failed, count) => this.#waitToRepeat(failed, count),
      );
    } catch (error) {
      if (error instanceof UsageError) throw new LoadUsage(`--label ${asked.labelId}: ${error.message}`);
      if (error instanceof Error && error.name === 'AbortError') throw new LoadStopped(ENDED_EARLY);
      if (error instanceof PlatenError) throw new LoadStopped(refusalAdvice(error, asked));
      throw error;
    }
  }

  async #attempt<T>(request: ApiRequest<T>): Promise<Attempt<T>> {
    const { timeoutMs } = this.#settings;
    const outgoing = outgoingOf(request, this.#settings, true);
    const late = () => new TimedOutError(`The call took longer than ${timeoutMs} ms`, outgoing.requestId);
    const sent = await withDeadline(timeoutMs, this.#signal, late, ({ signal }) =>
      sendOnce({ outgoing, read: request.read }, this.#exchange, signal),
    );
    this.budget = sent.budget?.limit ?? this.budget;
    return sent;
  }

  /** Waits as the answer asks; throws the failure if it asks for none, or for more than a command waits. */
  async #waitToRepeat({ failure, status, askedSeconds }: FailedAttempt, count: number): Promise<void> {
    const mayPass = status !== null && isPassing(status) && askedSeconds !== null;
    if (!mayPass || askedSeconds > LONGEST_WAIT_SECONDS || count === ATTEMPTS) throw failure;
    this.#note(`${status}: waiting ${askedSeconds} s, as the answer asks`);
    await pause(jitteredMs(askedSeconds * 1000, Infinity), this.#signal);
  }
}
