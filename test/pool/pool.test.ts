import { afterEach, describe, expect, test, vi } from 'vitest';
import { FailureError } from '../../src/errors.ts';
import { RenderPool } from '../../src/pool/pool.ts';
import type { FixtureReply, FixtureTask } from './worker-fixture.ts';

const WORKER = new URL('./worker-fixture.ts', import.meta.url);

type Pool = RenderPool<FixtureTask, FixtureReply>;
let open: Pool[] = [];

afterEach(async () => {
  await Promise.all(open.map((pool) => pool.close()));
  open = [];
});

async function start(options: { threads: number; queue: number; hardDeadlineMs?: number }) {
  const onWorkerLost = vi.fn();
  const onError = vi.fn();
  const pool: Pool = new RenderPool({ ...options, workerUrl: WORKER, onWorkerLost, onError });
  open.push(pool);
  await pool.ready();
  return { pool, onWorkerLost, onError };
}

/** A task that holds its thread until `lift` is called. */
function barrier() {
  const gate = new Int32Array(new SharedArrayBuffer(8));
  return {
    task: { kind: 'hold', gate } as const,
    held: (count: number) => vi.waitFor(() => expect(Atomics.load(gate, 1)).toBe(count), 15_000),
    lift: () => {
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
    },
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

describe('a full pool', () => {
  test('refuses at once, with a Retry-After, and has room again afterwards', async () => {
    const { pool } = await start({ threads: 1, queue: 2 });
    const hold = barrier();
    const accepted = [pool.run(hold.task), pool.run(hold.task), pool.run(hold.task)];
    expect(pool.running).toBe(1);
    expect(pool.queued).toBe(2);

    const { failure } = await failureOf(pool.run({ kind: 'thread' }));
    expect(failure).toMatchObject({ code: 'busy', retryAfterSeconds: 1 });
    expect(pool.running + pool.queued).toBe(3);

    hold.lift();
    await Promise.all(accepted);
    expect(pool.running + pool.queued).toBe(0);
    expect(await pool.run({ kind: 'thread' })).toMatchObject({ ok: true });
  });

  test('takes no more than one task a thread when it has no queue', async () => {
    const { pool } = await start({ threads: 2, queue: 0 });
    const hold = barrier();
    const accepted = [pool.run(hold.task), pool.run(hold.task)];
    await hold.held(2);
    expect((await failureOf(pool.run({ kind: 'thread' }))).failure.code).toBe('busy');
    hold.lift();
    const threads = await Promise.all(accepted);
    expect(new Set(threads.map(({ value }) => value)).size).toBe(2);
  });
});

describe('a task that fails', () => {
  test('rejects with the failure that its worker replied', async () => {
    const { pool, onWorkerLost } = await start({ threads: 1, queue: 1 });
    const { failure } = await failureOf(pool.run({ kind: 'refuse' }));
    expect(failure).toEqual({ code: 'too_large', message: 'The label has too many dots' });
    expect(onWorkerLost).not.toHaveBeenCalled();
  });

  test('hides what the worker threw behind an internal failure and keeps the thread', async () => {
    const { pool } = await start({ threads: 1, queue: 1 });
    const before = await pool.run({ kind: 'thread' });
    const error = await failureOf(pool.run({ kind: 'throw' }));
    expect(error.failure.code).toBe('internal');
    expect(error.failure.message).not.toContain('a bug');
    expect(error.cause).toMatchObject({ message: 'a bug' });
    expect(await pool.run({ kind: 'thread' })).toEqual(before);
    expect(pool.workersLost).toBe(0);
  });

  test('takes only itself along when its worker exits, and the worker is replaced', async () => {
    const { pool, onWorkerLost } = await start({ threads: 2, queue: 2 });
    const hold = barrier();
    const neighbour = pool.run(hold.task);
    await hold.held(1);
    const dying = failureOf(pool.run({ kind: 'exit' }));
    const queued = pool.run(hold.task);

    expect((await dying).failure.code).toBe('internal');
    await hold.held(2);
    hold.lift();
    expect((await neighbour).value).not.toBe((await queued).value);
    expect(pool.workersLost).toBe(1);
    expect(onWorkerLost).toHaveBeenCalledTimes(1);
  });

  test('is killed past the hard deadline, alone', async () => {
    const { pool, onWorkerLost } = await start({ threads: 2, queue: 2, hardDeadlineMs: 1000 });
    const spin = failureOf(pool.run({ kind: 'spin' }));
    const neighbours = new Set<number>();
    while (pool.workersLost === 0) neighbours.add((await pool.run({ kind: 'thread' })).value);
    expect((await spin).failure.code).toBe('internal');
    expect(neighbours.size).toBe(1);
    expect(onWorkerLost).toHaveBeenCalledTimes(1);
  });
});

describe('a client that leaves', () => {
  test('gives up its place in the queue without disturbing others', async () => {
    const { pool, onWorkerLost } = await start({ threads: 1, queue: 2 });
    const hold = barrier();
    const client = new AbortController();
    const running = pool.run(hold.task);
    const left = pool.run({ kind: 'exit' }, client.signal);
    const behind = pool.run({ kind: 'thread' });
    expect(pool.queued).toBe(2);

    client.abort();
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    expect(pool.queued).toBe(1);
    const newcomer = pool.run({ kind: 'thread' });

    hold.lift();
    await Promise.all([running, behind, newcomer]);
    expect(onWorkerLost).not.toHaveBeenCalled();
  });

  test('does not stop its task once that runs', async () => {
    const { pool, onWorkerLost } = await start({ threads: 1, queue: 1 });
    const hold = barrier();
    const first = pool.run(hold.task);
    const client = new AbortController();
    const second = pool.run(hold.task, client.signal);
    hold.lift();
    await first;
    client.abort();
    expect(await second).toMatchObject({ ok: true });
    expect(onWorkerLost).not.toHaveBeenCalled();
  });

  test('starts nothing when it had left before', async () => {
    const { pool } = await start({ threads: 1, queue: 1 });
    await expect(pool.run({ kind: 'exit' }, AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(pool.workersLost).toBe(0);
  });
});

test('large results are moved, small ones copied', async () => {
  const { pool } = await start({ threads: 1, queue: 1 });
  const large = await pool.run({ kind: 'bytes', length: 1_000_000 });
  expect(large.bytes).toHaveLength(1_000_000);
  expect(large.bytes?.every((byte) => byte === 7)).toBe(true);
  expect((await pool.run({ kind: 'left' })).value).toBe(0);

  const small = await pool.run({ kind: 'bytes', length: 1000 });
  expect(small.bytes).toEqual(new Uint8Array(1000).fill(7));
  expect((await pool.run({ kind: 'left' })).value).toBe(1000);
});

test('closing lets running tasks end and refuses the others', async () => {
  const { pool, onWorkerLost } = await start({ threads: 2, queue: 1 });
  const hold = barrier();
  const running = [pool.run(hold.task), pool.run(hold.task)];
  const waiting = failureOf(pool.run({ kind: 'thread' }));
  await hold.held(2);
  const closed = pool.close();
  expect((await waiting).failure.code).toBe('busy');
  expect((await failureOf(pool.run({ kind: 'thread' }))).failure.code).toBe('busy');
  hold.lift();
  expect(await Promise.all(running)).toHaveLength(2);
  await closed;
  expect(onWorkerLost).not.toHaveBeenCalled();
});

test('is not ready when its worker cannot be loaded', async () => {
  const onError = vi.fn();
  const pool = new RenderPool({
    threads: 1,
    queue: 1,
    workerUrl: new URL('./no-such-worker.ts', import.meta.url),
    onWorkerLost: () => {},
    onError,
  });
  await expect(pool.ready()).rejects.toThrow(/no-such-worker/);
  await pool.close();
});
