import { LineBudget } from './line-budget.ts';
import type { Logger } from './log.ts';

/** Lines a second: a repeated failure must not fill a disk. */
const LINES_A_SECOND = 50;

/** Writes errors that belong to no answer, or that its client must not see, to the log. */
export function errorLog(log: Logger): (error: unknown) => void {
  const budget = new LineBudget(LINES_A_SECOND);
  return (error) => {
    const leftOut = budget.take(performance.now());
    if (leftOut === null) return;
    log.error({ err: described(error), sampled_out: leftOut || undefined }, 'error');
  };
}

/** Only these two: other members of an error can hold a request's bytes. */
export function described(error: unknown): unknown {
  return error instanceof Error ? { message: error.message, stack: error.stack } : String(error);
}
