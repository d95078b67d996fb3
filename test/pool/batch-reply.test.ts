import { expect, test } from 'vitest';
import { type BorrowedBytes, type LentBytes, owned } from '../../src/borrowed-bytes.ts';
import { failure } from '../../src/errors.ts';
import { movable, ReplyPacker, ReplyUnpacker } from '../../src/pool/batch-reply.ts';
import type { RenderedTask, TaskResult } from '../../src/pool/task-result.ts';

interface Numbered<Body extends LentBytes = Uint8Array> extends RenderedTask<Body> {
  readonly numbers: readonly number[] | null;
}

const codec = {
  numbersOf: ({ numbers }: Numbered) => numbers,
  renderedOf: (body: BorrowedBytes, numbers: readonly number[]): Numbered<LentBytes> => ({ body, numbers }),
};

const bytes = (length: number, value: number): Uint8Array => new Uint8Array(length).fill(value);

const done = (body: Uint8Array, ...numbers: number[]): TaskResult<Numbered> => ({
  kind: 'rendered',
  rendered: { body, numbers },
  ms: 0.1 + body.length,
});
const wordy: TaskResult<Numbered> = {
  kind: 'rendered',
  rendered: { body: bytes(5, 6), numbers: null },
  ms: 1,
};
const refused: TaskResult<Numbered> = {
  kind: 'failed',
  failure: failure('too_large'),
  ms: 3,
};
const thrown: TaskResult<Numbered> = { kind: 'thrown', error: new RangeError('a bug'), ms: 4 };

const SOME: Readonly<Record<string, readonly TaskResult<Numbered>[]>> = {
  nothing: [],
  'small bodies': [done(bytes(3, 1), 1, 2.5), done(bytes(0, 0)), done(bytes(65_536, 2), -1)],
  'a large one': [done(bytes(65_537, 1), 1)],
  'all kinds': [
    refused,
    done(bytes(3, 1), 1),
    wordy,
    thrown,
    done(bytes(70_000, 3)),
    done(bytes(2, 4), 5),
    thrown,
  ],
  'more than before': Array.from({ length: 4 }, (_, at) => done(bytes(40_000, at), at)),
};

/** With bodies as texts, which are quicker to compare. */
const readable = (results: readonly TaskResult<Numbered<LentBytes>>[]) =>
  results.map((result) =>
    result.kind === 'rendered'
      ? [result.ms, result.rendered.numbers, Buffer.from(owned(result.rendered.body)).toString('latin1')]
      : result,
  );

test('outcomes come back in their order, and stay what they are while the next ones are written', () => {
  const packer = new ReplyPacker(codec);
  const unpacker = new ReplyUnpacker(codec);
  let before: readonly TaskResult<Numbered>[] = [];
  let crossedBefore: readonly TaskResult<Numbered<LentBytes>>[] = [];
  for (const results of [...Object.values(SOME), ...Object.values(SOME)]) {
    for (const result of results) packer.add(result);
    const reply = structuredClone(packer.pack(1));
    expect(readable(crossedBefore)).toEqual(readable(before));
    const crossed = unpacker.unpack(reply);
    expect(readable(crossed)).toEqual(readable(results));
    [before, crossedBefore] = [results, crossed];
  }
});

test('small bodies are lent until the next reply, after which their memory may be written to', () => {
  const packer = new ReplyPacker(codec);
  const unpacker = new ReplyUnpacker(codec);
  packer.add(done(bytes(3, 1)));
  const results = unpacker.unpack(packer.pack(1));
  expect(readable(results)).toHaveLength(1);
  unpacker.unpack(packer.pack(1));
  expect(() => readable(results)).toThrow('kept for too long');
});

test('large bodies are moved, or copies of those that have not all of their memory', () => {
  const whole = bytes(70_000, 1);
  const memory = bytes(140_000, 2);
  const shared = new Uint8Array(new SharedArrayBuffer(70_000)).fill(4);
  const packer = new ReplyPacker(codec);
  for (const body of [whole, memory.subarray(70_000), shared, bytes(10, 3)]) packer.add(done(body));
  packer.add(refused);
  memory.fill(9);
  shared.fill(9);
  const reply = packer.pack(1);
  const [first, ...copies] = movable(reply);
  expect(first).toBe(whole.buffer);
  expect(copies).toEqual([bytes(70_000, 2).buffer, bytes(70_000, 4).buffer]);
  expect(structuredClone(reply, { transfer: movable(reply) }).others).toHaveLength(4);
});

test('small bodies are taken at once: their memory may be written to', () => {
  const packer = new ReplyPacker(codec);
  const memory = bytes(3, 1);
  packer.add(done(memory));
  packer.add(done(memory.fill(2)));
  memory.fill(3);
  const results = new ReplyUnpacker(codec).unpack(packer.pack(1));
  expect(readable(results).map((result) => (result as readonly unknown[])[2])).toEqual([
    '\x01\x01\x01',
    '\x02\x02\x02',
  ]);
});
