import { describe, expect, it } from 'vitest';
import { type Steps, settled, take } from '../../src/http/steps.ts';

function* sum(...values: (number | Promise<number>)[]): Steps<number> {
  let result = 0;
  for (const value of values) result += yield* settled(value);
  return result;
}

function* orZero(steps: Steps<number>): Steps<number> {
  try {
    return yield* steps;
  } catch {
    return 0;
  }
}

const late = async (value: number): Promise<number> => value;
const failing = async (): Promise<number> => {
  throw new Error('it fails');
};

describe('steps', () => {
  it('are done at once where nothing is promised', () => {
    expect(take(sum(1, 2, 3))).toBe(6);
  });

  it('wait for what is promised, each in its turn', async () => {
    await expect(take(sum(1, late(2), 3, late(4)))).resolves.toBe(10);
  });

  it('throw what they throw at once', () => {
    const steps = (function* (): Steps<never> {
      yield* sum(1, 2);
      throw new Error('it fails');
    })();
    expect(() => take(steps)).toThrow('it fails');
  });

  it('reject with what comes of a promise, and may go on', async () => {
    await expect(take(sum(1, failing()))).rejects.toThrow('it fails');
    await expect(take(orZero(sum(late(1), failing())))).resolves.toBe(0);
  });
});
