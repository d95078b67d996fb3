import { median } from '../../harness/statistics.ts';
import { atMost, type Row } from '../../harness/suite.ts';
import { answersOf, load, unexpected } from './open-loop.ts';
import type { Request } from './request.ts';

/** Far from what the service can do, so that the quiet machine has nothing to queue. */
const PER_SECOND = 500;
/** Enough to go on sending while nothing is answered for half a second. */
const CONNECTIONS = 256;
/** Short, so that what else the machine does spoils few of many periods. */
const PERIOD_SECONDS = 1;

/** How good clients fared. */
export interface Fare {
  /** Figures of each period in turn, milliseconds. */
  readonly p99s: readonly number[];
  readonly answered: number;
  /** Answers other than 200, and lost connections. */
  readonly failures: number;
  /** Requests that found all connections waiting for an answer. */
  readonly unsent: number;
}

/** Sends `render zpl` at a steady rate, in periods, until `over` says so; one period at least. */
export async function goodTraffic(
  port: number,
  requests: readonly Request[],
  over: (periods: number) => boolean,
): Promise<Fare> {
  const p99s: number[] = [];
  let answered = 0;
  let failures = 0;
  let unsent = 0;
  do {
    const plan = { port, requests, connections: CONNECTIONS, rate: PER_SECOND, seconds: PERIOD_SECONDS };
    const result = await load(plan);
    const answers = answersOf(result, 200, 'render zpl');
    p99s.push(answers?.p99Ms ?? Number.POSITIVE_INFINITY);
    answered += answers?.count ?? 0;
    failures += unexpected(result) + result.errors;
    unsent += result.unsent;
  } while (!over(p99s.length));
  return { p99s, answered, failures, unsent };
}

/** All periods of several fares. */
export function together(fares: readonly Fare[]): Fare {
  const sum = (figure: 'answered' | 'failures' | 'unsent'): number =>
    fares.reduce((total, fare) => total + fare[figure], 0);
  return {
    p99s: fares.flatMap(({ p99s }) => p99s),
    answered: sum('answered'),
    failures: sum('failures'),
    unsent: sum('unsent'),
  };
}

/** A row for the p99 of the fare of good clients next to that of quiet times. */
export function fareRow(name: string, fare: Fare, quiet: Fare, detail: Row['detail'] = {}): Row {
  const value = median(fare.p99s);
  const calm = median(quiet.p99s);
  const failures = fare.failures + quiet.failures;
  return {
    name,
    value,
    unit: 'ms',
    ratio: value / calm,
    of: 'quiet periods',
    marks: [atMost(2, 'ratio')],
    claim: 'Beside clients that misbehave, the p99 of good ones is at most twice that of quiet periods',
    detail: { 'quiet ms': calm, answered: fare.answered, unsent: fare.unsent, ...detail },
    samples: fare.p99s,
    ...(failures > 0 && { failed: `${failures} requests of good clients` }),
  };
}
