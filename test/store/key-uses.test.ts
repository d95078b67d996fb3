import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeyUses } from '../../src/store/key-uses.ts';
import type { KeyUse } from '../../src/store/store.ts';

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/** Uses whose writes end in the given outcomes, and what was written (key, last use, requests) and reported. */
function recorded(...outcomes: ('done' | Error)[]) {
  const writes: [string, number, number][][] = [];
  const errors: unknown[] = [];
  const store = {
    async recordKeyUses(uses: ReadonlyMap<string, KeyUse>) {
      writes.push([...uses].map(([keyId, { at, requests }]) => [keyId, at, requests]));
      const outcome = outcomes.shift();
      if (outcome instanceof Error) throw outcome;
    },
  };
  return { uses: new KeyUses(store, (error) => errors.push(error)), writes, errors };
}

test('many uses are one write, a minute after the first', async () => {
  const { uses, writes } = recorded();
  for (let request = 0; request < 1000; request++) {
    uses.note('a');
    uses.note('b');
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(writes).toEqual([]);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(writes).toEqual([
    [
      ['a', 49_950, 1000],
      ['b', 49_950, 1000],
    ],
  ]);
});

test('nothing is written while no key is used', async () => {
  const { uses, writes } = recorded();
  uses.note('a');
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  await uses.close();
  expect(writes).toHaveLength(1);
});

test('what could not be written is reported, and written with what came later', async () => {
  const { uses, writes, errors } = recorded(new Error('read-only'));
  uses.note('a');
  uses.note('b');
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(errors).toEqual([new Error('read-only')]);
  uses.note('b');
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(writes[1]).toEqual([
    ['a', 0, 1],
    ['b', MINUTE, 2],
  ]);
});

test('closing writes what is left, also after a failure', async () => {
  const { uses, writes } = recorded(new Error('read-only'));
  uses.note('a');
  await vi.advanceTimersByTimeAsync(MINUTE);
  await uses.close();
  expect(writes[1]).toEqual([['a', 0, 1]]);
});
