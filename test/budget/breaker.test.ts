import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Breaker } from '../../src/budget/breaker.ts';

describe('the breaker', () => {
  let probes: number;
  let failure: Error | null;
  let told: unknown[];
  let breaker: Breaker;

  beforeEach(() => {
    vi.useFakeTimers();
    probes = 0;
    failure = null;
    told = [];
    const probe = async () => {
      probes++;
      if (failure !== null) throw failure;
    };
    breaker = new Breaker(probe, { down: (error) => told.push(error), up: () => told.push('up') });
    return () => {
      breaker.close();
      vi.useRealTimers();
    };
  });

  test('is open until the first probe succeeds, and that is nothing to tell', async () => {
    expect(breaker.reason).toBeInstanceOf(Error);
    await breaker.check();
    expect(breaker.reason).toBeNull();
    expect(told).toEqual([]);
  });

  test('stays closed after a failure if the probe succeeds', async () => {
    await breaker.check();
    breaker.suspect();
    await vi.advanceTimersByTimeAsync(0);
    expect(breaker.reason).toBeNull();
    expect(probes).toBe(2);
    expect(told).toEqual([]);
  });

  test('opens with the error of a probe, asks again until one succeeds, and tells each once', async () => {
    await breaker.check();
    failure = new Error('gone');
    breaker.suspect();
    await vi.advanceTimersByTimeAsync(1000);
    expect(breaker.reason).toBe(failure);
    expect(probes).toBeGreaterThan(4);
    expect(told).toEqual([failure]);
    failure = null;
    await vi.advanceTimersByTimeAsync(200);
    expect(breaker.reason).toBeNull();
    expect(told).toEqual([expect.any(Error), 'up']);
    const before = probes;
    await vi.advanceTimersByTimeAsync(5000);
    expect(probes).toBe(before);
  });

  test('makes one probe for all who ask at once', async () => {
    breaker.suspect();
    await Promise.all([breaker.check(), breaker.check()]);
    expect(probes).toBe(1);
  });

  test('makes no probe after it was closed', async () => {
    failure = new Error('gone');
    await breaker.check();
    breaker.close();
    breaker.suspect();
    await vi.advanceTimersByTimeAsync(5000);
    expect(probes).toBe(1);
    expect(breaker.reason).not.toBeNull();
  });
});
