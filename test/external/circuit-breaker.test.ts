import { expect, test } from 'vitest';
import { CircuitBreaker } from '../../src/external/circuit-breaker.ts';

function breaker() {
  const clock = { now: 0 };
  const made = new CircuitBreaker({ threshold: 3, pauseMs: 100, now: () => clock.now });
  return { breaker: made, clock };
}

function failTimes(made: CircuitBreaker, times: number): void {
  for (let i = 0; i < times; i++) made.failed();
}

test('admits everything until enough failures come in a row', () => {
  const { breaker: made } = breaker();
  failTimes(made, 2);
  made.succeeded();
  failTimes(made, 2);
  expect([made.state, made.admit()]).toEqual(['closed', true]);
  made.failed();
  expect([made.state, made.admit()]).toEqual(['open', false]);
});

test('lets one probe through in each pause, even while the one before hangs', () => {
  const { breaker: made, clock } = breaker();
  failTimes(made, 3);
  clock.now = 99;
  expect(made.admit()).toBe(false);
  clock.now = 100;
  expect(made.state).toBe('half-open');
  expect([made.admit(), made.admit()]).toEqual([true, false]);
  clock.now = 200;
  expect([made.admit(), made.admit()]).toEqual([true, false]);
});

test('closes with the first success', () => {
  const { breaker: made, clock } = breaker();
  failTimes(made, 3);
  clock.now = 100;
  made.admit();
  made.succeeded();
  expect([made.state, made.admit(), made.admit()]).toEqual(['closed', true, true]);
});

test('stays open when the probe fails, and late failures do not prolong the pause', () => {
  const { breaker: made, clock } = breaker();
  failTimes(made, 3);
  clock.now = 90;
  made.failed();
  clock.now = 100;
  expect(made.admit()).toBe(true);
  made.failed();
  expect(made.state).toBe('open');
  clock.now = 200;
  expect(made.state).toBe('half-open');
});
