import { expect, test } from 'vitest';
import { Breaker } from '../../src/pool/breaker.ts';

/** A breaker that has just opened, at the instant 5. */
function opened() {
  const breaker = new Breaker(1000);
  for (let at = 0; at < 6; at++) breaker.crashed(at);
  return breaker;
}

test('opens at the sixth crash within a minute', () => {
  const breaker = new Breaker(1000);
  for (const at of [0, 10, 20, 30, 40]) breaker.crashed(at);
  expect(breaker.admits(50)).toBe(true);
  // The first is more than a minute ago by now.
  breaker.crashed(60_005);
  expect(breaker.state).toBe('closed');
  breaker.crashed(60_006);
  expect(breaker.state).toBe('open');
  expect(breaker.admits(60_007)).toBe(false);
  expect(breaker.remainingMs(60_106)).toBe(900);
});

test('lets one trial in after the pause; an answer closes it for good', () => {
  const breaker = opened();
  breaker.answered();
  expect(breaker.admits(1004)).toBe(false);
  expect(breaker.admits(1005)).toBe(true);
  expect(breaker.admits(1006)).toBe(false);
  breaker.answered();
  expect(breaker.state).toBe('closed');
  breaker.crashed(1007);
  expect(breaker.admits(1008)).toBe(true);
});

test('pauses again when the trial crashes', () => {
  const breaker = opened();
  expect(breaker.admits(1005)).toBe(true);
  breaker.crashed(1500);
  expect(breaker.state).toBe('open');
  expect(breaker.admits(2499)).toBe(false);
  expect(breaker.admits(2500)).toBe(true);
});

test('tries again when the trial was never heard of', () => {
  const breaker = opened();
  expect(breaker.admits(1005)).toBe(true);
  expect(breaker.admits(2004)).toBe(false);
  expect(breaker.admits(2005)).toBe(true);
});
