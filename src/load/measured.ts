import type { Latency } from './latency.ts';
import type { Measurement } from './measure.ts';
import { type Kind, UNITS } from './mix.ts';
import { rounded } from './numbers.ts';
import { PARTS, type Part } from './parts.ts';
import type { Tally } from './tally.ts';

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
  /** Of the latency: percentages, and the time below which each is. */
  readonly distribution: readonly { readonly percentage: number; readonly ms: number }[];
  readonly kinds: Readonly<Partial<Record<Kind, Fared & { readonly units: number }>>>;
  /** What this program took: share of the time that its event loop was at work, and processors. */
  readonly generator: { readonly busy: number; readonly processors: number; readonly of_processors: number };
}

export function measured({ asked, all, kinds, generator, ...measurement }: Measurement): Measured {
  const { connections, seconds, unsent } = measurement;
  return {
    asked_rate: rounded(asked),
    connections,
    seconds: rounded(seconds),
    unsent,
    ...fared(all, seconds),
    distribution: all.latency.distribution(),
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
