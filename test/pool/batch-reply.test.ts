import { expect, test } from 'vitest';
import { movable, packed, unpacked } from '../../src/pool/batch-reply.ts';
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

test.each<[string, readonly TaskResult<Numbered>[]]>([
  ['nothing', []],
  ['small bodies', [done(bytes(3, 1), 1, 2.5), done(bytes(0, 0)), done(bytes(32_767, 2), -1)]],
  ['a large one', [done(bytes(32_768, 1), 1)]],
  [
    'all kinds',
    [refused, done(bytes(3, 1), 1), wordy, thrown, done(bytes(40_000, 3)), done(bytes(2, 4), 5), thrown],
  ],
])('outcomes come back in their order: %s', (_, results) => {
  expect(unpacked(structuredClone(packed(results, codec, 1)), codec)).toEqual(results);
});

test('large bodies are moved, unless their memory is shared with others', () => {
  const whole = bytes(40_000, 1);
  const part = bytes(80_000, 2).subarray(40_000);
  const shared = new Uint8Array(new SharedArrayBuffer(40_000));
  const reply = packed([done(whole), done(part), done(shared), done(bytes(10, 3)), refused], codec, 1);
  expect(movable(reply)).toEqual([whole.buffer]);
});
