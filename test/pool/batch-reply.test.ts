import { expect, test } from 'vitest';
import { movable, ReplyPacker, ReplyUnpacker } from '../../src/pool/batch-reply.ts';
import type { Rendered, TaskResult } from '../../src/pool/task-result.ts';

interface Numbered extends Rendered {
  readonly numbers: readonly number[] | null;
}

const codec = {
  numbersOf: ({ numbers }: Numbered) => numbers,
  renderedOf: (body: Uint8Array, numbers: readonly number[]): Numbered => ({ body, numbers }),
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
  failure: { code: 'too_large', message: 'no' },
  ms: 3,
};
const thrown: TaskResult<Numbered> = { kind: 'thrown', error: new RangeError('a bug'), ms: 4 };

const SOME: Readonly<Record<string, readonly TaskResult<Numbered>[]>> = {
  nothing: [],
  'small bodies': [done(bytes(3, 1), 1, 2.5), done(bytes(0, 0)), done(bytes(32_767, 2), -1)],
  'a large one': [done(bytes(32_768, 1), 1)],
  'all kinds': [
    refused,
    done(bytes(3, 1), 1),
    wordy,
    thrown,
    done(bytes(40_000, 3)),
    done(bytes(2, 4), 5),
    thrown,
  ],
  'more than before': Array.from({ length: 4 }, (_, at) => done(bytes(20_000, at), at)),
};

/** With bodies as texts, which are quicker to compare. */
const readable = (results: readonly TaskResult<Numbered>[]) =>
  results.map((result) =>
    result.kind === 'rendered'
      ? [result.ms, result.rendered.numbers, Buffer.from(result.rendered.body).toString('latin1')]
      : result,
  );

test('outcomes come back in their order, and stay what they are when others follow', () => {
  const packer = new ReplyPacker(codec);
  const unpacker = new ReplyUnpacker(codec);
  const batches = [...Object.values(SOME), ...Object.values(SOME)];
  const crossed = batches.map((results) => unpacker.unpack(structuredClone(packer.pack(results, 1))));
  expect(crossed.map(readable)).toEqual(batches.map(readable));
});

test('large bodies are moved, unless their memory is shared with others', () => {
  const whole = bytes(40_000, 1);
  const part = bytes(80_000, 2).subarray(40_000);
  const shared = new Uint8Array(new SharedArrayBuffer(40_000));
  const results = [done(whole), done(part), done(shared), done(bytes(10, 3)), refused];
  expect(movable(new ReplyPacker(codec).pack(results, 1))).toEqual([whole.buffer]);
});
