import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { BorrowedBytes, type LentBytes, Loan, owned } from '../../src/borrowed-bytes.ts';
import { FailureError } from '../../src/errors.ts';
import type { RenderPoolOptions } from '../../src/pool/options.ts';
import { RenderPool } from '../../src/pool/pool.ts';
import type { Packer } from '../../src/pool/task-result.ts';
import { clientOf } from '../support/client.ts';
import { eventually, PATIENCE_MS } from '../support/eventually.ts';
import type { FixtureTask, FixtureResult as MadeResult } from './worker-fixture.ts';

type FixtureResult = MadeResult<LentBytes>;

const WORKER = new URL('../../dist/test/pool/worker-fixture.js', import.meta.url);
const SMALL = { pixels: 0, units: 2000 };
const MEGAPIXEL = 1_000_000;

let open: RenderPool<FixtureTask, FixtureResult>[] = [];

afterEach(async () => {
  await Promise.all(open.map((pool) => pool.close()));
  open = [];
});

type Options = Partial<RenderPoolOptions<FixtureTask, FixtureResult>> & { threads: number; queue: number };

function createPacker(): Packer<FixtureTask, FixtureResult> {
  return { pack: (tasks) => tasks, renderedOf: (body, [value = 0]) => ({ body, value }) };
}

function make(options: Options) {
  const events = { onDone: vi.fn(), onRefused: vi.fn(), onReplaced: vi.fn() };
  /** Tasks of refusals and replacements. */
  const concerned: [reason: string, task: FixtureTask | undefined][] = [];
  const pool = new RenderPool<FixtureTask, FixtureResult>({
    workerUrl: WORKER,
    packer: createPacker,
    deadlineMs: PATIENCE_MS,
    startDeadlineMs: PATIENCE_MS,
    perThread: { pixels: 64 * MEGAPIXEL, units: 1_000_000 },
    ...options,
    events: {
      onDone: events.onDone,
      onRefused(reason, { task }) {
        events.onRefused(reason);
        concerned.push([reason, task]);
      },
      onReplaced(reason, error, current) {
        events.onReplaced(reason, error);
        concerned.push([reason, current?.task]);
      },
    },
  });
  open.push(pool);
  const run = (task: FixtureTask, { account = 'a', client, ...cost }: RunOptions = {}) => {
    return pool.render(task, { ...SMALL, ...cost, account }, client && clientOf(client));
  };
  return { pool, run, concerned, ...events };
}

interface RunOptions {
  account?: string;
  client?: AbortController;
  pixels?: number;
  units?: number;
}

async function start(options: Options) {
  const made = make(options);
  await made.pool.ready();
  return made;
}

/** A task that holds its thread until `lift` is called. */
function barrier() {
  const gate = new Int32Array(new SharedArrayBuffer(8));
  return {
    task: { kind: 'hold', gate } as const,
    held: (count: number) => eventually(() => expect(Atomics.load(gate, 1)).toBe(count)),
    lift: () => {
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
    },
  };
}

/** A clock that stands still, however long threads take, until the returned function lets milliseconds pass. */
function standingClock(): (ms: number) => void {
  let at = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => at);
  onTestFinished(() => clock.mockRestore());
  return (ms) => {
    at += ms;
  };
}

