import { threadId } from 'node:worker_threads';
import type { Reply } from '../../src/pool/reply.ts';
import { reply } from '../../src/pool/reply.ts';

export type FixtureTask =
  | { readonly kind: 'warm' | 'thread' | 'throw' | 'exit' | 'spin' | 'refuse' }
  /** Counts itself in `gate[1]`, then holds its thread until `gate[0]` is not 0. */
  | { readonly kind: 'hold'; readonly gate: Int32Array }
  | { readonly kind: 'bytes'; readonly length: number }
  /** How much memory the last array of `bytes` still has here. */
  | { readonly kind: 'left' };

export type FixtureReply =
  | { readonly ok: true; readonly value: number; readonly bytes?: Uint8Array }
  | Extract<Reply, { ok: false }>;

let last = new Uint8Array();

export default function answer(task: FixtureTask): FixtureReply {
  switch (task.kind) {
    case 'warm':
    case 'thread':
      return { ok: true, value: threadId };
    case 'throw':
      throw new RangeError('a bug');
    case 'exit':
      return process.exit(3);
    case 'spin':
      for (;;);
    case 'refuse':
      return { ok: false, failure: { code: 'too_large', message: 'The label has too many dots' } };
    case 'hold':
      Atomics.add(task.gate, 1, 1);
      Atomics.wait(task.gate, 0, 0);
      return { ok: true, value: threadId };
    case 'bytes':
      last = new Uint8Array(task.length).fill(7);
      return reply({ ok: true, value: last.length, bytes: last }, [last]);
    case 'left':
      return { ok: true, value: last.buffer.byteLength };
  }
}
