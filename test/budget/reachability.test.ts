import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Reachability } from '../../src/budget/reachability.ts';

describe('the reachability', () => {
  let probes: number;
  let failure: Error | null;
  let told: unknown[];
  let reachability: Reachability;

  beforeEach(() => {
    vi.useFakeTimers();
    probes = 0;
    failure = null;
    told = [];
    const probe = async () => {
      probes++;
      if (failure !== null) throw failure;
    };
    reachability = new Reachability(probe, { down: (error) => told.push(error), up: () => told.push('up') });
    return () => {
      reachability.close();
      vi.useRealTimers();
    };
  });

  test('is out of reach until the first probe succeeds, and that is nothing to tell', async () => {
    expect(reachability.reason).toBeInstanceOf(Error);
    await reachability.check();
    expect(reachability.reason).toBeNull();
    expect(told).toEqual([]);
  });

  test('stays within reach after a failure if the probe succeeds', async () => {
    await reachability.check();
    reachability.suspect();
    await vi.advanceTimersByTimeAsync(0);
    expect(reachability.reason).toBeNull();
    expect(probes).toBe(2);
    expect(told).toEqual([]);
  });

  test('is lost with the error of a probe, asks again until one succeeds, and tells each once', async () => {
    await reachability.check();
    failure = new Error('gone');
    reachability.suspect();
    await vi.advanceTimersByTimeAsync(1000);
    expect(reachability.reason).toBe(failure);
    expect(probes).toBeGreaterThan(4);
    expect(told).toEqual([failure]);
    failure = null;
    await vi.advanceTimersByTimeAsync(200);
    expect(reachability.reason).toBeNull();
    expect(told).toEqual([expect.any(Error), 'up']);
    const before = probes;
    await vi.advanceTimersByTimeAsync(5000);
    expect(probes).toBe(before);
  });

  test('makes one probe for all who ask at once', async () => {
    reachability.suspect();
    await Promise.all([reachability.check(), reachability.check()]);
    expect(probes).toBe(1);
  });

  test('makes no probe after it was closed', async () => {
    failure = new Error('gone');
    await reachability.check();
    reachability.close();
    reachability.suspect();
    await vi.advanceTimersByTimeAsync(5000);
    expect(probes).toBe(1);
    expect(reachability.reason).not.toBeNull();
  });
});
