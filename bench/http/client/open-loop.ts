import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { loaderArguments } from '../../../src/worker-module.ts';
import { bytesOf, type Request } from './request.ts';

/** The task of a load generator's thread. */
export interface Plan {
  readonly port: number;
  readonly requests: readonly { readonly kind: string; readonly bytes: Uint8Array }[];
  readonly connections: number;
  /**
   * Requests in flight at once, at most, for which connections take turns; absent: as many as there are connections.
   */
  readonly atOnce?: number;
  /** Requests a second, sent when they are due whether others have been answered or not; null: as fast as they are. */
  readonly rate: number | null;
  readonly seconds: number;
  /** Seconds before the measured time in which the load is the same, and answers do not count. */
  readonly leadSeconds?: number;
  /**
   * How long a request waits for a free connection, which is no part of its latency; it is not sent then. If absent:
   * for ever, and latency counts from when it was due.
   */
  readonly patienceMs?: number;
  /** Requests in all, at most. */
  readonly most?: number;
}

/** The answers of one status to one kind of request; milliseconds from when a request was due, or could be sent. */
export interface Answers {
  readonly kind: string;
  readonly status: number;
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
}

export interface Load {
  /** Requests a second that were sent, and that were to be. */
  readonly sentRate: number;
  readonly offeredRate: number;
  /** Requests that found no free connection in time, or before the end. */
  readonly unsent: number;
  /** Requests a second answered with 200, until the last of them, which may come after the end. */
  readonly goodput: number;
  readonly answers: readonly Answers[];
  /** Connections lost under a request, or not made. */
  readonly errors: number;
}

const THREAD = new URL('open-loop-thread.ts', import.meta.url);
/** One for the whole run, so that its code is as warm as it gets. */
let client: Worker | undefined;

/**
 * Sends requests in turn by a schedule, from a thread of its own. A request that finds no free connection waits
 * here, and its latency counts from when it was due. One load at a time.
 */
export async function load({
  requests,
  ...plan
}: Omit<Plan, 'requests'> & { readonly requests: readonly Request[] }): Promise<Load> {
  client ??= new Worker(THREAD, { execArgv: loaderArguments(THREAD) });
  client.ref();
  const sent = requests.map((request) => ({ kind: request.kind, bytes: bytesOf(request) }));
  client.postMessage({ ...plan, requests: sent } satisfies Plan);
  const [result] = (await once(client, 'message')) as [Load];
  client.unref();
  return result;
}

export const WARM_CONNECTIONS = 32;

/** Sends every request once, so that what the service keeps of labels and keys is there, then on for a while. */
export async function warmUp(
  port: number,
  requests: readonly Request[],
  seconds: number,
  connections = WARM_CONNECTIONS,
): Promise<void> {
  const plan = { port, requests, connections, rate: null };
  const once = await load({ ...plan, seconds: 300, most: requests.length });
  if (unexpected(once) + once.errors > 0) throw new Error(`no good answers: ${JSON.stringify(once)}`);
  await load({ ...plan, seconds });
}

/** The answers that were not 200 or, where shedding is on purpose, 503. */
export function unexpected({ answers }: Load, shedding = false): number {
  return answers
    .filter(({ status }) => status !== 200 && !(shedding && status === 503))
    .reduce((sum, { count }) => sum + count, 0);
}

/** The answers of this status to requests of this kind; undefined when there were none. */
export function answersOf({ answers }: Load, status: number, kind: string): Answers | undefined {
  return answers.find((each) => each.status === status && each.kind === kind);
}
