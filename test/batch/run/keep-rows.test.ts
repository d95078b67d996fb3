import { expect, test } from 'vitest';
import { withIdleCheckpoint } from '../../../src/batch/run/keep-rows.ts';

const HOUR = 3_600_000;

async function gathered<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test('attends while it waits for an item, which is not lost', async () => {
  let go = (): void => {};
  const wait = new Promise<void>((resolve) => {
    go = resolve;
  });
  async function* items() {
    yield 1;
    await wait;
    yield 2;
  }
  let isFirst = true;
  const idleMs = () => {
    const ms = isFirst ? HOUR : 1;
    isFirst = false;
    return ms;
  };
  await expect(gathered(withIdleCheckpoint(items(), idleMs, async () => go()))).resolves.toEqual([1, 2]);
});

test('leaves items alone that come in time', async () => {
  async function* items() {
    yield* [1, 2, 3];
  }
  const attend = () => Promise.reject(new Error('attended'));
  await expect(gathered(withIdleCheckpoint(items(), () => HOUR, attend))).resolves.toEqual([1, 2, 3]);
});

test('passes on what ends the items, and ends them when nobody wants more', async () => {
  let isEnded = false;
  async function* items() {
    try {
      yield 1;
      throw new Error('broken');
    } finally {
      isEnded = true;
    }
  }
  const idle = async () => {};
  await expect(gathered(withIdleCheckpoint(items(), () => HOUR, idle))).rejects.toThrow('broken');
  isEnded = false;
  for await (const item of withIdleCheckpoint(items(), () => HOUR, idle)) if (item === 1) break;
  expect(isEnded).toBe(true);
});
