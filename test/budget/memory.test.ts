import { expect, test } from 'vitest';
import { MemoryBudget } from '../../src/budget/memory.ts';
import { payer } from './payer.ts';

test('forgets accounts and keys that have been idle for a window', () => {
  let now = 0;
  const budget = new MemoryBudget(60, () => now);
  for (let i = 0; i < 1000; i++) budget.charge(payer(`account ${i}`, `key ${i}`), 1);
  expect(budget.size).toBe(2000);
  for (let i = 0; i < 1000; i++) {
    now = 60_000 + i;
    budget.charge(payer('the last', 'one'), i === 0 ? 1 : 60);
  }
  expect(budget.size).toBe(2);
});

test('keeps what is in use, however many others come and go', () => {
  let now = 0;
  const budget = new MemoryBudget(1, () => now);
  let largest = 0;
  for (let i = 0; i < 5000; i++) {
    // One newcomer every 600 ms: a hundred are in use at any time.
    now += 600;
    expect(budget.charge(payer(`account ${i}`, `key ${i}`), 1).allowed).toBe(true);
    if (i >= 99) expect(budget.charge(payer(`account ${i - 99}`, `key ${i - 99}`), 1).allowed).toBe(false);
    largest = Math.max(largest, budget.size);
  }
  expect(largest).toBeLessThanOrEqual(2 * 250);
});
