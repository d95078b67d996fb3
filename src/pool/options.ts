import type { LentBytes } from '../borrowed-bytes.ts';
import { LIMITS } from '../limits.ts';
import { workerModule } from '../worker-module.ts';
import type { Exceeded } from './admission.ts';
import type { Cost, Job } from './job.ts';
import type { LossReason } from './render-thread.ts';
import type { RenderedTask } from './task-result.ts';
import type { WorkerGroupOptions } from './worker-group.ts';

/** Why a task was refused or given up: the bound that it would have passed, or another reason. */
export type RefusalReason = Exceeded | 'memory' | 'share' | 'deadline' | 'breaker' | 'closed';

/** The task that an event is about, with its requester. The task is missing if it was refused before it was made. */
export type Concerned<T> = Pick<Job<T, never>, 'account' | 'client'> & { readonly task?: T };

/** Events of the pool, for logs and metrics. */
export interface PoolEvents<T> {
  onDone(task: T, waitMs: number, workMs: number): void;
  onRefused(reason: RefusalReason, concerned: Concerned<T>): void;
  /**
   * A thread exited, and is replaced unless the reason is `unstarted`. `concerned` is the task that it was working on.
   */
  onReplaced(reason: LossReason, error: unknown, concerned: Concerned<T> | undefined): void;
}

export interface RenderPoolOptions<T, R extends RenderedTask<LentBytes>>
  extends Pick<WorkerGroupOptions<T, R>, 'packer' | 'threads'>,
    Partial<Omit<WorkerGroupOptions<T, R>, 'packer' | 'threads'>> {
  /** Tasks that may wait for a thread; one more is refused. */
  readonly queue: number;
  /** Work that may wait and run, for each thread. */
  readonly perThread: Cost;
  /**
   * The longest wait of a task, in milliseconds, after which it is given up. A task that runs twice as long loses its
   * thread: a worker should have given up by itself by then.
   */
  readonly deadlineMs?: number;
  /** A thread that takes longer to start is replaced. Milliseconds. */
  readonly startDeadlineMs?: number;
  /** Small tasks that cross to a thread together, at most. */
  readonly batch?: number;
  /** The time for which a breaker stays open. Milliseconds. */
  readonly breakerPauseMs?: number;
  /**
   * Resident memory of the process, in bytes, above which a task is let in only if there is no other, and threads that
   * hold much are replaced.
   */
  readonly memoryMaxBytes?: number;
  readonly events: PoolEvents<T>;
}

/** The values of absent options. */
export const DEFAULTS = {
  workerUrl: workerModule('render'),
  deadlineMs: LIMITS.requestMs,
  // Some twenty times the start of a thread on a busy machine.
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
