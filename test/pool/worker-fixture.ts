import { threadId } from 'node:worker_threads';
import type { Reply } from '../../src/pool/reply.ts';
import { serve } from '../../src/pool/serve.ts';

export type FixtureTask =
  | { readonly kind: 'thread' | 'throw' | 'throw-later' | 'exit' | 'spin' | 'refuse' | 'exhaust' }
  /** Counts itself in `gate[1]`, then holds its thread until `gate[0]` is not 0. */
  | { readonly kind: 'hold'; readonly gate: Int32Array }
  /** Answers with so many bytes, or keeps them. */
  | { readonly kind: 'bytes' | 'keep'; readonly length: number }
  /** How much memory the last array of `bytes` still has here. */
  | { readonly kind: 'left' }
  /** Exits when `gate[0]` is 0. */
  | { readonly kind: 'exit-unless'; readonly gate: Int32Array };

let last = new Uint8Array();

const value = (figure: number, body = new Uint8Array()): Reply => ({ ok: true, body, figures: [figure] });

function answer(task: FixtureTask): Reply {
  switch (task.kind) {
    case 'thread':
      return value(threadId);
    case 'throw':
      throw new RangeError('a bug');
    case 'throw-later':
      setTimeout(() => {
        throw new RangeError('a late bug');
      });
      return value(threadId);
    case 'exit':
      return process.exit(3);
    case 'exit-unless':
      return Atomics.load(task.gate, 0) === 0 ? process.exit(3) : value(threadId);
    case 'spin':
      for (;;);
    case 'exhaust': {
      const kept: number[][] = [];
      for (;;) kept.push(Array.from({ length: 100_000 }, (_, i) => i + 0.5));
    }
    case 'refuse':
      return { ok: false, failure: { code: 'too_large', message: 'The label has too many dots' } };
    case 'hold':
      Atomics.add(task.gate, 1, 1);
      Atomics.wait(task.gate, 0, 0);
      return value(threadId);
    case 'bytes':
      last = new Uint8Array(task.length).fill(7);
      return value(last.length, last);
    case 'keep':
      last = new Uint8Array(task.length).fill(7);
      return value(last.length);
    case 'left':
      return value(last.buffer.byteLength);
  }
}

// A start that never ends.
if (process.env['FIXTURE_HANGS'] === '1') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);

export default serve((tasks: readonly FixtureTask[]) => tasks, answer);
