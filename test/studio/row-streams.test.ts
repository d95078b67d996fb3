import { expect, it } from 'vitest';
import type { AnswerFrame } from '../../src/studio/frames.ts';
import { RowStreams, type StreamHandler } from '../../src/studio/row-streams.ts';

const ONE: AnswerFrame<number> = { kind: 'message', message: 1 };
const handler: StreamHandler = async () =>
  (async function* () {
    yield ONE;
    yield ONE;
  })();
const PARTS = { printing: null, threads: { background: null as never } };

it('has room again once an answer is over, and gives none to who has left', async () => {
  const streams = new RowStreams();
  const start = (over: AbortSignal) => streams.start(handler, PARTS, Buffer.alloc(0), over);
  for (let i = 0; i < 9; i++) await expect(start(AbortSignal.abort())).rejects.toThrow('aborted');
  const running = Array.from({ length: 4 }, () => new AbortController());
  for (const { signal } of running) await start(signal);
  await expect(start(new AbortController().signal)).rejects.toMatchObject({ status: 503 });
  running[2]?.abort();
  const pieces = await start(new AbortController().signal);
  let count = 0;
  for await (const piece of pieces) count += Number(piece.length > 0);
  expect(count).toBe(2);
});
