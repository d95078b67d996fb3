import type { LentBytes } from '../borrowed-bytes.ts';
import { LIMITS } from '../limits.ts';
import { workerModule } from '../worker-module.ts';
import type { Exceeded } from './admission.ts';
import type { Cost, Job } from './job.ts';
import type { LossReason } from './render-thread.ts';
import type { Rendered } from './task-result.ts';
import type { WorkerGroupOptions } from './worker-group.ts';

/** Why a task was refused or given up: the bound that it would have passed, or what became of its turn. */
export type RefusalReason = Exceeded | 'memory' | 'share' | 'deadline' | 'breaker' | 'closed';

/** The task that an event is about, and who asked for it; no task where it was refused before it was made. */
export type Concerned<T> = Pick<Job<T, never>, 'account' | 'client'> & { readonly task?: T };

/** Events of the pool, for logs and metrics. */
export interface PoolEvents<T> {
  onDone(task: T, waitMs: number, workMs: number): void;
  onRefused(reason: RefusalReason, concerned: Concerned<T>): void;
  /**
   * A thread exited, and another takes its place (not of one `unstarted`). `concerned` is what it was at, if anything.
   */
  onReplaced(reason: LossReason, error: unknown, concerned: Concerned<T> | undefined): void;
}

export interface RenderPoolOptions<T, R extends Rendered<LentBytes>>
  extends Pick<WorkerGroupOptions<T, R>, 'packer' | 'threads'>,
    Partial<Omit<WorkerGroupOptions<T, R>, 'packer' | 'threads'>> {
  /** Tasks that may wait for a thread; one more is refused. */
  readonly queue: number;
  /** Work that may wait and run, for each thread. */
  readonly perThread: Cost;
  /**
   * A task that has waited so long is given up. One that runs twice as long loses its thread: by then a worker
   * should have given up by itself. Milliseconds.
   */
  readonly deadlineMs?: number;
  /** A thread that takes longer to start is replaced. Milliseconds. */
  readonly startDeadlineMs?: number;
  /** Small tasks that cross to a thread together, at most. */
  readonly batch?: number;
  /** How long a breaker that opened stays so. Milliseconds. */
  readonly breakerPauseMs?: number;
  /**
   * Resident memory of the process. While it is above, a task is let in only when there is no other, and threads
   * that hold much are replaced. Bytes.
   */
  readonly memoryMaxBytes?: number;
  readonly events: PoolEvents<T>;
}

/** Options that are absent. */
export const DEFAULTS = {
  workerUrl: workerModule('render'),
  deadlineMs: LIMITS.requestMs,
  // Some twenty times what it takes on a busy machine.
  startDeadlineMs: 30_000,
  heapMb: 512,
  // At full load a new thread every minute or so, against leaks that no counter shows.
  recycleAfterTasks: 1_000_000,
  recycleAboveBytes: 512 * 2 ** 20,
  breakerPauseMs: 5000,
  memoryMaxBytes: Infinity,
  // More gained nothing (`npm run bench -- pool` compares smaller ones).
  batch: 32,
};
