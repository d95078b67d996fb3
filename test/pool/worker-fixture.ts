import { threadId } from 'node:worker_threads';
import type { LentBytes } from '../../src/borrowed-bytes.ts';
import { FailureError, failure } from '../../src/errors.ts';
import { serve } from '../../src/pool/serve.ts';
import type { RenderedTask } from '../../src/pool/task-result.ts';

export type FixtureTask =
  | { readonly kind: 'thread' | 'throw' | 'throw-later' | 'exit' | 'spin' | 'refuse' | 'exhaust' }
  /** Counts itself in `gate[1]`, then holds its thread until `gate[0]` is not 0. */
  | { readonly kind: 'hold'; readonly gate: Int32Array }
  /** Answers with so many bytes (7, if it does not say), or keeps them. */
  | { readonly kind: 'bytes' | 'keep'; readonly length: number; readonly byte?: number }
  /** How much memory the last array of `bytes` still has here. */
  | { readonly kind: 'left' }
  /** Exits when `gate[0]` is 0. */
  | { readonly kind: 'exit-unless'; readonly gate: Int32Array };

let last = new Uint8Array();

/** An answer has arrived by then; the end of a thread may overtake it. */
const LATE_MS = 200;

/** The answer of the fixture. */
export interface FixtureResult<Body extends LentBytes = Uint8Array> extends RenderedTask<Body> {
  readonly value: number;
}

const value = (number: number, body = new Uint8Array()): FixtureResult => ({ body, value: number });

function answer(task: FixtureTask): FixtureResult {
  switch (task.kind) {
    case 'thread':
      return value(threadId);
    case 'throw':
      throw new RangeError('a bug');
    case 'throw-later':
      setTimeout(() => {
        throw new RangeError('a late bug');
      }, LATE_MS);
      return value(threadId);
    case 'exit':
      return process.exit(3);
    case 'exit-unless':
      return Atomics.load(task.gate, 0) === 0 ? process.exit(3) : value(threadId);
    case 'spin':
      for (;;);
    case 'exhaust': {
      const kept: number[][] = [];
      for (;;) kept.push(new Array<number>(2 ** 20).fill(0.5));
    }
    case 'refuse':
      throw new FailureError(failure('too_large', 'the label has too many dots'));
    case 'hold':
      Atomics.add(task.gate, 1, 1);
      Atomics.wait(task.gate, 0, 0);
      return value(threadId);
    case 'bytes':
      last = new Uint8Array(task.length).fill(task.byte ?? 7);
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

export default serve(
  { unpack: (tasks: readonly FixtureTask[]) => tasks, numbersOf: ({ value }) => [value] },
  answer,
);
