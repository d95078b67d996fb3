import type { Done } from '../../../src/pool/reply.ts';
import { serve } from '../../../src/pool/serve.ts';

/** Keeps the thread busy for so long; what else it is sent only has to cross. */
export interface SpinTask {
  readonly microseconds: number;
  readonly payload?: string | Uint8Array;
}

// A small label's answer.
const BODY_BYTES = 2048;

/** What a plain piscina calls, by its name. */
export function spin({ microseconds }: SpinTask): Done {
  const end = performance.now() + microseconds / 1000;
  while (performance.now() < end);
  return { ok: true, body: new Uint8Array(BODY_BYTES), figures: [] };
}

export default serve((tasks: readonly SpinTask[]) => tasks, spin);
