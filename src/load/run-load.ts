import { LONGEST_WAIT_SECONDS, pause } from '../api-client/pause.ts';
import type { Variables } from '../record/variables.ts';
import { VERDICTS, type Verdict, verdictOf } from './advice.ts';
import { find, type RateSearch, sustainableRate, WINDOW_MS } from './find.ts';
import { ENDED_EARLY, LoadStopped } from './load-failure.ts';
import { isLoopback } from './loopback.ts';
import { type Measurement, measure } from './measure.ts';
import { significant } from './numbers.ts';
import { prepare } from './prepare.ts';
import { budgetRate, type Mix, plannedRequests, unitsOf } from './request-plan.ts';
import { Series } from './tally.ts';

export interface LoadOptions {
  readonly url: URL;
  readonly key: string;
  readonly labelIds: readonly string[];
  readonly mix: Mix;
  /** Requests a second; `find` searches for them, `closed` sends the next request whenever one is answered. */
  readonly rate: number | 'find' | 'closed';
  readonly p99BoundMs: number;
  readonly seconds: number;
  /** Null for as many as the rate and the bound need. */
  readonly connections: number | null;
  /** Sets of values to send in turn; null to make them up. */
  readonly values: readonly Variables[] | null;
}

/** The result of a load. */
export interface Loaded {
  readonly startedAt: Date;
  readonly measurement: Measurement;
  readonly verdict: Verdict;
  /** Null without a search. */
  readonly found: RateSearch<Measurement> | null;
  readonly series: Series;
  /** Units a minute; null if the service does not send its budget. */
  readonly budget: number | null;
  /** Whether the service is on this machine. */
  readonly local: boolean;
  /** Whether it was ended early. */
  readonly interrupted: boolean;
}

/** Connections of a closed load, which any service can serve. */
const CLOSED_CONNECTIONS = 10;
const MOST_CONNECTIONS = 256;

/** The longest step of the search. */
const STEP_SECONDS = 3;
const WARM_UP_SECONDS = 2;
/** The part of the measured time for a step or the warm-up. */
const SHORT = 1 / 5;

/** Tries to hold a rate, and the factor by which the rate is lowered before the next try. */
const HOLDS = 4;
const LOWER = 0.8;

/**
 * Puts load on a service and measures it. When the signal aborts, the result has the measurements so far.
 *
 * @param note gets the progress, in lines
 * @throws LoadUsage, LoadStopped
 */
export async function runLoad(
  options: LoadOptions,
  note: (line: string) => void,
  signal: AbortSignal,
): Promise<Loaded> {
  const { url, key, mix, rate, p99BoundMs, seconds, values } = options;
  const startedAt = new Date();
  const local = await isLoopback(url);
  const { targets, budget } = await prepare({ ...options, note, signal });
  note(budgetLine(budget, mix, rate));
  const requests = plannedRequests(mix, targets, url);
  const series = new Series();
  const at = (asked: number | null, duration: number, into = series): Promise<Measurement> => {
    const connections = options.connections ?? connectionsFor(asked, p99BoundMs);
    const plan = { url, key, connections, rate: asked, seconds: duration, p99BoundMs, requests, signal };
    return measure(plan, { series: into, areMadeUp: values === null });
  };
  const end = (measurement: Measurement, found: RateSearch<Measurement> | null): Loaded => {
    if (signal.aborted && measurement.all.sent === 0) throw new LoadStopped(ENDED_EARLY);
    const verdict = verdictOf(measurement, p99BoundMs);
    return { startedAt, measurement, verdict, found, series, budget, local, interrupted: signal.aborted };
  };
  if (rate !== 'find') {
    const asked = rate === 'closed' ? null : rate;
    note('warming up');
    await at(asked, Math.min(WARM_UP_SECONDS, seconds * SHORT), new Series());
    note(`measuring for ${seconds} s`);
    return end(await at(asked, seconds), null);
  }
  const found = await find(async (asked) => {
    if (signal.aborted) return null;
    const measurement = await at(asked, Math.min(STEP_SECONDS, seconds * SHORT));
    if (signal.aborted && measurement.all.sent === 0) return null;
    const verdict = verdictOf(measurement, p99BoundMs);
    note(stepLine(asked, measurement, verdict));
    return { measurement, verdict };
  });
  let asked = sustainableRate(found);
  let last = (found.good ?? found.bad)?.measurement;
  if (last === undefined) throw new LoadStopped(ENDED_EARLY);
  if (asked === null || signal.aborted) return end(last, found);
  if (found.bad?.verdict === 'budget') {
    const waitSeconds = Math.max(WINDOW_MS / 1000, found.bad.measurement.askedWaitSeconds);
    if (waitSeconds > LONGEST_WAIT_SECONDS) {
      throw new LoadStopped(
        `429 asks for a wait of ${waitSeconds} s: start again after it, with less than ${shown(found.bad.rate)}`,
      );
    }
    note(`waiting ${waitSeconds} s, until the budget is whole again`);
    await pause(waitSeconds * 1000, signal).catch(() => {});
  }
  for (let holds = 1; !signal.aborted; holds++) {
    note(`holding ${shown(asked)} for ${seconds} s`);
    const held = await at(asked, seconds);
    if (signal.aborted && held.all.sent === 0) break;
    last = held;
    const verdict = verdictOf(held, p99BoundMs);
    if (verdict === 'good' || verdict === 'budget' || holds === HOLDS || signal.aborted) break;
    note(`this rate does not hold: ${VERDICTS[verdict]}`);
    asked *= LOWER;
  }
  return end(last, found);
}

/** As many connections as are busy at once while answers take as long as the bound, so that they do not limit. */
function connectionsFor(rate: number | null, p99BoundMs: number): number {
  if (rate === null) return CLOSED_CONNECTIONS;
  // For at least a second, so that answers may take longer than a short bound.
  return Math.min(MOST_CONNECTIONS, Math.ceil(rate * Math.max(1, p99BoundMs / 1000)));
}

/** A line that compares the key's budget with the rate. */
function budgetLine(budget: number | null, mix: Mix, rate: LoadOptions['rate']): string {
  if (budget === null) return 'the service does not send the budget of the key';
  const most = budgetRate(budget, mix);
  const line =
    `the budget of the key is ${budget} units a minute: ${shown(most)} of this mix, ` +
    `${significant(unitsOf(mix))} units each`;
  if (typeof rate === 'number' && rate > most)
    return `${line}; ${shown(rate)} will be refused with 429 unless it is raised`;
  return typeof rate === 'number' ? `${line}; ${shown(rate)} stay below it` : line;
}

function stepLine(rate: number, { all }: Measurement, verdict: Verdict): string {
  const p99Ms = all.latency.percentile(99);
  return `${shown(rate)}: ${p99Ms === null ? 'no answer' : `p99 ${significant(p99Ms)} ms`}, ${VERDICTS[verdict]}`;
}

const shown = (rate: number): string => `${significant(rate)} requests/s`;
