import type { Concerned, RefusalReason } from '../pool/options.ts';
import type { LossReason } from '../pool/render-thread.ts';
import { LineBudget } from './line-budget.ts';
import type { Logger } from './log.ts';

/** A full pool refuses thousands a second: enough to see who they are. */
const LINES_A_SECOND = 50;

/** Events of the pool for the log. */
export interface PoolLog {
  onRefused(reason: RefusalReason, concerned: Concerned<unknown>): void;
  onReplaced(reason: LossReason, concerned: Concerned<unknown> | undefined): void;
}

/** Writes whose tasks the pool refused, and which task a lost worker thread was at, with no more than their ids. */
export function poolLog(log: Logger): PoolLog {
  const budget = new LineBudget(LINES_A_SECOND);
  return {
    onRefused(reason, concerned) {
      const leftOut = budget.take(performance.now());
      if (leftOut === null) return;
      log.warn({ reason, ...idsOf(concerned), sampled_out: leftOut || undefined }, 'the pool refused a task');
    },
    onReplaced(reason, concerned) {
      log.warn({ reason, ...(concerned && idsOf(concerned)) }, 'a worker thread was replaced');
    },
  };
}

function idsOf({ account, task, client }: Concerned<unknown>) {
  return {
    request_id: client?.origin?.requestId,
    account_id: account,
    key_id: client?.origin?.keyId,
    // A task may come without a client, and a client is refused before it has a task.
    label_id: labelIdOf(task) ?? client?.origin?.labelId,
  };
}

/** The id of the saved label that a task is about; undefined for a task without one. */
function labelIdOf(task: unknown): string | undefined {
  return (task as { readonly label?: { readonly id: string } } | undefined)?.label?.id;
}
