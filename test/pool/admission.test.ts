import { describe, expect, test } from 'vitest';
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
  load.refused('pixels', 5000);
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
  load.refused('pixels', 5000);
  expect(load.exceeded({ pixels: 3000, units: 0 }, 5000)).toBeUndefined();
  expect(load.exceeded({ pixels: 3001, units: 0 }, 5999)).toBe('pixels');
  expect(load.exceeded({ pixels: 8000, units: 0 }, 6000)).toBeUndefined();
});

test('lets in a task for each thread and one to follow it even so, however large', () => {
  const load = admission(2);
  const drawn = { pixels: 2500, units: 0 };
  load.refused('pixels', 5000);
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

describe('a queue that stands', () => {
  /** One whose tasks have waited for so long, each of the last 200 ms; `perMs` are done. */
  function standing(waitedMs: number, perMs = 0.1) {
    const load = new Admission({ jobs: 1000, pixels: 10_000, units: 100_000 }, 2);
    for (let now = 0; now <= 200; now += 10) {
      load.done(10 * perMs, now);
      load.begun(waitedMs, now);
    }
    return load;
  }
  const fill = (load: Admission, jobs: number): void => {
    for (let i = 0; i < jobs; i++) load.enter(text(1));
  };

  test('lets in 64 tasks', () => {
    const load = standing(16);
    fill(load, 63);
    expect(load.exceeded(text(1), 200)).toBeUndefined();
    load.enter(text(1));
    expect(load.exceeded(text(1), 200)).toBe('jobs');
    expect(load.exceeded(text(1), 200, text(1))).toBeUndefined();
  });

  test('lets in what is done in 10 ms, if that is more', () => {
    const load = standing(16, 20);
    fill(load, 190);
    expect(load.exceeded(text(1), 200)).toBeUndefined();
    fill(load, 10);
    expect(load.exceeded(text(1), 200)).toBe('jobs');
  });

  test('is none where a task is begun soon, however long others waited', () => {
    const load = standing(14);
    fill(load, 999);
    for (let now = 200; now < 1000; now += 50) load.begun(now % 100 === 0 ? 14 : 500, now);
    expect(load.exceeded(text(1), 1000)).toBeUndefined();
  });

  test('is none in its first 100 ms: a burst finds all of the queue', () => {
    const load = standing(0);
    for (let now = 201; now <= 300; now++) load.begun(now - 200, now);
    fill(load, 999);
    expect(load.exceeded(text(1), 300)).toBeUndefined();
    load.begun(116, 316);
    expect(load.exceeded(text(1), 316)).toBe('jobs');
  });

  test('is forgotten when none has been refused for 2.5 seconds', () => {
    const load = standing(16);
    fill(load, 64);
    load.refused('jobs', 1100);
    expect(load.exceeded(text(1), 3599)).toBe('jobs');
    expect(load.exceeded(text(1), 3600)).toBeUndefined();
  });

  test('goes on to exchange a task for one of another account', () => {
    const load = standing(16);
    fill(load, 500);
    expect(load.exceeded(text(1), 200)).toBe('jobs');
    expect(load.exceeded(text(1), 200, text(1))).toBeUndefined();
  });

  test('leaves what is drawn its bounds', () => {
    const load = standing(16);
    load.enter({ pixels: 5000, units: 0 });
    load.enter({ pixels: 1000, units: 0 });
    for (let i = 0; i < 10; i++) load.enter(text(1));
    expect(load.exceeded({ pixels: 4000, units: 0 }, 200)).toBeUndefined();
    load.refused('jobs', 200);
    expect(load.exceeded({ pixels: 4000, units: 0 }, 200)).toBeUndefined();
  });
});