async function failureOf(run: Promise<unknown>) {
  const error = await run.then(
    () => expect.unreachable('resolved'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FailureError);
  return error as FailureError;
}

const codeOf = async (run: Promise<unknown>) => (await failureOf(run)).failure.code;

/** Resolves when so many threads are at work at once: they start as tasks wait for them. */
async function hasThreads(run: (task: FixtureTask) => Promise<unknown>, count: number): Promise<void> {
  const hold = barrier();
  const held = Array.from({ length: count }, () => run(hold.task));
  await hold.held(count);
  hold.lift();
  await Promise.all(held);
}

test('starts with one thread, and others when tasks wait, up to their number', async () => {
  const packer = vi.fn(createPacker);
  const { pool, run } = await start({ threads: 3, queue: 9, packer });
  for (let i = 0; i < 5; i++) await run({ kind: 'thread' });
  expect(packer).toHaveBeenCalledTimes(1);
  const hold = barrier();
  const held: Promise<unknown>[] = [];
  for (let count = 1; count <= 3; count++) {
    held.push(run(hold.task));
    await hold.held(count);
  }
  expect(packer).toHaveBeenCalledTimes(3);
  held.push(run(hold.task));
  await eventually(() => expect([pool.running, pool.queued]).toEqual([3, 1]));
  hold.lift();
  await Promise.all(held);
  expect(packer).toHaveBeenCalledTimes(3);
});

test('wakes a second thread only for more than the first one does in no time', async () => {
  const { run } = await start({ threads: 2, queue: 9 });
  const threadsOfTwo = async () => {
    const done = await Promise.all([run({ kind: 'thread' }), run({ kind: 'thread' })]);
    return new Set(done.map(({ value }) => value)).size;
  };
  await hasThreads(run, 2);
  // A task that took long the last time is shared out.
  expect(await threadsOfTwo()).toBe(2);
  for (let i = 0; i < 200; i++) await run({ kind: 'thread' });
  // Unless one has just been held up by the machine.
  await eventually(async () => expect(await threadsOfTwo()).toBe(1));
});

test('wakes a second thread for what was left to the first one, when that takes longer than it should', async () => {
  const { run } = await start({ threads: 2, queue: 9 });
  await hasThreads(run, 2);
  for (let i = 0; i < 200; i++) await run({ kind: 'thread' });
  const hold = barrier();
  const held = run(hold.task);
  // Sent by then, and not begun.
  await setImmediate();
  const { value } = await run({ kind: 'thread' });
  hold.lift();
  expect((await held).value).not.toBe(value);
});

describe('a full pool', () => {
  test('refuses at once, with a Retry-After, and has room again afterwards', async () => {
    const { pool, run, onRefused } = await start({ threads: 1, queue: 2 });
    const hold = barrier();
    const accepted = [run(hold.task)];
    await hold.held(1);
    accepted.push(run(hold.task), run(hold.task));
    expect([pool.running, pool.queued]).toEqual([1, 2]);

    const { failure } = await failureOf(run({ kind: 'thread' }));
    expect(failure).toMatchObject({ code: 'busy', retryAfterSeconds: 1 });
    expect(onRefused.mock.calls).toEqual([['jobs']]);
    expect(pool.running + pool.queued).toBe(3);

    hold.lift();
    await Promise.all(accepted);
    expect(pool.running + pool.queued).toBe(0);
    expect(await run({ kind: 'thread' })).toMatchObject({ value: expect.any(Number) });
  });

  test('takes no more than one task a thread when it has no queue', async () => {
    const { run } = await start({ threads: 2, queue: 0 });
    const hold = barrier();
    const accepted = [run(hold.task), run(hold.task)];
    await hold.held(2);
    expect(await codeOf(run({ kind: 'thread' }))).toBe('busy');
    hold.lift();
    const threads = await Promise.all(accepted);
    expect(new Set(threads.map(({ value }) => value)).size).toBe(2);
  });

  test.each(['pixels', 'units'] as const)(
    'is full when its %s are taken, for tasks that have any',
    async (kind) => {
      const perThread = { pixels: 10 * MEGAPIXEL, units: 10 * MEGAPIXEL };
      const { run, onRefused } = await start({ threads: 1, queue: 9, perThread });
      const hold = barrier();
      const nothing = { pixels: 0, units: 0 };
      const accepted = [
        run(hold.task, { ...nothing, [kind]: 6 * MEGAPIXEL }),
        run(hold.task, { ...nothing, [kind]: 4 * MEGAPIXEL }),
      ];
      expect(await codeOf(run(hold.task, { ...nothing, [kind]: 1 }))).toBe('busy');
      expect(onRefused.mock.calls).toEqual([[kind]]);
      accepted.push(run(hold.task, nothing));
      hold.lift();
      await Promise.all(accepted);
    },
  );

  test('lets in a task beyond the bound when it has nothing else of the kind', async () => {
    const { run } = await start({ threads: 1, queue: 9, perThread: { pixels: MEGAPIXEL, units: MEGAPIXEL } });
    const hold = barrier();
    const accepted = [run(hold.task), run(hold.task, { pixels: 50 * MEGAPIXEL })];
    expect(await codeOf(run(hold.task, { pixels: 1 }))).toBe('busy');
    hold.lift();
    await Promise.all(accepted);
  });

  test('makes room for an account by giving up the last task of the one that has most', async () => {
    const { run, onRefused } = await start({ threads: 1, queue: 3 });
    const hold = barrier();
    const running = run(hold.task, { account: 'many' });
    await hold.held(1);
    const first = run({ kind: 'thread' }, { account: 'many' });
    const second = run({ kind: 'thread' }, { account: 'many' });
    const third = codeOf(run({ kind: 'thread' }, { account: 'many' }));
    const other = run({ kind: 'thread' }, { account: 'few' });
    expect(await third).toBe('busy');
    expect(onRefused.mock.calls).toEqual([['share']]);
    // The next would leave it with more than the other has.
    expect(await codeOf(run({ kind: 'thread' }, { account: 'few' }))).toBe('busy');
    hold.lift();
    await Promise.all([running, first, second, other]);
  });
});

describe('a pool that is asked before there is a task', () => {
  test('refuses what it would refuse, and counts that', async () => {
    const { pool, run, onRefused } = await start({ threads: 1, queue: 2 });
    expect(pool.refuse('a')).toBeUndefined();
    const hold = barrier();
    const accepted = [run(hold.task)];
    await hold.held(1);
    accepted.push(run(hold.task), run(hold.task));
    expect(pool.refuse('a')).toBe(1);
    expect(onRefused.mock.calls).toEqual([['jobs']]);
    hold.lift();
    await Promise.all(accepted);
    expect(pool.refuse('a')).toBeUndefined();
  });

  test('does not refuse an account for which it would make room', async () => {
    const { pool, run } = await start({ threads: 1, queue: 2 });
    const hold = barrier();
    const accepted = [run(hold.task, { account: 'many' })];
    await hold.held(1);
    accepted.push(run(hold.task, { account: 'many' }));
    const last = codeOf(run(hold.task, { account: 'many' }));
    expect(pool.refuse('few')).toBeUndefined();
    accepted.push(run(hold.task, { account: 'few' }));
    expect(await last).toBe('busy');
    expect(pool.refuse('few')).toBe(1);
    hold.lift();
    await Promise.all(accepted);
  });

  test('refuses all once it is closed', async () => {
    const { pool } = await start({ threads: 1, queue: 2 });
    const closing = pool.close();
    expect(pool.refuse('a')).toBe(1);
    await closing;
  });
});

describe('what waits', () => {
  test('is taken from the accounts in turn', async () => {
    const { run } = await start({ threads: 1, queue: 20 });
    const hold = barrier();
    const order: string[] = [];
    const running = run(hold.task);
    await hold.held(1);
    const note = (name: string, account: string) =>
      run({ kind: 'thread' }, { account, units: 0 }).then(() => order.push(name));
    const waiting = [
      ...['a1', 'a2', 'a3', 'a4'].map((name) => note(name, 'a')),
      ...['b1', 'b2'].map((name) => note(name, 'b')),
      note('c1', 'c'),
    ];
    hold.lift();
    await Promise.all([running, ...waiting]);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('and is small finds a thread while large tasks hold others', async () => {
    const { pool, run } = await start({ threads: 2, queue: 20 });
    const [first, large] = [barrier(), barrier()];
    const pixels = 10 * MEGAPIXEL;
    // Both threads are busy when everything is queued.
    const running = [run(first.task), run(first.task)];
    const heavy = Array.from({ length: 4 }, () => run(large.task, { account: 'large', pixels }));
    const small = Array.from({ length: 4 }, () => run({ kind: 'thread' }, { account: 'small' }));
    first.lift();
    await Promise.all([...running, ...small]);
    // With no small ones left the second thread takes a large one too.
    await large.held(2);
    expect(pool.queued).toBe(2);
    large.lift();
    await Promise.all(heavy);
  });

  test('and is larger than a surface leaves one thread alone', async () => {
    const { pool, run } = await start({ threads: 2, queue: 20 });
    const huge = barrier();
    const heavy = [1, 2].map(() => run(huge.task, { pixels: 40 * MEGAPIXEL }));
    await huge.held(1);
    expect(await run({ kind: 'thread' })).toMatchObject({ value: expect.any(Number) });
    expect([pool.running, pool.queued]).toEqual([1, 1]);
    huge.lift();
    await Promise.all(heavy);
  });

  test('and is larger than a surface leaves the only thread alone while another starts', async () => {
    const pass = standingClock();
    const { pool, run, onReplaced } = await start({
      threads: 2,
      queue: 9,
      deadlineMs: 1000,
      startDeadlineMs: 500,
    });
    vi.stubEnv('FIXTURE_HANGS', '1');
    try {
      const heavy = run({ kind: 'thread' }, { pixels: 40 * MEGAPIXEL });
      await setImmediate();
      expect([pool.running, pool.queued]).toEqual([0, 1]);
      const small = await run({ kind: 'thread' });
      expect(pool.queued).toBe(1);
      // Until that other one is given up.
      pass(600);
      expect(await heavy).toEqual(small);
    } finally {
      vi.unstubAllEnvs();
    }
    expect(onReplaced.mock.calls.map(([reason]) => reason)).toEqual(['unstarted']);
  });

  test('is given up past the deadline without being run', async () => {
    const pass = standingClock();
    const { run, onDone, onRefused } = await start({ threads: 1, queue: 1, deadlineMs: 500 });
    const hold = barrier();
    const running = run(hold.task);
    await hold.held(1);
    const late = failureOf(run({ kind: 'thread' }));
    pass(600);
    const { failure } = await late;
    expect(failure).toMatchObject({ code: 'busy', retryAfterSeconds: 1 });
    expect(onRefused.mock.calls).toEqual([['deadline']]);
    hold.lift();
    await running;
    expect(onDone).toHaveBeenCalledTimes(1);
  });
});

describe('a task that fails', () => {
  test('rejects with the failure that its worker replied', async () => {
    const { run, onReplaced } = await start({ threads: 1, queue: 1 });
    const { failure } = await failureOf(run({ kind: 'refuse' }));
    const details = 'the label has too many dots';
    expect(failure).toEqual({ code: 'too_large', message: `A limit is exceeded: ${details}.`, details });
    expect(onReplaced).not.toHaveBeenCalled();
  });

  test('hides what the worker threw behind an internal failure and keeps the thread', async () => {
    const { run, onReplaced } = await start({ threads: 1, queue: 1 });
    const before = await run({ kind: 'thread' });
    const error = await failureOf(run({ kind: 'throw' }));
    expect(error.failure.code).toBe('internal');
    expect(error.failure.message).not.toContain('a bug');
    expect(error.cause).toMatchObject({ message: 'a bug' });
    expect(await run({ kind: 'thread' })).toEqual(before);
    expect(onReplaced).not.toHaveBeenCalled();
  });

  test.each([
    { kind: 'exit', reason: 'crashed' },
    { kind: 'exhaust', reason: 'memory' },
  ] as const)(
    'takes only itself along when its worker has $reason, and the worker is replaced',
    async ({ kind, reason }) => {
      const { run, onReplaced } = await start({ threads: 1, queue: 9, heapMb: 64 });
      const hold = barrier();
      // Large, so that nothing is known yet of small tasks.
      const running = run(hold.task, { pixels: 10 * MEGAPIXEL });
      await hold.held(1);
      // All of these travel in one batch, with the bad one in the middle.
      const before = run({ kind: 'thread' });
      const lost = failureOf(run({ kind }));
      const after = run({ kind: 'thread' });
      hold.lift();
      const { value: old } = await running;
      expect((await lost).failure.code).toBe('internal');
      expect((await before).value).not.toBe(old);
      expect((await after).value).not.toBe(old);
      expect(onReplaced.mock.calls.map(([why]) => why)).toEqual([reason]);
    },
  );

  test('is answered busy when it hangs, and its worker is replaced', async () => {
    const pass = standingClock();
    const { pool, run, onReplaced } = await start({ threads: 1, queue: 1, deadlineMs: 500 });
    const { value: old } = await run({ kind: 'thread' });
    const hung = failureOf(run({ kind: 'spin' }));
    await eventually(() => expect(pool.running).toBe(1));
    pass(1100);
    const { failure } = await hung;
    expect(failure).toMatchObject({ code: 'busy', retryAfterSeconds: 1 });
    expect(onReplaced.mock.calls.map(([reason]) => reason)).toEqual(['hung']);
    expect((await run({ kind: 'thread' })).value).not.toBe(old);
  });

  test('costs only itself when it cannot cross to a thread', async () => {
    const { run, onReplaced } = await start({ threads: 1, queue: 9 });
    const bad: FixtureTask & { call(): void } = { kind: 'thread', call: () => {} };
    const [{ failure, cause }, good] = await Promise.all([failureOf(run(bad)), run({ kind: 'thread' })]);
    expect([failure.code, cause]).toEqual(['internal', expect.objectContaining({ name: 'DataCloneError' })]);
    expect(good).toMatchObject({ value: expect.any(Number) });
    expect(onReplaced.mock.calls.map(([reason]) => reason)).toEqual(['crashed']);
  });

  test('fails after its answer without ending more than its thread', async () => {
    const { run, onReplaced } = await start({ threads: 1, queue: 1 });
    const { value: old } = await run({ kind: 'throw-later' });
    await eventually(() => expect(onReplaced).toHaveBeenCalledTimes(1));
    expect(onReplaced.mock.calls[0]).toMatchObject(['crashed', { message: 'a late bug' }]);
    expect((await run({ kind: 'thread' })).value).not.toBe(old);
  });

  test('does not disturb the task of another thread', async () => {
    const { run, onReplaced } = await start({ threads: 2, queue: 2 });
    const hold = barrier();
    const neighbour = run(hold.task);
    await hold.held(1);
    expect(await codeOf(run({ kind: 'exit' }))).toBe('internal');
    hold.lift();
    expect(await neighbour).toMatchObject({ value: expect.any(Number) });
    expect(onReplaced).toHaveBeenCalledTimes(1);
  });
});

describe('an event tells which task it is about', () => {
  test('of those that were refused, and of the one that gave way to another account', async () => {
    const { run, concerned } = await start({ threads: 1, queue: 2 });
    const hold = barrier();
    const running = run(hold.task);
    await hold.held(1);
    const [first, last, refused] = [{ kind: 'thread' }, { kind: 'thread' }, { kind: 'thread' }] as const;
    const accepted = run(first);
    const displaced = codeOf(run(last));
    expect(await codeOf(run(refused))).toBe('busy');
    const newcomer = run({ kind: 'thread' }, { account: 'b' });
    expect(await displaced).toBe('busy');
    hold.lift();
    await Promise.all([running, accepted, newcomer]);
    expect(concerned.map(([reason]) => reason)).toEqual(['jobs', 'share']);
    expect(
      [concerned[0]?.[1], concerned[1]?.[1]].map((task) => [refused, last].indexOf(task as never)),
    ).toEqual([0, 1]);
  });

  test('of a crash, what the thread was at, not what else it had', async () => {
    const { run, concerned } = await start({ threads: 1, queue: 9 });
    const hold = barrier();
    const running = run(hold.task, { pixels: 1 });
    await hold.held(1);
    const bad = { kind: 'exit' } as const;
    const batch = [run({ kind: 'thread' }), failureOf(run(bad)), run({ kind: 'thread' })];
    hold.lift();
    await Promise.all([running, ...batch]);
    expect(concerned).toEqual([['crashed', bad]]);
  });

  test('of a thread that hangs, the one that hangs, which is refused as well', async () => {
    const pass = standingClock();
    const { pool, run, concerned } = await start({ threads: 1, queue: 1, deadlineMs: 500 });
    const bad = { kind: 'spin' } as const;
    const hung = failureOf(run(bad));
    await eventually(() => expect(pool.running).toBe(1));
    pass(1100);
    await hung;
    expect(concerned).toEqual([
      ['hung', bad],
      ['deadline', bad],
    ]);
  });
});

test('a storm of crashes stops the pool for a while, until a probe succeeds', async () => {
  const { pool, run, onReplaced, onRefused } = await start({ threads: 1, queue: 1, breakerPauseMs: 2500 });
  const well = new Int32Array(new SharedArrayBuffer(4));
  const crash = () => codeOf(run({ kind: 'exit-unless', gate: well }));
  for (let crashes = 1; crashes <= 5; crashes++) expect(await crash()).toBe('internal');
  expect(pool.breaker).toBe('closed');
  expect(await crash()).toBe('internal');
  expect(pool.breaker).toBe('open');
  const { failure } = await failureOf(run({ kind: 'thread' }));
  expect(failure.code).toBe('busy');
  expect([1, 2, 3]).toContain(failure.retryAfterSeconds);
  expect(onRefused.mock.calls).toEqual([['breaker']]);

  // The first probe crashes, the second finds all well.
  await eventually(async () => expect(await crash()).toBe('internal'));
  expect(pool.breaker).toBe('open');
  expect(onReplaced).toHaveBeenCalledTimes(7);
  Atomics.store(well, 0, 1);
  await eventually(() => run({ kind: 'thread' }));
  expect(pool.breaker).toBe('closed');
});

test('what a thread leaves behind while the pool is stopped is refused too', async () => {
  const { pool, run, onReplaced, onRefused } = await start({ threads: 2, queue: 9, heapMb: 64 });
  const [first, second] = [barrier(), barrier()];
  // Large, so that nothing is known yet of small tasks.
  const alone = run(first.task, { pixels: 10 * MEGAPIXEL });
  await first.held(1);
  const other = run(first.task, { pixels: 10 * MEGAPIXEL });
  await first.held(2);
  // One thread takes the first two in one batch, and the other what is left.
  const batch = [run(second.task), run({ kind: 'exhaust' })].map(codeOf);
  const left = run({ kind: 'thread' });
  first.lift();
  await Promise.all([alone, other, left]);
  await second.held(1);
  for (let crashes = 1; crashes <= 6; crashes++) expect(await codeOf(run({ kind: 'exit' }))).toBe('internal');
  expect(pool.breaker).toBe('open');
  expect(onRefused).not.toHaveBeenCalled();
  second.lift();
  expect(await Promise.all(batch)).toEqual(['busy', 'internal']);
  expect(onReplaced.mock.lastCall?.[0]).toBe('memory');
  expect(onRefused.mock.calls).toEqual([['breaker']]);
});

describe('while the process holds more memory than it should', () => {
  test('one task at a time is let in, and the others are refused', async () => {
    const { run, onRefused } = await start({ threads: 2, queue: 9, memoryMaxBytes: 1 });
    const hold = barrier();
    await eventually(async () => {
      const first = run({ kind: 'thread' });
      expect(await codeOf(run({ kind: 'thread' }))).toBe('busy');
      await first;
    });
    const running = run(hold.task);
    await hold.held(1);
    const { failure } = await failureOf(run({ kind: 'thread' }));
    expect(failure).toMatchObject({ code: 'busy', retryAfterSeconds: 1 });
    expect(new Set(onRefused.mock.calls.flat())).toEqual(new Set(['memory']));
    hold.lift();
    await running;
    expect(await run({ kind: 'thread' })).toMatchObject({ value: expect.any(Number) });
  });

  test('a thread with nothing to do that holds much is replaced, and no other', async () => {
    const { run, onReplaced } = await start({ threads: 1, queue: 9, memoryMaxBytes: 1 });
    const { value: old } = await run({ kind: 'thread' });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(onReplaced).not.toHaveBeenCalled();
    await run({ kind: 'keep', length: 100_000_000 });
    await eventually(() => expect(onReplaced.mock.calls).toEqual([['recycled', undefined]]));
    expect((await run({ kind: 'thread' })).value).not.toBe(old);
  });

  test('below its bound nothing is refused', async () => {
    const { run, onReplaced } = await start({ threads: 1, queue: 9, memoryMaxBytes: 2 ** 40 });
    await run({ kind: 'keep', length: 100_000_000 });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await Promise.all(Array.from({ length: 5 }, () => run({ kind: 'thread' })));
    expect(onReplaced).not.toHaveBeenCalled();
  });
});

describe('a thread that is due for recycling is replaced without losing a task', () => {
  test.each([
    ['after so many tasks', { recycleAfterTasks: 10 }],
    ['when it holds too much memory', { recycleAboveBytes: 1 }],
  ])('%s', async (_, limit) => {
    const { run, onReplaced } = await start({ threads: 2, queue: 100, ...limit });
    const threads = new Set<number>();
    // On a busy machine two threads may have done all of a round, one after the other.
    while (onReplaced.mock.calls.length < 2 || threads.size < 3) {
      const replies = await Promise.all(Array.from({ length: 50 }, () => run({ kind: 'thread' })));
      for (const { value } of replies) threads.add(value);
    }
    expect(new Set(onReplaced.mock.calls.map(([reason]) => reason))).toEqual(new Set(['recycled']));
  });
});

describe('a client that leaves', () => {
  test('gives up its place in the queue without disturbing others', async () => {
    const { pool, run, onReplaced } = await start({ threads: 1, queue: 2 });
    const hold = barrier();
    const client = new AbortController();
    const running = run(hold.task);
    await hold.held(1);
    const left = run({ kind: 'exit' }, { client });
    const behind = run({ kind: 'thread' });
    expect(pool.queued).toBe(2);

    client.abort();
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    expect(pool.queued).toBe(1);
    const newcomer = run({ kind: 'thread' });

    hold.lift();
    await Promise.all([running, behind, newcomer]);
    expect(onReplaced).not.toHaveBeenCalled();
  });

  test('does not stop its task once that runs', async () => {
    const { run, onReplaced } = await start({ threads: 1, queue: 1 });
    const hold = barrier();
    const client = new AbortController();
    const running = run(hold.task, { client });
    await hold.held(1);
    client.abort();
    hold.lift();
    expect(await running).toMatchObject({ value: expect.any(Number) });
    expect(onReplaced).not.toHaveBeenCalled();
  });

  test('starts nothing when it had left before', async () => {
    const { pool, run, onDone } = await start({ threads: 1, queue: 1 });
    const client = new AbortController();
    client.abort();
    await expect(run({ kind: 'exit' }, { client })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(pool.running + pool.queued).toBe(0);
    expect(onDone).not.toHaveBeenCalled();
  });
});

test('large results are moved, small ones copied', async () => {
  const { run } = await start({ threads: 1, queue: 1 });
  const large = await run({ kind: 'bytes', length: 1_000_000 });
  expect(large.body).toHaveLength(1_000_000);
  expect(owned(large.body).every((byte) => byte === 7)).toBe(true);
  expect((await run({ kind: 'left' })).value).toBe(0);

  const small = await run({ kind: 'bytes', length: 1000 });
  expect(owned(small.body)).toEqual(new Uint8Array(1000).fill(7));
  expect((await run({ kind: 'left' })).value).toBe(1000);
});

test('a result stays what it is while its thread writes the next one', async () => {
  const { run } = await start({ threads: 1, queue: 9 });
  const hold = barrier();
  const first = run({ kind: 'bytes', length: 1000, byte: 1 }).then(({ body }) => {
    // The thread has the two below by now, and is at the second when it has written the first.
    const until = performance.now() + PATIENCE_MS;
    while (Atomics.load(hold.task.gate, 1) === 0 && performance.now() < until);
    return [Atomics.load(hold.task.gate, 1), Buffer.from(owned(body))];
  });
  await setImmediate();
  const next = [run({ kind: 'bytes', length: 1000, byte: 2 }), run(hold.task)];
  expect(await first).toEqual([1, Buffer.alloc(1000, 1)]);
  hold.lift();
  await Promise.all(next);
});

test('closing lets running tasks end and refuses the others', async () => {
  const { pool, run, onReplaced } = await start({ threads: 2, queue: 1 });
  const hold = barrier();
  const running = [run(hold.task), run(hold.task)];
  await hold.held(2);
  const waiting = codeOf(run({ kind: 'thread' }));
  const closed = pool.close();
  expect(await waiting).toBe('busy');
  expect(await codeOf(run({ kind: 'thread' }))).toBe('busy');
  hold.lift();
  expect(await Promise.all(running)).toHaveLength(2);
  await closed;
  expect(onReplaced).not.toHaveBeenCalled();
});

test('a thread that hangs while it starts is replaced', async () => {
  const pass = standingClock();
  const { run, onReplaced } = await start({ threads: 1, queue: 1, deadlineMs: 1000, startDeadlineMs: 500 });
  const reasons = () => onReplaced.mock.calls.map(([reason]) => reason);
  vi.stubEnv('FIXTURE_HANGS', '1');
  try {
    expect(await codeOf(run({ kind: 'exit' }))).toBe('internal');
  } finally {
    vi.unstubAllEnvs();
  }
  const waiting = run({ kind: 'thread' });
  pass(600);
  expect(await waiting).toMatchObject({ value: expect.any(Number) });
  expect(reasons()).toEqual(['crashed', 'hung']);
});

describe('a thread that cannot be started while another is ready', () => {
  const well = WORKER.href;
  const noModule = new URL('./no-such-worker.js', WORKER).href;
  // Node.js refuses it before there is a thread.
  const noFile = 'file://elsewhere/worker.js';

  test.each([
    ['ends while it loads', noModule, /no-such-worker/],
    ['is not even made', noFile, /host/],
  ])('and %s leaves the work to that one, and is reported once', async (_, broken, message) => {
    const workerUrl = new URL(well);
    const { pool, run, onReplaced } = await start({ threads: 4, queue: 40, workerUrl });
    workerUrl.href = broken;
    const hold = barrier();
    const waiting = Array.from({ length: 30 }, () => run(hold.task, { pixels: 1 }));
    await eventually(() => expect(onReplaced).toHaveBeenCalled());
    hold.lift();
    expect(await Promise.all(waiting)).toHaveLength(30);
    expect(pool.breaker).toBe('closed');
    expect(onReplaced.mock.calls).toEqual([
      ['unstarted', expect.objectContaining({ message: expect.stringMatching(message) })],
    ]);
  });

  test('leaves a task larger than a surface to that one too', async () => {
    const workerUrl = new URL(well);
    const { run } = await start({ threads: 2, queue: 9, workerUrl });
    workerUrl.href = noModule;
    await run({ kind: 'thread' }, { pixels: 40 * MEGAPIXEL });
  });

  test('is started later, when it can be', async () => {
    const workerUrl = new URL(well);
    const { run, onReplaced } = await start({ threads: 2, queue: 9, workerUrl });
    workerUrl.href = noModule;
    const hold = barrier();
    const held = [run(hold.task, { pixels: 1 }), run(hold.task, { pixels: 1 })];
    await eventually(() => expect(onReplaced).toHaveBeenCalledTimes(1));
    workerUrl.href = well;
    await hold.held(2);
    hold.lift();
    await Promise.all(held);
  });

  test.each([noModule, noFile])('counts as a crash when no other is ready: %s', async (broken) => {
    const workerUrl = new URL(well);
    const { pool, run, onReplaced } = await start({ threads: 2, queue: 9, workerUrl });
    workerUrl.href = broken;
    expect(await codeOf(run({ kind: 'exit' }))).toBe('internal');
    await eventually(() => expect(pool.breaker).toBe('open'));
    expect(new Set(onReplaced.mock.calls.map(([reason]) => reason))).toEqual(new Set(['crashed']));
    expect(await codeOf(run({ kind: 'thread' }))).toBe('busy');
  });
});

test('is not ready when its worker cannot be loaded', async () => {
  const { pool } = make({ threads: 1, queue: 1, workerUrl: new URL('./no-such-worker.js', import.meta.url) });
  await expect(pool.ready()).rejects.toThrow(/no-such-worker/);
});

test('whoever keeps the bytes of a result beyond its turn finds them poisoned, or learns that they are gone', async () => {
  Loan.poisons = true;
  onTestFinished(() => {
    Loan.poisons = false;
  });
  const { run } = await start({ threads: 1, queue: 1 });
  const handle = async () => {
    const { body } = await run({ kind: 'bytes', length: 3 });
    if (!(body instanceof BorrowedBytes)) throw new Error('the body has memory of its own');
    const copy = body.copy();
    const kept = body.read((bytes) => bytes);
    const inTime = [...kept];
    // A step more, as a handler might have it: any wait ends the turn.
    await setImmediate();
    return { body, copy, kept, inTime };
  };
  const { body, copy, kept, inTime } = await handle();
  expect(inTime).toEqual([7, 7, 7]);
  expect([...copy]).toEqual([7, 7, 7]);
  expect([...kept]).toEqual([255, 255, 255]);
  expect(() => body.copy()).toThrow('kept for too long');
});
