import { serve } from '../../../src/pool/serve.ts';
import type { RenderedTask } from '../../../src/pool/task-result.ts';

/** Keeps the thread busy for so long; what else it is sent only has to cross. */
export interface SpinTask {
  readonly microseconds: number;
  readonly payload?: string | Uint8Array;
}

// A small label's answer.
const BODY_BYTES = 2048;

/** The function that a plain piscina calls, by its name. */
export function spin({ microseconds }: SpinTask): RenderedTask {
  const end = performance.now() + microseconds / 1000;
  while (performance.now() < end);
  return { body: new Uint8Array(BODY_BYTES) };
}

export default serve({ unpack: (tasks: readonly SpinTask[]) => tasks, numbersOf: () => [] }, spin);
