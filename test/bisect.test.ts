import { expect, it } from 'vitest';
import { bisect } from '../src/bisect.ts';

it('finds the first entry that is not before, wherever it is', () => {
  for (let count = 0; count < 20; count++) {
    for (let first = 0; first <= count; first++) {
      const asked: number[] = [];
      const isBefore = (index: number): boolean => {
        asked.push(index);
        return index < first;
      };
      expect(bisect(count, isBefore)).toBe(first);
      expect(asked.every((index) => index >= 0 && index < count)).toBe(true);
    }
  }
});
