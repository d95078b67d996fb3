import { type Advice, advise, type Verdict } from './advice.ts';
import { type Measured, measured } from './measure.ts';
import { rounded } from './numbers.ts';
import { budgetRate, unitsOf } from './request-plan.ts';
import type { Loaded, LoadOptions } from './run-load.ts';
import type { SeriesPoint } from './tally.ts';

/** The report of `platen load`, as `--json` prints it. */
export interface LoadReport extends Measured {
  readonly url: string;
  /** ISO 8601, UTC. */
  readonly started_at: string;
  readonly labels: readonly string[];
  /** Shares of the kinds, which are 1 together. */
  readonly mix: Readonly<Record<string, number>>;
  readonly mode: 'rate' | 'find' | 'closed';
  readonly p99_bound_ms: number;
  /**
   * Requests a second that were answered 200 at the sustainable rate; null without a search, or if no rate was held.
   */
  readonly sustainable_rate: number | null;
  /** The verdict on the last measurement. */
  readonly verdict: Verdict;
  /** Whether it was ended early. */
  readonly interrupted: boolean;
  readonly budget: {
    /** Null if the service does not send its budget. */
    readonly units_per_minute: number | null;
    readonly units_per_request: number;
    readonly requests_per_second: number | null;
  };
  /** The lowest rate that was not good; null without a search, or if none was bad. */
  readonly limit: (Measured & { readonly verdict: Verdict }) | null;
  readonly advice: readonly Advice[];
  /** Rates that were tried. */
  readonly steps: readonly {
    readonly rate: number;
    readonly p50_ms: number | null;
    readonly p99_ms: number | null;
    readonly verdict: Verdict;
  }[];
  /** The whole time, the search included, in at most 240 stretches. */
  readonly series: readonly SeriesPoint[];
}

/** The report of a load, with its advice. */
export function reportOf({ url, labelIds, mix, rate, p99BoundMs }: LoadOptions, loaded: Loaded): LoadReport {
  const { measurement, verdict, found, budget, local, interrupted } = loaded;
  const held = measured(measurement);
  const bad = found?.bad ?? null;
  const limit = bad === null ? null : { verdict: bad.verdict, ...measured(bad.measurement) };
  const unitsPerRequest = unitsOf(mix);
  const shownBy = verdict === 'good' && limit !== null ? limit : { verdict, ...held };
  const topRate = Math.max(
    held.asked_rate ?? held.requests / held.seconds,
    ...(found?.steps ?? []).map((step) => step.rate),
  );
  const facts = {
    measured: shownBy,
    verdict: shownBy.verdict,
    closed: rate === 'closed',
    unitsPerRequest,
    topRate,
    local,
  };
  const holds = found !== null && verdict === 'good' && !interrupted;
  return {
    url: url.href,
    started_at: loaded.startedAt.toISOString(),
    labels: labelIds,
    mix: Object.fromEntries(mix),
    mode: typeof rate === 'number' ? 'rate' : rate,
    p99_bound_ms: p99BoundMs,
    sustainable_rate: holds ? held.rate : null,
    verdict,
    interrupted,
    budget: {
      units_per_minute: budget,
      units_per_request: rounded(unitsPerRequest),
      requests_per_second: budget === null ? null : rounded(budgetRate(budget, mix)),
    },
    ...held,
    limit,
    advice: advise(facts),
    steps: (found?.steps ?? []).map(({ rate, verdict, measurement: { all } }) => ({
      rate,
      p50_ms: rounded(all.latency.percentile(50)),
      p99_ms: rounded(all.latency.percentile(99)),
      verdict,
    })),
    series: loaded.series.points(),
  };
}
