import { cpus } from 'node:os';
import { refusalOf } from '../api-client/refusal.ts';
import { retryAfterSeconds } from '../api-client/retry-after.ts';
import { fire, type Plan } from './fire.ts';
import { LoadStopped } from './load-failure.ts';
import { KINDS, type Kind } from './mix.ts';
import { refusalAdvice } from './refusal-advice.ts';
import type { Series } from './series.ts';
import { isForGood, type Outcome } from './shot.ts';
import { Tally } from './tally.ts';

/** What was measured at one rate. */
export interface Measurement {
  /** That was asked for, in requests a second; null for as many as the connections get answered. */
  readonly asked: number | null;
  readonly connections: number;
  /** For how long requests were sent. */
  readonly seconds: number;
  /** On the clock of `performance.now()`. */
  readonly endedAt: number;
  /** Requests that were due and could not be sent in all that time. */
  readonly unsent: number;
  /** The longest wait that a 429 asked for, in seconds; 0 without one. */
  readonly askedWaitSeconds: number;
  readonly all: Tally;
  /** Those that were asked for. */
  readonly kinds: ReadonlyMap<Kind, Tally>;
  readonly generator: SenderUse;
}

/** What this program itself took. */
export interface SenderUse {
  /** Share of the time in which its event loop was at work: near 1 it cannot send more. */
  readonly busy: number;
  /** Processors that it kept at work. */
  readonly processors: number;
  readonly ofProcessors: number;
}

/** Where a measurement is watched while it is made. */
export interface Watching {
  readonly series: Series;
  readonly areMadeUp: boolean;
}

/**
 * Sends what a plan says, and measures.
 *
 * @throws LoadStopped as `fire` does, and at the first answer that would be the same for ever.
 */
export async function measure(plan: Plan, { series, areMadeUp }: Watching): Promise<Measurement> {
  const kinds = new Map<Kind, Tally>();
  const processor = process.cpuUsage();
  const loop = performance.eventLoopUtilization();
  const startedAt = performance.now();
  let askedWaitSeconds = 0;
  const { seconds, unsent } = await fire(plan, (outcome) => {
    const { kind } = outcome.shot;
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

function askedWait({ headers }: Outcome): number {
  return (
    retryAfterSeconds({ get: (name) => headers.get(name) ?? null, has: (name) => headers.has(name) }) ?? 0
  );
}

function stopped({ shot, status, headers, body }: Outcome, areMadeUp: boolean): LoadStopped {
  const refusal = refusalOf({
    status: status ?? 0,
    headers: new Headers([...headers]),
    bytes: new TextEncoder().encode(body),
    requestId: headers.get('x-request-id') ?? '',
  });
  return new LoadStopped(refusalAdvice(refusal, { ...shot, areMadeUp }));
}
