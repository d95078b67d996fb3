import { expect, test } from 'vitest';
import { ServiceTime } from '../../src/pool/service-time.ts';

test('asks for one second before anything was measured', () => {
  expect(new ServiceTime().retryAfterSeconds(100, 2)).toBe(1);
});

test('asks for the time that the waiting tasks will take, in whole seconds up to 30', () => {
  const time = new ServiceTime();
  time.record(500);
  expect(time.retryAfterSeconds(8, 2)).toBe(2);
  expect(time.retryAfterSeconds(9, 2)).toBe(3);
  expect(time.retryAfterSeconds(0, 2)).toBe(1);
  expect(time.retryAfterSeconds(1000, 2)).toBe(30);
});

test('follows the tasks of late, not a single slow one', () => {
  const time = new ServiceTime();
  time.record(100);
  time.record(1100);
  expect(time.retryAfterSeconds(10, 1)).toBe(2);
  for (let i = 0; i < 100; i++) time.record(1100);
  expect(time.retryAfterSeconds(10, 1)).toBe(11);
});
