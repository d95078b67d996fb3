import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packDots, unpackDots } from '../../src/studio/packed-words.ts';
import { runs } from '../support/runs.ts';

it('words of dots are the same once they are unpacked', () => {
  const words = fc.array(
    fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  );
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 9 }), (all, stride) => {
      const given = Int32Array.from(all);
      expect(unpackDots(packDots(given, stride), stride, given.length)).toEqual(given);
    }),
    { numRuns: runs(200) },
  );
});

it('white words and rows that are the same take no room', () => {
  expect(packDots(new Int32Array(1000), 10)).toHaveLength(0);
  const rows = Int32Array.of(0, 5, 6, 0, 5, 6, 0, 5, 7);
  expect([...packDots(rows, 3)]).toEqual([1, 2, 5, 6, 5, 1, 1]);
});
