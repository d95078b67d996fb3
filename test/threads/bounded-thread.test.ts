import { expect, it, onTestFinished } from 'vitest';
import { BoundedThread, ThreadBusy } from '../../src/threads/bounded-thread.ts';
import { eventually } from '../support/eventually.ts';
import type fixture from './bounded-fixture.ts';

const fixtureModule = (name: string) => new URL(`../../dist/test/threads/${name}.js`, import.meta.url);

function started(
  taskMs?: number,
  module = fixtureModule('bounded-fixture'),
): BoundedThread<Parameters<typeof fixture>[0], number> {
  const times = taskMs === undefined ? {} : { taskMs };
  const thread = new BoundedThread<Parameters<typeof fixture>[0], number>(module, {
    subject: 'the label',
    startsNow: false,
    waitingMax: 2,
    ...times,
  });
  onTestFinished(() => thread.stop());
  return thread;
}

it('ends a task that takes too much memory, and does the next one', async () => {
  const thread = started();
  await expect(thread.run('exhaust')).rejects.toMatchObject({
    bound: 'memory',
    message: 'the label takes more than 512 MB of memory',
  });
  expect(await thread.run(21)).toBe(42);
});

it('ends a task that takes too long, and does the next one', async () => {
  const thread = started(500);
  await expect(thread.run('spin')).rejects.toMatchObject({
    bound: 'time',
    message: 'the label takes longer than 0.5 s',
  });
  await eventually(async () => expect(await thread.run(21)).toBe(42));
});

it('counts no time while the thread starts', async () => {
  const thread = started(500, fixtureModule('slow-start-fixture'));
  await eventually(async () => expect(await thread.run(21)).toBe(42));
});

it('passes on what a task throws', async () => {
  await expect(started().run('throw')).rejects.toThrow(new RangeError('a bug'));
});

it('does not load its module by require: Node.js 20 aborts if the thread is ended meanwhile', async () => {
  expect(await started().run('requires')).toBe(0);
});

it('counts the time of a task from its turn on, and refuses those that would wait beyond its bound', async () => {
  const thread = started(300);
  const first = thread.run('spin');
  const [second, third] = [thread.run('spin'), thread.run('spin')];
  await expect(thread.run(21)).rejects.toThrow(ThreadBusy);
  const ends: number[] = [];
  for (const task of [first, second, third]) {
    await expect(task).rejects.toMatchObject({ bound: 'time' });
    ends.push(performance.now());
  }
  const [began = 0, , ended = 0] = ends;
  expect(ended - began).toBeGreaterThan(550);
});

it('turns its event loop while it has nothing to do, which lets go of pictures', async () => {
  const turned = new Int32Array(new SharedArrayBuffer(4));
  await started().run(turned);
  await eventually(() => expect(Atomics.load(turned, 0)).toBe(1));
});
