import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { loaderArguments } from '../src/worker-module.ts';
import { bytesOf, type Request } from './request.ts';

/** What a load generator's thread is told. */
export interface Plan {
  readonly port: number;
  readonly requests: readonly { readonly kind: string; readonly bytes: Uint8Array }[];
  /** Requests under way at once, at most. */
  readonly connections: number;
  /** Requests a second, sent when they are due whether others have been answered or not; null: as fast as they are. */
  readonly rate: number | null;
  readonly seconds: number;
}

/** The answers of one status to one kind of request; milliseconds from when a request was due. */
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
  /** Requests a second answered with 200 while it lasted. */
  readonly goodput: number;
  readonly answers: readonly Answers[];
  /** Connections lost under a request, or not made. */
  readonly errors: number;
}

const THREAD = new URL('open-loop-thread.ts', import.meta.url);

/**
 * Sends requests in turn by a schedule, from a thread of its own. A request that finds no free connection waits
 * here, and its latency counts from when it was due.
 */
export async function load({
  requests,
  ...plan
}: Omit<Plan, 'requests'> & { readonly requests: readonly Request[] }): Promise<Load> {
  const workerData: Plan = {
    ...plan,
    requests: requests.map((request) => ({ kind: request.kind, bytes: bytesOf(request) })),
  };
  const thread = new Worker(THREAD, { workerData, execArgv: loaderArguments(THREAD) });
  const [result] = (await once(thread, 'message')) as [Load];
  await thread.terminate();
  return result;
}

/** The answers that were not 200 or, where shedding is on purpose, 503. */
export function unexpected({ answers }: Load, shedding = false): number {
  return answers
    .filter(({ status }) => status !== 200 && !(shedding && status === 503))
    .reduce((sum, { count }) => sum + count, 0);
}

/** The answers of this status to requests of any kind or of one; undefined when there were none. */
export function answersOf({ answers }: Load, status: number, kind?: string): Answers | undefined {
  return answers.find((each) => each.status === status && (kind === undefined || each.kind === kind));
}
