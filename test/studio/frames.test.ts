import { expect, it } from 'vitest';
import { type AnswerFrame, decodeFrames, encodeFrame } from '../../src/studio/frames.ts';

const FRAMES: readonly AnswerFrame<unknown>[] = [
  { kind: 'message', message: { rows: 7, text: 'größe' } },
  { kind: 'bytes', bytes: Uint8Array.from({ length: 300 }, (_, i) => i % 256) },
  { kind: 'bytes', bytes: new Uint8Array(0) },
  { kind: 'message', message: null },
];

async function* cut(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function decoded(pieces: AsyncIterable<Uint8Array>) {
  const frames: AnswerFrame<unknown>[] = [];
  for await (const frame of decodeFrames<unknown>(pieces)) frames.push(frame);
  return frames;
}

const SENT = new Uint8Array(Buffer.concat(FRAMES.map((frame) => encodeFrame(frame))));

it.each([1, 4, 5, 100, 100_000])('come as they were sent, in pieces of %d bytes', async (length) => {
  expect(await decoded(cut(SENT, length))).toEqual(FRAMES);
});

it('are missed where an answer ends within one', async () => {
  await expect(decoded(cut(SENT.subarray(0, -1), 64))).rejects.toThrow('the answer ended too early');
});
