import { median } from './harness.ts';
import { answersOf, load, unexpected } from './open-loop.ts';
import type { Request } from './request.ts';

/** Far from what the service can do, so that the quiet machine has nothing to queue. */
const PER_SECOND = 500;
/** Enough to go on sending while nothing is answered for half a second. */
const CONNECTIONS = 256;

/** How good clients fared meanwhile. */
export interface Fare {
  /** Of each period in turn, milliseconds. */
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
  periodSeconds: number,
  over: () => boolean,
): Promise<Fare> {
  const p99s: number[] = [];
  let answered = 0;
  let failures = 0;
  let unsent = 0;
  do {
    const plan = { port, requests, connections: CONNECTIONS, rate: PER_SECOND, seconds: periodSeconds };
    const result = await load(plan);
    const answers = answersOf(result, 200, 'render zpl');
    p99s.push(answers?.p99Ms ?? Number.POSITIVE_INFINITY);
    answered += answers?.count ?? 0;
    failures += unexpected(result) + result.errors;
    unsent += result.unsent;
  } while (!over());
  return { p99s, answered, failures, unsent };
}

/** A row for the fare of good clients next to a quiet time. */
export function fareRow(name: string, fare: Fare, quiet?: Fare) {
  const value = median(fare.p99s);
  return {
    name,
    value,
    unit: 'ms',
    ...(quiet === undefined
      ? { note: `p99 of good clients, ${PER_SECOND} a second` }
      : { ratio: value / median(quiet.p99s), note: 'p99, of that when it was quiet; mark ≤ 2' }),
    detail: { answered: fare.answered, failures: fare.failures, unsent: fare.unsent },
    samples: fare.p99s,
    failed: fare.failures > 0,
  };
}
