import { beforeEach, describe, expect, test } from 'vitest';
import { Admission } from '../../src/pool/admission.ts';

const outside = { idleMs: () => 0, refused: () => 0 };
const admission = (threads = 1) =>
  new Admission({ jobs: 100, pixels: 10_000, units: 10_000 }, threads, outside);
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

test('lets in an eighth of the pixels after a refusal, until there is time to spare, as long as nothing was measured', () => {
  let idleMs = 0;
  const load = new Admission({ jobs: 100, pixels: 10_000, units: 10_000 }, 3, {
    idleMs: () => idleMs,
    refused: () => 0,
  });
  const drawn = { pixels: 200, units: 0 };
  for (let i = 0; i < 6; i++) load.enter(drawn);
  load.refused('pixels');
  expect(load.exceeded({ pixels: 50, units: 0 }, 5000)).toBeUndefined();
  expect(load.exceeded({ pixels: 51, units: 0 }, 9999)).toBe('pixels');
  expect(load.exceeded(text(9999), 9999)).toBeUndefined();
  for (let i = 0; i < 4; i++) load.leave(drawn);
  // The interval in which a task was still there for each thread, and one in which there was not.
  load.exceeded(text(1), 11_000);
  idleMs = 1000;
  expect(load.exceeded({ pixels: 9000, units: 0 }, 12_000)).toBeUndefined();
});

test('lets in what the threads draw in 25 ms after a refusal', () => {
  const load = admission(2);
  const drawn = { pixels: 500, units: 0 };
  load.measured(drawn, 5);
  for (let i = 0; i < 4; i++) load.enter(drawn);
  load.refused('pixels');
  expect(load.exceeded({ pixels: 3000, units: 0 }, 5000)).toBeUndefined();
  expect(load.exceeded({ pixels: 3001, units: 0 }, 5999)).toBe('pixels');
});

test('lets in what the threads draw in 250 ms, if that is more than the bound', () => {
  const load = admission(2);
  load.measured({ pixels: 1000, units: 0 }, 5);
  load.enter({ pixels: 10_000, units: 0 });
  expect(load.exceeded({ pixels: 90_000, units: 0 }, 0)).toBeUndefined();
  expect(load.exceeded({ pixels: 90_001, units: 0 }, 0)).toBe('pixels');
});

