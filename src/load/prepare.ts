import { jitteredMs, LONGEST_WAIT_SECONDS, pause } from '../api-client/pause.ts';
import { PlatenClient } from '../api-client/platen-client.ts';
import { ForeignAnswerError, PlatenError, RefusedError, UsageError } from '../api-client/platen-error.ts';
import { readRateLimit } from '../api-client/rate-limit.ts';
import type { Variables } from '../record/variables.ts';
import { ENDED_EARLY, LoadStopped, LoadUsage } from './load-failure.ts';
import { KINDS, type Kind, type Mix } from './mix.ts';
import { plannedRequest, type Target } from './planned-requests.ts';
import { type Asked, refusalAdvice } from './refusal-advice.ts';
import { inTurn, madeUp } from './values.ts';

export interface Wanted {
  readonly url: URL;
  readonly key: string;
  readonly labelIds: readonly string[];
  readonly mix: Mix;
  /** Null to make them up. */
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
 * Finds out what the labels take, and asks once for each kind of each, without anything being made: a unit each. A
 * request that is answered 429 or 503 is sent again after the wait that the answer asks for.
 *
 * @throws LoadStopped for what would be refused, with what to do.
 * @throws LoadUsage for a key or a label's id that cannot be one.
 */
export async function prepare(wanted: Wanted): Promise<Prepared> {
  const { url, key, labelIds, mix, values, signal } = wanted;
  let budget: number | null = null;
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    budget = readRateLimit(response.headers)?.limit ?? budget;
    return response;
  };
  const client = usage(() => new PlatenClient({ url, key, fetch: watched, maxAttempts: 1, pacing: false }));
  const targets: Target[] = [];
  for (const id of labelIds) {
    const asked = { labelId: id, areMadeUp: values === null };
    const label =
      values === null
        ? await explained(() => client.getLabel(id, { signal }), { ...asked, kind: null }, wanted)
        : null;
    const target = { id, values: label === null ? inTurn(values ?? []) : madeUp(label.dynamic_tokens) };
    for (const kind of KINDS.filter((each) => mix.has(each))) {
      await explained(() => validate(client, target, kind, url, signal), { ...asked, kind }, wanted);
    }
    targets.push(target);
  }
  return { targets, budget };
}

function validate(
  client: PlatenClient,
  target: Target,
  kind: Kind,
  url: URL,
  signal: AbortSignal,
): Promise<unknown> {
  const request = JSON.parse(plannedRequest(target, kind, url).body) as object;
  return kind === 'print'
    ? client.validatePrint(target.id, request, { signal })
    : client.validateRender(target.id, request, { signal });
}

async function explained<T>(
  send: () => Promise<T>,
  asked: Asked,
  waiting: Pick<Wanted, 'note' | 'signal'>,
): Promise<T> {
  try {
    return await patiently(send, waiting);
  } catch (error) {
    if (error instanceof UsageError) throw new LoadUsage(`--label ${asked.labelId}: ${error.message}`);
    if (error instanceof Error && error.name === 'AbortError') throw new LoadStopped(ENDED_EARLY);
    if (error instanceof PlatenError) throw new LoadStopped(refusalAdvice(error, asked));
    throw error;
  }
}

async function patiently<T>(
  send: () => Promise<T>,
  { note, signal }: Pick<Wanted, 'note' | 'signal'>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof RefusedError || error instanceof ForeignAnswerError)) throw error;
      const { status, retryAfterSeconds: seconds } = error;
      const mayPass = (status === 429 || status === 503) && seconds !== null;
      if (!mayPass || seconds > LONGEST_WAIT_SECONDS || attempt === ATTEMPTS) throw error;
      note(`${status}: waiting ${seconds} s, as the answer asks`);
      await pause(jitteredMs(seconds * 1000, Infinity), signal);
    }
  }
}

function usage<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof UsageError) throw new LoadUsage(error.message);
    throw error;
  }
}
