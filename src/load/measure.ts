import { cpus } from 'node:os';
import { refusalOf } from '../api-client/refusal.ts';
import { retryAfterSeconds } from '../api-client/retry-after.ts';
import { LoadStopped } from './load-failure.ts';
import { rounded } from './numbers.ts';
import { refusalAdvice } from './refusal-advice.ts';
import { isForGood, KINDS, type Kind, type RequestOutcome, UNITS } from './request-plan.ts';
import { type LoadPlan, sendLoad } from './send-load.ts';
import { type Latency, PARTS, type Part, type Series, Tally } from './tally.ts';

/** The measurement of one rate. */
export interface Measurement {
  /** The planned rate, in requests a second; null if each connection sends as soon as it is answered. */
  readonly asked: number | null;
  readonly connections: number;
  /** Time in which requests were sent. */
  readonly seconds: number;
  /** The end, of `performance.now()`. */
  readonly endedAt: number;
  /** Requests that were due and could not be sent in this time. */
  readonly unsent: number;
  /** The longest wait that a 429 asked for, in seconds; 0 without one. */
  readonly askedWaitSeconds: number;
  readonly all: Tally;
  /** Tallies of the planned kinds. */
  readonly kinds: ReadonlyMap<Kind, Tally>;
  readonly generator: SenderUse;
}

/** The load of this program itself. */
export interface SenderUse {
  /** Share of the time in which its event loop was busy: near 1 it cannot send more. */
  readonly busy: number;
  /** Processors that it kept busy. */
  readonly processors: number;
  readonly ofProcessors: number;
}

/** The surroundings of a measurement. */
export interface Watching {
  /** Gets the outcome of each request. */
  readonly series: Series;
  /** Whether the values of the requests are made up. */
  readonly areMadeUp: boolean;
}

/**
 * Sends the requests of a plan, and measures them.
 *
 * @throws LoadStopped as `sendLoad` does, and at the first answer that no repetition would change.
 */
export async function measure(plan: LoadPlan, { series, areMadeUp }: Watching): Promise<Measurement> {
  const kinds = new Map<Kind, Tally>();
  const processor = process.cpuUsage();
  const loop = performance.eventLoopUtilization();
  const startedAt = performance.now();
  let askedWaitSeconds = 0;
  const { seconds, unsent } = await sendLoad(plan, (outcome) => {
    const { kind } = outcome.request;
    if (outcome.status !== null && isForGood(outcome.status)) throw stopped(outcome, areMadeUp);
    const tally = kinds.get(kind) ?? new Tally();
    kinds.set(kind, tally);
    tally.record(outcome);
    if (outcome.status === 429) askedWaitSeconds = Math.max(askedWaitSeconds, askedWait(outcome));
    series.record(outcome);
  });
  const endedAt = performance.now();
  const { user, system } = process.cpuUsage(processor);
  const all = new Tally();
  for (const tally of kinds.values()) all.add(tally);
  return {
    asked: plan.rate,
    connections: plan.connections,
    seconds,
    endedAt,
    unsent,
    askedWaitSeconds,
    all,
    kinds: new Map(KINDS.flatMap((kind) => [...kinds].filter(([each]) => each === kind))),
    generator: {
      busy: performance.eventLoopUtilization(loop).utilization,
      processors: (user + system) / 1000 / (endedAt - startedAt),
      ofProcessors: cpus().length,
    },
  };
}

function askedWait({ headers }: RequestOutcome): number {
  return (
    retryAfterSeconds({ get: (name) => headers.get(name) ?? null, has: (name) => headers.has(name) }) ?? 0
  );
}

function stopped({ request, status, headers, body }: RequestOutcome, areMadeUp: boolean): LoadStopped {
  const refusal = refusalOf({
    status: status ?? 0,
    headers: new Headers([...headers]),
    bytes: new TextEncoder().encode(body),
    requestId: headers.get('x-request-id') ?? '',
  });
  return new LoadStopped(refusalAdvice(refusal, { ...request, areMadeUp }));
}

/** Times in milliseconds; null if no request was answered 200. */
interface Times {
  readonly mean: number | null;
  readonly p50: number | null;
  readonly p99: number | null;
  readonly max: number | null;
}

/** Outcomes of the requests of one kind, or of all. */
export interface Fared {
  /** Requests that were sent. */
  readonly requests: number;
  /** Answers 200 a second. */
  readonly rate: number;
  readonly latency_ms: Times;
  /** Share of the sent requests, from 0 to 1. */
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
  /** The latency breakdown of answers 200. */
  readonly parts_ms: Readonly<Record<Part, { readonly mean: number | null; readonly p99: number | null }>>;
}

/** A measurement as `--json` prints it. */
export interface Measured extends Fared {
  /** The planned rate, in requests a second; null if each connection sends as soon as it is answered. */
  readonly asked_rate: number | null;
  readonly connections: number;
  /** Time in which requests were sent. */
  readonly seconds: number;
  /** Requests that were due and never sent. */
  readonly unsent: number;
  /** The distribution of the latency: percentages, and the time below which that many answers came. */
  readonly distribution: readonly { readonly percentage: number; readonly ms: number }[];
  readonly kinds: Readonly<Partial<Record<Kind, Fared & { readonly units: number }>>>;
  /** Load of this program: busy share of its event loop, and processors. */
  readonly generator: { readonly busy: number; readonly processors: number; readonly of_processors: number };
}

/** The figures of a measurement, for the report. */
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
