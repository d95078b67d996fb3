import type { Client } from '../client.ts';

/** The cost of a task, by estimate before it runs. */
export interface Cost {
  /** Dots of every surface that it draws. */
  readonly pixels: number;
  /** Bytes of ZPL that it reads, once for each record, or other work in this unit. */
  readonly units: number;
}

/** A task that the pool has admitted and not yet answered. */
export interface Job<T, R> {
  readonly task: T;
  readonly cost: Cost;
  readonly account: string;
  /** Its share of a worker's time; see {@link weightOf}. */
  readonly weight: number;
  /** `performance.now()` of its admission. */
  readonly admittedAt: number;
  /** `performance.now()` when a thread got it. */
  startedAt: number;
  readonly resolve: (rendered: R) => void;
  readonly reject: (reason: unknown) => void;
  readonly client: Client | undefined;
}

/** The least weight of a job: sending it to a thread and its look-ups take as long as this many dots. */
export const LEAST_WEIGHT = 16_384;
/** Substituting a byte of ZPL takes about as long as drawing this many dots. */
const PIXELS_PER_UNIT = 4;
/** The greatest weight of a job, which keeps the rounds of the queue few. */
const MOST_WEIGHT = 2 ** 26;

/** One number to compare jobs by, in dots: about 4 ns each where this was measured. */
export function weightOf({ pixels, units }: Cost): number {
  return Math.min(LEAST_WEIGHT + pixels + PIXELS_PER_UNIT * units, MOST_WEIGHT);
}

/** Keeps a job from now on, even if its client disconnects. */
export function stay({ client }: Pick<Job<unknown, never>, 'client'>): void {
  if (client !== undefined) client.onGone = undefined;
}
