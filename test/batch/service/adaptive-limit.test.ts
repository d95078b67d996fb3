import { describe, expect, it } from 'vitest';
import { AdaptiveLimit } from '../../../src/batch/service/adaptive-limit.ts';

const never = new AbortController().signal;

/** A round of requests that are all under way together, each answered after so many milliseconds. */
async function round(limit: AdaptiveLimit, ms: number): Promise<void> {
  const count = limit.limit;
  for (let i = 0; i < count; i++) await limit.enter(false, never);
  for (let i = 0; i < count; i++) {
    limit.answered(ms);
    limit.leave();
  }
}

/** Rounds until the limit has this value; fails after a thousand. */
async function reach(limit: AdaptiveLimit, value: number): Promise<void> {
  for (let i = 0; i < 1000 && limit.limit !== value; i++) await round(limit, 20);
  expect(limit.limit).toBe(value);
}

describe('a limit of requests under way', () => {
  it('grows by one a round while latency is flat, to 32 unless the user says less', async () => {
    const limit = new AdaptiveLimit(null);
    const seen = [limit.limit];
    while (seen.length < 4) {
      await round(limit, 20);
      if (limit.limit !== seen.at(-1)) seen.push(limit.limit);
    }
    expect(seen).toEqual([2, 3, 4, 5]);
    for (let i = 0; i < 200; i++) await round(limit, 20);
    expect(limit.limit).toBe(32);
    const low = new AdaptiveLimit(3);
    for (let i = 0; i < 50; i++) await round(low, 20);
    expect(low.limit).toBe(3);
  });

  it('is halved when latency rises clearly, and stays where it is a little higher', async () => {
    const limit = new AdaptiveLimit(null);
    await reach(limit, 16);
    await round(limit, 20);
    for (let i = 0; i < 5; i++) await round(limit, 60);
    const before = limit.limit;
    for (let i = 0; i < 5; i++) await round(limit, 60);
    expect(limit.limit).toBe(before);
    await round(limit, 100);
    expect(limit.limit).toBe(Math.floor(before / 2));
  });

  it('is halved once for requests that are refused together, and never below one', async () => {
    const limit = new AdaptiveLimit(null);
    await reach(limit, 8);
    for (let i = 0; i < 8; i++) await limit.enter(false, never);
    for (let i = 0; i < 8; i++) {
      limit.refused();
      limit.leave();
    }
    expect(limit.limit).toBe(4);
    for (let i = 0; i < 50; i++) limit.refused();
    expect(limit.limit).toBe(1);
  });

  it('lets wait who is too many, and those first who were there before', async () => {
    const limit = new AdaptiveLimit(1);
    const entered: string[] = [];
    await limit.enter(false, never);
    const enters = [
      limit.enter(false, never).then(() => entered.push('new')),
      limit.enter(true, never).then(() => entered.push('again')),
    ];
    expect(entered).toEqual([]);
    limit.leave();
    await enters[1];
    expect(entered).toEqual(['again']);
    limit.leave();
    await enters[0];
    expect(entered).toEqual(['again', 'new']);
  });

  it('forgets who leaves the queue', async () => {
    const limit = new AdaptiveLimit(1);
    await limit.enter(false, never);
    const controller = new AbortController();
    const left = limit.enter(false, controller.signal);
    controller.abort(new Error('enough'));
    await expect(left).rejects.toThrow('enough');
    limit.leave();
    await limit.enter(false, never);
  });
});
