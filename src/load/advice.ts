import type { Fared, Measured, Measurement } from './measure.ts';
import { percent, significant } from './numbers.ts';

/** The part that limits the rate, as far as it was measured. */
export type Limit =
  | 'budget'
  | 'guard'
  | 'pool'
  | 'refusals'
  | 'failures'
  | 'generator'
  | 'connections'
  | 'threads'
  | 'label'
  | 'stores'
  | 'network'
  | 'shared-machine'
  | 'nothing';

export interface Advice {
  readonly limit: Limit;
  /** The measurement, and the change that it suggests. */
  readonly text: string;
}

/** Facts from which advice follows. */
export interface Facts {
  /** The measurement that showed the limit: the lowest rate that was not good, or the only one. */
  readonly measured: Measured;
  readonly verdict: Verdict;
  /** Whether each request was sent as soon as one was answered. */
  readonly closed: boolean;
  readonly unitsPerRequest: number;
  /** The highest rate that was sent, in requests a second. Its requests are in the minute of a budget too. */
  readonly topRate: number;
  /** Whether the service is on this machine. */
  readonly local: boolean;
}

/** The busy share of the time from which on this program's event loop is saturated. */
const BUSY = 0.9;

/** The share of the machine's processors from which on this program slows the service down. */
const TAKEN = 0.1;

/** Refusals that have advice of their own. */
const ADVISED: ReadonlySet<string> = new Set(['429 budget_exceeded', '429 guard_exceeded', '503 busy']);

/** Advice about the limits, the most certain first. */
export function advise(facts: Facts): readonly Advice[] {
  const found = [...refusals(facts), ...generator(facts), ...connections(facts)];
  const limited = facts.verdict !== 'good' || facts.closed;
  // With refusals, or a late sender, the times of the other requests show no limit.
  if (found.length === 0 && limited) found.push(...slowest(facts.measured));
  if (found.length === 0) {
    const text = 'Nothing limited this rate; --find looks for the highest one.';
    found.push({ limit: 'nothing', text });
  }
  return [...found, ...sharedMachine(facts)];
}

function* refusals({ measured, unitsPerRequest, topRate }: Facts): Generator<Advice> {
  const { answers, requests, shares } = measured;
  const over = (what: string): string => percent((answers[what] ?? 0) / requests);
  if (answers['429 budget_exceeded'] !== undefined) {
    const units = Math.ceil(topRate * 60 * unitsPerRequest);
    yield {
      limit: 'budget',
      text:
        `The budget of the account or key refused ${over('429 budget_exceeded')}. ${significant(topRate)} requests/s of this mix ` +
        `need ${units} units a minute: platen accounts set-rate ACCOUNT_ID ${units}, or RATE_UNITS_PER_MINUTE for all.`,
    };
  }
  if (answers['429 guard_exceeded'] !== undefined) {
    yield {
      limit: 'guard',
      text:
        `The guard of the whole deployment refused ${over('429 guard_exceeded')}. ${significant(topRate)} requests/s need ` +
        `CREDENTIAL_PRECHECKS_PER_MINUTE of at least ${Math.ceil(topRate * 60)}, in addition to the requests of others.`,
    };
  }
  if (answers['503 busy'] !== undefined) {
    yield {
      limit: 'pool',
      text:
        `The queue was full for ${over('503 busy')}. Set POOL_THREADS to the number of processors, then add instances; ` +
        'a longer POOL_QUEUE only makes answers later.',
    };
  }
  for (const what of Object.keys(answers)) {
    if (!/^(429|503)\b/.test(what) || ADVISED.has(what)) continue;
    yield {
      limit: 'refusals',
      text: `${over(what)} were answered ${what}: see docs/errors.md for its meaning.`,
    };
  }
  if (shares.other + shares.unanswered > 0) {
    yield {
      limit: 'failures',
      text: `${percent(shares.other + shares.unanswered)} failed or had no answer: the log of the service says why.`,
    };
  }
}

function* generator({ measured: { generator: sender } }: Facts): Generator<Advice> {
  if (sender.busy < BUSY) return;
  yield {
    limit: 'generator',
    text:
      `This program was busy ${percent(sender.busy)} of the time and cannot send more: the service may have more capacity. ` +
      'Run it on another machine, or several at once.',
  };
}

