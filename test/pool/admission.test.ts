import { expect, test } from 'vitest';
import { Admission } from '../../src/pool/admission.ts';

const admission = () => new Admission({ jobs: 100, pixels: 10_000, units: 10_000 });
const text = (units: number) => ({ pixels: 0, units });

test('asks for one second before anything was measured', () => {
  const load = admission();
  load.enter({ pixels: 9000, units: 9000 });
  expect(load.retryAfterSeconds(1)).toBe(1);
});

test('asks for the time that the work held will take, in whole seconds up to 30', () => {
  const load = admission();
  load.measured({ pixels: 100, units: 5 }, 200);
  load.measured(text(10), 40);
  load.enter({ pixels: 3000, units: 0 });
  expect(load.retryAfterSeconds(2)).toBe(3);
  load.enter(text(500));
  expect(load.retryAfterSeconds(2)).toBe(4);
  load.leave({ pixels: 3000, units: 0 });
  expect(load.retryAfterSeconds(2)).toBe(1);
  load.enter({ pixels: 100_000, units: 0 });
  expect(load.retryAfterSeconds(2)).toBe(30);
});

test('follows the work of late, not a single slow task', () => {
  const load = admission();
  load.enter(text(1000));
  for (let i = 0; i < 500; i++) load.measured(text(100), 100);
  load.measured(text(100), 1000);
  expect(load.retryAfterSeconds(1)).toBe(2);
  for (let i = 0; i < 500; i++) load.measured(text(100), 1000);
  expect(load.retryAfterSeconds(1)).toBe(10);
});

test('counts a displaced task as gone', () => {
  const load = admission();
  load.enter({ pixels: 6000, units: 0 });
  load.enter({ pixels: 4000, units: 0 });
  expect(load.exceeded({ pixels: 5000, units: 0 }, 0)).toBe('pixels');
  expect(load.exceeded({ pixels: 5000, units: 0 }, 0, { pixels: 6000, units: 0 })).toBeUndefined();
  expect(load.exceeded({ pixels: 7000, units: 0 }, 0, { pixels: 6000, units: 0 })).toBe('pixels');
});

test('lets in an eighth of the pixels for a second after a refusal, and a task alone always', () => {
  const load = admission();
  const drawn = { pixels: 1000, units: 0 };
  load.enter(drawn);
  load.refused(5000);
  expect(load.exceeded({ pixels: 250, units: 0 }, 5000)).toBeUndefined();
  expect(load.exceeded({ pixels: 251, units: 0 }, 5999)).toBe('pixels');
  expect(load.exceeded(text(9999), 5999)).toBeUndefined();
  expect(load.exceeded({ pixels: 9000, units: 0 }, 6000)).toBeUndefined();
  load.leave(drawn);
  expect(load.exceeded({ pixels: 9000, units: 0 }, 5999)).toBeUndefined();
});

test('expects of a task what others of its kind took of late', () => {
  const load = admission();
  expect(load.expectedMs(text(100))).toBe(Number.POSITIVE_INFINITY);
  load.measured(text(100), 5);
  expect(load.expectedMs(text(10))).toBe(0.5);
  expect(load.expectedMs({ pixels: 10, units: 10 })).toBe(Number.POSITIVE_INFINITY);
  load.measured({ pixels: 100, units: 7 }, 10);
  expect(load.expectedMs({ pixels: 10, units: 10 })).toBe(1);
});
