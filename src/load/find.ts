import type { Verdict } from './advice.ts';
import type { Measurement } from './measure.ts';

/** One rate that was tried, with its measurement. */
export interface TriedRate<M> {
  /** Requests a second. */
  readonly rate: number;
  readonly verdict: Verdict;
  readonly measurement: M;
}

export interface RateSearch<M> {
  /** The highest rate that was good; null if none was. */
  readonly good: TriedRate<M> | null;
  /** The lowest rate that was not good; null if all were. */
  readonly bad: TriedRate<M> | null;
  /** In the order in which they were tried. */
  readonly steps: readonly TriedRate<M>[];
}

const FIRST_RATE = 10;
const LOWEST_RATE = 0.5;
const HIGHEST_RATE = 1_000_000;

/** The search ends when the lowest bad rate is at most this multiple of the highest good one. */
const CLOSE = 1.1;

/** Failed tries in a row after which a rate is bad. */
const TRIES = 3;

/**
 * Finds the highest rate that is good: doubles or halves until it lies between two rates, then narrows these down. A
 * rate that is not good is tried again, since other work may have slowed the machine. A budget ends the search at once,
 * since its window of a minute makes all later rates look bad.
 *
 * @param tried measures a rate, in requests a second; returns null to end the search
 */
export async function find<M>(
  tried: (rate: number) => Promise<Omit<TriedRate<M>, 'rate'> | null>,
): Promise<RateSearch<M>> {
  const steps: TriedRate<M>[] = [];
  let good: TriedRate<M> | null = null;
  let bad: TriedRate<M> | null = null;
  const tryAt = async (rate: number): Promise<TriedRate<M> | null> => {
    const result = await tried(rate);
    if (result === null) return null;
    const step = { rate, ...result };
    steps.push(step);
    return step;
  };
  for (let rate = FIRST_RATE; rate >= LOWEST_RATE && rate <= HIGHEST_RATE; rate = between(good, bad)) {
    let step = await tryAt(rate);
    for (let tries = 1; tries < TRIES && step !== null && mayPass(step); tries++) step = await tryAt(rate);
    if (step === null) break;
    if (isBad(step)) bad = step;
    else good = step;
    if (step.verdict === 'budget' || (good !== null && bad !== null && bad.rate / good.rate <= CLOSE)) break;
  }
  return { good, bad, steps };
}

const mayPass = ({ verdict }: TriedRate<unknown>): boolean => verdict !== 'good' && verdict !== 'budget';

const isBad = ({ verdict }: TriedRate<unknown>): boolean => verdict !== 'good';

function between(good: TriedRate<unknown> | null, bad: TriedRate<unknown> | null): number {
  if (bad === null) return (good?.rate ?? FIRST_RATE) * 2;
  if (good === null) return bad.rate / 2;
  return Number(Math.sqrt(good.rate * bad.rate).toPrecision(3));
}

/** The window of the service's budgets and guards. Milliseconds. */
export const WINDOW_MS = 60_000;

/** The share of a window's rate that is tried next, so that chance does not exceed the budget. */
const SAFE = 0.9;

/**
 * The sustainable rate by a search, in requests a second; null if no rate was good, or no request was let through. The
 * short steps of a search may exceed a budget's minute, so the requests that passed in the minute before the first 429
 * give the rate of the budget.
 */
export function sustainableRate({
  good,
  bad,
  steps,
}: RateSearch<Pick<Measurement, 'all' | 'endedAt'>>): number | null {
  if (bad?.verdict !== 'budget') return good?.rate ?? null;
  const from = bad.measurement.endedAt - WINDOW_MS;
  const passed = steps
    .filter(({ measurement }) => measurement.endedAt > from)
    .reduce((total, { measurement: { all } }) => total + all.sent - all.count('429'), 0);
  if (passed === 0) return null;
  return Math.min(good?.rate ?? Infinity, (passed * SAFE) / (WINDOW_MS / 1000));
}