/** By Little's law, as many connections are busy at once as requests come during one answer. */
function* connections({ measured }: Facts): Generator<Advice> {
  const { asked_rate: asked, parts_ms: parts } = measured;
  const { wait, ...answering } = parts;
  const answerMs = sum(Object.values(answering).map(({ mean }) => mean ?? 0));
  const needed = ((asked ?? 0) * answerMs) / 1000;
  // If answers wait in the service's queue, more connections would only make the queue longer.
  if (measured.connections > needed || (parts.queue.mean ?? 0) > answerMs / 2) return;
  yield {
    limit: 'connections',
    text:
      `At ${significant(answerMs)} ms an answer, ${significant(asked ?? 0)} requests/s need ${Math.ceil(needed)} connections, and ` +
      `waited ${significant(wait.mean ?? 0)} ms for one of ${measured.connections}: give more --connections.`,
  };
}

/** The part of an answer that takes most of its time. */
function slowest({ parts_ms: parts, kinds }: Measured): readonly Advice[] {
  const ms = (...names: readonly (keyof Fared['parts_ms'])[]): number =>
    sum(names.map((name) => parts[name].mean ?? 0));
  const of = (part: number): string =>
    `${significant(part)} of ${significant(ms('auth', 'limit', 'queue', 'render', 'encode', 'rest'))} ms`;
  const candidates: readonly (Advice & { readonly ms: number })[] = [
    {
      limit: 'threads',
      ms: ms('queue'),
      text:
        `Most time went into waiting for a thread: ${of(ms('queue'))}. Set POOL_THREADS to the number of processors; ` +
        'where it is, add processors or instances.',
    },
    {
      limit: 'label',
      ms: ms('render', 'encode'),
      text: `Most time went into making labels: ${of(ms('render', 'encode'))}; ${heaviest(kinds)}. Lighter labels, or faster processors.`,
    },
    {
      limit: 'stores',
      ms: ms('auth', 'limit'),
      text: `Most time went into key and budget: ${of(ms('auth', 'limit'))}. See to PostgreSQL (auth) and Redis (auth, limit), and the way to them.`,
    },
    {
      limit: 'network',
      ms: ms('rest'),
      text: `Most time went into network and event loops: ${of(ms('rest'))}. Send from nearer by, or set LISTENERS to more.`,
    },
  ];
  const { limit, text, ms: most } = candidates.reduce((a, b) => (b.ms > a.ms ? b : a));
  return most > 0 ? [{ limit, text }] : [];
}

function heaviest(kinds: Measured['kinds']): string {
  const made = Object.entries(kinds).map(
    ([
      kind,
      {
        parts_ms: { render, encode },
      },
    ]) => ({
      kind,
      ms: (render.mean ?? 0) + (encode.mean ?? 0),
    }),
  );
  const { kind, ms } = made.reduce((a, b) => (b.ms > a.ms ? b : a));
  return `${kind} took ${significant(ms)} ms`;
}

function* sharedMachine({ local, measured: { generator: sender } }: Facts): Generator<Advice> {
  if (!local || sender.processors < TAKEN * sender.of_processors) return;
  yield {
    limit: 'shared-machine',
    text:
      `This program took ${significant(sender.processors)} of the ${sender.of_processors} processors that it shares with the service: ` +
      'from another machine the service carries more.',
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * The judgement of a rate. `refused` is 503, `budget` 429, `failed` another failure or no answer, `unreached` fewer
 * requests than planned, `slow` a p99 above the bound.
 */
export type Verdict = 'good' | 'slow' | 'unreached' | 'refused' | 'budget' | 'failed';

/** Fewer requests than this share of those asked for are too few. */
const REACHED = 0.95;

/** Judges a rate by the worst of its outcomes. */
export function verdictOf({ all, unsent }: Measurement, p99BoundMs: number): Verdict {
  const sent = all.sent;
  if (all.count('429') > 0) return 'budget';
  if (all.count('503') > 0) return 'refused';
  if (all.count('200') < sent) return 'failed';
  if (sent < (sent + unsent) * REACHED) return 'unreached';
  const p99Ms = all.latency.percentile(99);
  return p99Ms !== null && p99Ms > p99BoundMs ? 'slow' : 'good';
}

/** A verdict in words. */
export const VERDICTS: Readonly<Record<Verdict, string>> = {
  good: 'good',
  slow: 'p99 above the bound',
  unreached: 'rate not reached',
  refused: 'refused (503)',
  budget: 'over a budget (429)',
  failed: 'failures',
};