test('lets in a task for each thread and one to follow it even so, however large', () => {
  const load = admission(2);
  const drawn = { pixels: 2500, units: 0 };
  load.refused('pixels');
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
  /** The event loop's, and clients that have still to be told. */
  let idleMs = 0;
  let refused = 0;
  beforeEach(() => {
    idleMs = 0;
    refused = 0;
  });

  const create = () =>
    new Admission({ jobs: 1000, pixels: 10_000, units: 100_000 }, 2, {
      idleMs: () => idleMs,
      refused: () => refused,
    });
  /** Tasks are begun every 10 ms from then on, up to 200 ms, after such a wait. */
  const begin = (load: Admission, from: number, waitedMs: (now: number) => number): void => {
    for (let now = from; now <= from + 200; now += 10) load.begun(waitedMs(now), now);
  };
  /** One whose tasks have waited for so long, each of the last 200 ms; `perMs` are done. */
  const standing = (waitedMs: number, perMs = 0.1): Admission => {
    const load = create();
    for (let now = 0; now <= 200; now += 10) load.done(10 * perMs, now);
    begin(load, 0, () => waitedMs);
    return load;
  };
  const fill = (load: Admission, jobs: number): void => {
    for (let i = 0; i < jobs; i++) load.enter(text(1));
  };
  /** Whether another is let in with so many there. */
  const lets = (load: Admission, jobs: number): boolean => {
    fill(load, jobs - load.held.jobs);
    return load.exceeded(text(1), 0) === undefined;
  };

  test('lets in 64 tasks', () => {
    const load = standing(10);
    expect([lets(load, 63), lets(load, 64)]).toEqual([true, false]);
  });

  test('lets in what is done in 6 ms, if that is more', () => {
    const load = standing(10, 20);
    expect([lets(load, 110), lets(load, 120)]).toEqual([true, false]);
  });

  test('is none where tasks are begun soon on average, however long others waited', () => {
    const load = create();
    begin(load, 0, (now) => (now % 100 === 0 ? 40 : 1));
    expect(lets(load, 999)).toBe(true);
  });

  test('is none in its first 100 ms: a burst finds all of the queue', () => {
    const load = create();
    for (let now = 0; now <= 100; now += 10) load.begun(0, now);
    for (let now = 110; now <= 290; now += 10) load.begun(now - 100, now);
    expect(lets(load, 999)).toBe(true);
    load.begun(200, 300);
    expect(lets(load, 999)).toBe(false);
  });

  test('is none while its tasks wait for less and less, as after a moment in which the machine did something else', () => {
    const load = create();
    begin(load, 0, (now) => 500 - now / 2);
    expect(lets(load, 999)).toBe(true);
    begin(load, 210, () => 400);
    expect(lets(load, 999)).toBe(false);
  });

  test('stands on while threads, or the event loop, have something to do all the time', () => {
    const load = standing(10);
    fill(load, 64);
    begin(load, 200, () => 1);
    expect(lets(load, 64)).toBe(false);
    // A thread without a task, while the event loop is busy.
    for (let i = 0; i < 63; i++) load.leave(text(1));
    begin(load, 400, () => 1);
    expect(lets(load, 64)).toBe(false);
    // An idle event loop, while each thread has a task.
    begin(load, 600, () => 1);
    idleMs += 100;
    begin(load, 800, () => 1);
    expect(lets(load, 64)).toBe(false);
  });

  test.each([
    [9, true],
    [10, false],
  ])(
    'is over once a thread had no task, and the event loop was idle for a tenth of 100 ms: %i ms',
    (ms, stands) => {
      const load = standing(10);
      fill(load, 2);
      load.leave(text(1));
      idleMs = ms;
      load.begun(1, 300);
      expect(lets(load, 64)).toBe(!stands);
    },
  );

  test('is over, where none has been begun for long, when the next one comes', () => {
    const load = standing(10);
    fill(load, 100);
    for (let i = 0; i < 100; i++) load.leave(text(1));
    idleMs = 9000;
    expect(load.exceeded(text(1), 10_000)).toBeUndefined();
    begin(load, 10_010, () => 10);
    expect(lets(load, 999)).toBe(false);
  });

  test('is over after a pause, however long the last tasks before it waited', () => {
    const load = standing(10);
    fill(load, 2);
    load.begun(10, 250);
    for (let i = 0; i < 2; i++) load.leave(text(1));
    idleMs = 1500;
    expect(load.exceeded(text(1), 2000)).toBeUndefined();
    begin(load, 2010, () => 1);
    expect(lets(load, 999)).toBe(true);
  });

  test('is not over while clients have still to be told that they were refused: they will be back', () => {
    const load = standing(10);
    idleMs = 50;
    refused = 1;
    load.begun(1, 300);
    expect(lets(load, 64)).toBe(false);
    for (let i = 0; i < 64; i++) load.leave(text(1));
    idleMs = 100;
    refused = 0;
    load.begun(1, 400);
    load.begun(1, 500);
    expect(lets(load, 64)).toBe(true);
  });

  test('goes on to exchange a task for one of another account', () => {
    const load = standing(10);
    fill(load, 500);
    expect(load.exceeded(text(1), 200)).toBe('jobs');
    expect(load.exceeded(text(1), 200, text(1))).toBeUndefined();
  });

  test('lets in what the threads draw in 100 ms, if that is more than the bound', () => {
    const load = standing(10);
    load.measured({ pixels: 1000, units: 0 }, 5);
    load.enter({ pixels: 10_000, units: 0 });
    expect(load.exceeded({ pixels: 30_000, units: 0 }, 200)).toBeUndefined();
    expect(load.exceeded({ pixels: 30_001, units: 0 }, 200)).toBe('pixels');
  });

  test('leaves what is drawn its bounds', () => {
    const load = standing(10);
    load.enter({ pixels: 5000, units: 0 });
    load.enter({ pixels: 1000, units: 0 });
    for (let i = 0; i < 10; i++) load.enter(text(1));
    expect(load.exceeded({ pixels: 4000, units: 0 }, 200)).toBeUndefined();
    load.refused('jobs');
    expect(load.exceeded({ pixels: 4000, units: 0 }, 200)).toBeUndefined();
  });
});
