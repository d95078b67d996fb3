import type { Latency } from './latency.ts';
import type { Measurement } from './measure.ts';
import { budgetRate, type Kind, UNITS, unitsOf } from './mix.ts';
import { PARTS, type Part } from './parts.ts';
import type { Loaded, LoadOptions } from './run-load.ts';
import type { Tally } from './tally.ts';
import type { Verdict } from './verdict.ts';

/** Milliseconds; null where nothing was answered 200. */
interface Times {
  readonly mean: number | null;
  readonly p50: number | null;
  readonly p99: number | null;
  readonly max: number | null;
}

/** What became of the requests of one kind, or of all. */
export interface Fared {
  /** That were sent. */
  readonly requests: number;
  /** Answers 200 a second. */
  readonly rate: number;
  readonly latency_ms: Times;
  /** Of the requests that were sent, from 0 to 1. */
  readonly shares: {
    readonly '200': number;
    readonly '429': number;
    readonly '503': number;
    /** Other answers. */
    readonly other: number;
    readonly unanswered: number;
  };
  /** How often each answer came: by status and name of the failure. */
  readonly answers: Readonly<Record<string, number>>;
  /** Where the time of answers 200 went. */
  readonly parts_ms: Readonly<Record<Part, { readonly mean: number | null; readonly p99: number | null }>>;
}

/** A measurement as `--json` prints it. */
export interface Measured extends Fared {
  /** Requests a second; null for as many as the connections get answered. */
  readonly asked_rate: number | null;
  readonly connections: number;
  /** For how long requests were sent. */
  readonly seconds: number;
  /** Requests that were due and never sent. */
  readonly unsent: number;
  readonly kinds: Readonly<Partial<Record<Kind, Fared & { readonly units: number }>>>;
  /** What this program took: share of the time that its event loop was at work, and processors. */
  readonly generator: { readonly busy: number; readonly processors: number; readonly of_processors: number };
}

export function measured({ asked, all, kinds, generator, ...measurement }: Measurement): Measured {
  const { connections, seconds, unsent } = measurement;
  return {
    asked_rate: asked,
    connections,
    seconds: rounded(seconds),
    unsent,
    ...fared(all, seconds),
    kinds: Object.fromEntries(
      [...kinds].map(([kind, tally]) => [kind, { units: UNITS[kind], ...fared(tally, seconds) }]),
    ),
    generator: {
      busy: rounded(generator.busy),
      processors: rounded(generator.processors),
      of_processors: generator.ofProcessors,
    },
  };
}

type Four = [number, number, number, number];

function fared(tally: Tally, seconds: number): Fared {
  const { sent } = tally;
  const [good, over, busy, none] = ['200', '429', '503', 'none'].map((what) => tally.count(what)) as Four;
  const share = (count: number): number => (sent === 0 ? 0 : count / sent);
  return {
    requests: sent,
    rate: seconds === 0 ? 0 : rounded(good / seconds),
    latency_ms: {
      ...times(tally.latency),
      p50: rounded(tally.latency.percentile(50)),
      max: rounded(tally.latency.max),
    },
    shares: {
      '200': share(good),
      '429': share(over),
      '503': share(busy),
      other: share(sent - good - over - busy - none),
      unanswered: share(none),
    },
    answers: Object.fromEntries(tally.counts),
    parts_ms: Object.fromEntries(PARTS.map((part) => [part, times(tally.parts[part])])) as Fared['parts_ms'],
  };
}

function times(latency: Latency): { readonly mean: number | null; readonly p99: number | null } {
  return { mean: rounded(latency.mean), p99: rounded(latency.percentile(99)) };
}

/** To the microsecond, if it is one of milliseconds. */
function rounded<N extends number | null>(number: N): N {
  return (number === null ? null : Math.round(number * 1000) / 1000) as N;
}

/** What `platen load` found out, as `--json` prints it. */
export interface Report extends Measured {
  readonly url: string;
  readonly labels: readonly string[];
  /** Shares of the kinds, which are 1 together. */
  readonly mix: Readonly<Record<string, number>>;
  readonly mode: 'rate' | 'find' | 'closed';
  readonly p99_bound_ms: number;
  /** Requests a second that were held; null without a search, or when none could be. */
  readonly sustainable_rate: number | null;
  /** Whether it was ended early. */
  readonly interrupted: boolean;
  readonly budget: {
    /** Null where the service does not tell. */
    readonly units_per_minute: number | null;
    readonly units_per_request: number;
    readonly requests_per_second: number | null;
  };
  /** Rates that were tried. */
  readonly steps: readonly {
    readonly rate: number;
    readonly p50_ms: number | null;
    readonly p99_ms: number | null;
    readonly verdict: Verdict;
  }[];
}

export function reportOf({ url, labelIds, mix, rate, p99BoundMs }: LoadOptions, loaded: Loaded): Report {
  const { measurement, verdict, found, budget, interrupted } = loaded;
  const holds = found !== null && verdict === 'good' && !interrupted;
  return {
    url: url.href,
    labels: labelIds,
    mix: Object.fromEntries(mix),
    mode: typeof rate === 'number' ? 'rate' : rate,
    p99_bound_ms: p99BoundMs,
    sustainable_rate: holds ? rounded(measurement.asked) : null,
    interrupted,
    budget: {
      units_per_minute: budget,
      units_per_request: rounded(unitsOf(mix)),
      requests_per_second: budget === null ? null : rounded(budgetRate(budget, mix)),
    },
    ...measured(measurement),
    steps: (found?.steps ?? []).map(({ rate, verdict, measurement: { all } }) => ({
      rate,
      p50_ms: rounded(all.latency.percentile(50)),
      p99_ms: rounded(all.latency.percentile(99)),
      verdict,
    })),
  };
}
