import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packDots, unpackDots } from '../../src/studio/packed-dots.ts';
import { runs } from '../support/runs.ts';

it('words of dots are the same once they are unpacked', () => {
  const words = fc.array(
    fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  );
  fc.assert(
    fc.property(words, (all) => {
      const given = Int32Array.from(all);
      expect(unpackDots(packDots(given), given.length)).toEqual(given);
    }),
    { numRuns: runs(200) },
  );
});

it('white words take no room', () => {
  expect(packDots(new Int32Array(1000))).toHaveLength(0);
  expect([...packDots(Int32Array.of(0, 0, 5, 6, 0, 7, 0))]).toEqual([2, 2, 5, 6, 1, 1, 7]);
});
