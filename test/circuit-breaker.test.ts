import { describe, expect, test } from 'vitest';
import { CircuitBreaker, moreThan } from '../src/circuit-breaker.ts';

describe('a breaker', () => {
  function breaker() {
    const made = new CircuitBreaker({ rule: moreThan(2, 60_000), pauseMs: 100 });
    const failTimes = (times: number, at = 0): void => {
      for (let i = 0; i < times; i++) made.failed(at);
    };
    return { made, failTimes };
  }

  test('admits everything until enough failures come without a success', () => {
    const { made, failTimes } = breaker();
    failTimes(2);
    made.close();
    failTimes(2);
    expect([made.state(0), made.admit(0)]).toEqual(['closed', true]);
    made.failed(0);
    expect([made.state(0), made.admit(0)]).toEqual(['open', false]);
  });

  test('lets one probe through in each pause, even while the one before hangs', () => {
    const { made, failTimes } = breaker();
    failTimes(3);
    expect(made.admit(99)).toBe(false);
    expect(made.state(100)).toBe('half-open');
    expect([made.admit(100), made.admit(100)]).toEqual([true, false]);
    expect([made.admit(200), made.admit(200)]).toEqual([true, false]);
  });

  test('closes with the first success', () => {
    const { made, failTimes } = breaker();
    failTimes(3);
    made.admit(100);
    made.succeeded();
    expect([made.state(100), made.admit(100), made.admit(100)]).toEqual(['closed', true, true]);
  });

  test('stays open when the probe fails, and late failures do not prolong the pause', () => {
    const { made, failTimes } = breaker();
    failTimes(3);
    made.failed(90);
    expect(made.admit(100)).toBe(true);
    made.failed(100);
    expect(made.state(100)).toBe('open');
    expect(made.state(200)).toBe('half-open');
  });
});

describe('a breaker by failures within a time, which prolong its pause', () => {
  const breaker = () => new CircuitBreaker({ rule: moreThan(5, 60_000), pauseMs: 1000, prolonged: true });

  /** One that has just opened, at the instant 5. */
  function opened() {
    const made = breaker();
    for (let at = 0; at < 6; at++) made.failed(at);
    return made;
  }

  test('opens at the sixth crash within a minute', () => {
    const made = breaker();
    for (const at of [0, 10, 20, 30, 40]) made.failed(at);
    expect(made.admit(50)).toBe(true);
    // The first is more than a minute ago by now.
    made.failed(60_005);
    expect(made.state(60_005)).toBe('closed');
    made.failed(60_006);
    expect(made.state(60_006)).toBe('open');
    expect(made.admit(60_007)).toBe(false);
    expect(made.remainingMs(60_106)).toBe(900);
  });

  test('lets one probe in after the pause; an answer closes it for good', () => {
    const made = opened();
    made.succeeded();
    expect(made.admit(1004)).toBe(false);
    expect(made.admit(1005)).toBe(true);
    expect(made.admit(1006)).toBe(false);
    made.succeeded();
    expect(made.state(1006)).toBe('closed');
    made.failed(1007);
    expect(made.admit(1008)).toBe(true);
  });

  test('pauses again when the probe crashes', () => {
    const made = opened();
    expect(made.admit(1005)).toBe(true);
    made.failed(1500);
    expect(made.state(1500)).toBe('open');
    expect(made.admit(2499)).toBe(false);
    expect(made.admit(2500)).toBe(true);
  });

  test('tries again when the probe was never heard of', () => {
    const made = opened();
    expect(made.admit(1005)).toBe(true);
    expect(made.admit(2004)).toBe(false);
    expect(made.admit(2005)).toBe(true);
  });
});
