import { expect, test } from 'vitest';
import { Admission } from '../../src/pool/admission.ts';

const admission = (threads = 1) => new Admission({ jobs: 100, pixels: 10_000, units: 10_000 }, threads);
const text = (units: number) => ({ pixels: 0, units });

test('asks for one second before anything was measured', () => {
  const load = admission();
  load.enter({ pixels: 9000, units: 9000 });
  expect(load.retryAfterSeconds()).toBe(1);
});

test('asks for the time that the work held will take, in whole seconds up to 30', () => {
  const load = admission(2);
  load.measured({ pixels: 100, units: 5 }, 200);
  load.measured(text(10), 40);
  load.enter({ pixels: 3000, units: 0 });
  expect(load.retryAfterSeconds()).toBe(3);
  load.enter(text(500));
  expect(load.retryAfterSeconds()).toBe(4);
  load.leave({ pixels: 3000, units: 0 });
  expect(load.retryAfterSeconds()).toBe(1);
  load.enter({ pixels: 100_000, units: 0 });
  expect(load.retryAfterSeconds()).toBe(30);
});

test('follows the work of late, not a single slow task', () => {
  const load = admission();
  load.enter(text(1000));
  for (let i = 0; i < 500; i++) load.measured(text(100), 100);
  load.measured(text(100), 1000);
  expect(load.retryAfterSeconds()).toBe(2);
  for (let i = 0; i < 500; i++) load.measured(text(100), 1000);
  expect(load.retryAfterSeconds()).toBe(10);
});

test('counts a displaced task as gone', () => {
  const load = admission();
  load.enter({ pixels: 6000, units: 0 });
  load.enter({ pixels: 4000, units: 0 });
  expect(load.exceeded({ pixels: 5000, units: 0 }, 0)).toBe('pixels');
  expect(load.exceeded({ pixels: 5000, units: 0 }, 0, { pixels: 6000, units: 0 })).toBeUndefined();
  expect(load.exceeded({ pixels: 7000, units: 0 }, 0, { pixels: 6000, units: 0 })).toBe('pixels');
});

test('lets in an eighth of the pixels for a second after a refusal, as long as nothing was measured', () => {
  const load = admission();
  const drawn = { pixels: 500, units: 0 };
  load.enter(drawn);
  load.enter(drawn);
  load.refused(5000);
  expect(load.exceeded({ pixels: 250, units: 0 }, 5000)).toBeUndefined();
  expect(load.exceeded({ pixels: 251, units: 0 }, 5999)).toBe('pixels');
  expect(load.exceeded(text(9999), 5999)).toBeUndefined();
  expect(load.exceeded({ pixels: 9000, units: 0 }, 6000)).toBeUndefined();
});

test('lets in what the threads draw in 25 ms for a second after a refusal', () => {
  const load = admission(2);
  const drawn = { pixels: 500, units: 0 };
  load.measured(drawn, 5);
  for (let i = 0; i < 4; i++) load.enter(drawn);
  load.refused(5000);
  expect(load.exceeded({ pixels: 3000, units: 0 }, 5000)).toBeUndefined();
  expect(load.exceeded({ pixels: 3001, units: 0 }, 5999)).toBe('pixels');
  expect(load.exceeded({ pixels: 8000, units: 0 }, 6000)).toBeUndefined();
});

test('lets in a task for each thread and one to follow it even so, however large', () => {
  const load = admission(2);
  const drawn = { pixels: 2500, units: 0 };
  load.refused(5000);
  for (let held = 0; held < 4; held++) {
    expect(load.exceeded(drawn, 5000)).toBeUndefined();
    load.enter(drawn);
  }
  expect(load.exceeded({ pixels: 1, units: 0 }, 5000)).toBe('pixels');
  load.leave(drawn);
  expect(load.exceeded(drawn, 5000)).toBeUndefined();
  expect(load.exceeded({ pixels: 2501, units: 0 }, 5000)).toBe('pixels');
});

test('expects of a task what others of its kind took of late', () => {
  const load = admission();
  expect(load.expectedMs(text(100))).toBeNull();
  load.measured(text(100), 5);
  expect(load.expectedMs(text(10))).toBe(0.5);
  expect(load.expectedMs({ pixels: 10, units: 10 })).toBeNull();
  load.measured({ pixels: 100, units: 7 }, 10);
  expect(load.expectedMs({ pixels: 10, units: 10 })).toBe(1);
});
