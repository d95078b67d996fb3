import { expect, onTestFinished, test, vi } from 'vitest';
import { type Answer, Call, type Parts } from '../../src/http/call.ts';
import { type Steps, take } from '../../src/http/steps.ts';
import { Stopwatch } from '../../src/http/stopwatch.ts';
import type { Exchange } from '../../src/http/transport/transport.ts';
import { turns } from '../../src/http/transport/turns.ts';

test('bodies of tasks that fail together are read when a turn of the event loop has time for each', async () => {
  const waiting: (() => void)[] = [];
  const next = vi.spyOn(turns, 'next');
  next.mockImplementation(() => new Promise((resolve) => void waiting.push(resolve)));
  onTestFinished(() => next.mockRestore());
  const caller = { accountId: 'account' } as Call['caller'];
  const read = vi.fn((): number => {
    throw new Error('the body is invalid');
  });
  const failing = function* (): Steps<Answer> {
    yield Promise.resolve();
    throw new Error('the task failed');
  };
  const answers = Array.from({ length: 3 }, async () => {
    const call = new Call({} as Parts, {} as Exchange, new Stopwatch(), caller, 'label', {} as never);
    const steps = function* (): Steps<void> {
      yield* call.onGuess(1, read, failing);
    };
    await expect(take(steps())).rejects.toThrow('the body is invalid');
  });
  for (let readBefore = 0; readBefore < answers.length; readBefore++) {
    await vi.waitFor(() => expect(waiting).toHaveLength(answers.length - readBefore));
    expect(read).toHaveBeenCalledTimes(readBefore);
    waiting.shift()?.();
    await answers[readBefore];
  }
  expect(read).toHaveBeenCalledTimes(answers.length);
});
