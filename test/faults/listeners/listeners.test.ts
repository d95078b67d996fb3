import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { nodeAdvice } from '../../../src/cli/node-release.ts';
import { connecting, untilReady } from '../../support/readiness.ts';
import { LIMIT, startCluster } from '../cluster/cluster.ts';
import { startInstance } from '../cluster/instance.ts';
import type { Caller } from '../cluster/load.ts';
import { makeCaller } from '../cluster/operator.ts';

const ENV = { LISTENERS: '2', POOL_THREADS: '2', LOG_LEVEL: 'info', BODY_TIMEOUT_MS: '7500' };

describe.each(['uws', 'node'])('two listeners over %s', async (driver) => {
  const cluster = await startCluster(1, { ...ENV, HTTP_DRIVER: driver });
  afterAll(() => cluster?.close());

  describe.skipIf(cluster === null)('with PostgreSQL and Redis', () => {
    const { instances, store } = cluster as NonNullable<typeof cluster>;
    const [instance] = instances as [(typeof instances)[0]];
    // A database that a busy machine kept waiting is asked again.
    const caller = () => vi.waitFor(() => makeCaller(store), 60_000);
    const render = (caller: Caller) => renderAt(instance.port, caller);
    const ops = (path: string) => fetch(`http://127.0.0.1:${instance.opsPort}${path}`);
    const sample = async (name: string): Promise<Record<string, number>> => {
      const text = await (await ops('/metrics')).text();
      const found = [...text.matchAll(new RegExp(`^${name}\\{(?:.*,)?listener="(\\w+)".*\\} (.+)$`, 'gm'))];
      const sums: Record<string, number> = {};
      for (const [, listener = '', value] of found) sums[listener] = (sums[listener] ?? 0) + Number(value);
      return sums;
    };
    /** The process of each listener, the latest of each. */
    const processes = (): Record<number, number> =>
      Object.fromEntries(
        instance.log
          .filter((line) => line.includes('"msg":"listening"'))
          .map((line) => JSON.parse(line) as { listener: number; pid: number })
          .map(({ listener, pid }) => [listener, pid]),
      );

    test('share one port and one operators’ port, with metrics and log lines told apart', async () => {
      const by = await caller();
      const before = await sample('platen_http_requests_total');
      for (let sent = 0; sent < 40; sent++) expect(await render(by)).not.toBe('lost');
      const after = await sample('platen_http_requests_total');
      const served = ['1', '2'].map((listener) => (after[listener] ?? 0) - (before[listener] ?? 0));
      expect(served.every((count) => count > 0)).toBe(true);
      expect(served.reduce((sum, count) => sum + count, 0)).toBe(40);
      expect(await sample('platen_listeners')).toEqual({ supervisor: 2 });
      expect(await sample('process_start_time_seconds')).toMatchObject({
        1: expect.any(Number),
        2: expect.any(Number),
      });
      expect((await ops('/readyz')).status).toBe(200);
      await vi.waitFor(() => {
        const lines = instance.log.filter((line) => line.includes('"status":200'));
        expect(new Set(lines.map((line) => (JSON.parse(line) as { listener: number }).listener))).toEqual(
          new Set([1, 2]),
        );
      }, 20_000);
    });

    test('admit the budget exactly, together', async () => {
      const by = await caller();
      const statuses = await Promise.all(Array.from({ length: 2 * LIMIT }, () => render(by)));
      const admitted = statuses.filter((status) => status === 200).length;
      // None, unless the machine is so busy that Redis answers too late.
      const failed = statuses.filter((status) => Number(status) >= 500).length;
      expect(admitted).toBeLessThanOrEqual(LIMIT);
      expect(admitted + failed).toBeGreaterThanOrEqual(LIMIT);
    });

    test('replace one that is killed, while the other serves', async () => {
      const callers = await Promise.all(Array.from({ length: 10 }, caller));
      const killed = processes()[1] as number;
      const replaced = async () => (await sample('platen_listeners_replaced_total'))['supervisor'] ?? 0;
      const replacedBefore = await replaced();
      const statuses: (number | 'lost')[] = [];
      const sendFor = async (done: () => Promise<boolean>): Promise<void> => {
        for (let sent = 0; !(await done()); sent++) {
          statuses.push(await render(callers[sent % callers.length] as Caller));
          await delay(20);
        }
      };
      process.kill(killed, 'SIGKILL');
      await sendFor(async () => (await sample('platen_listeners'))['supervisor'] === 1);
      expect((await ops('/readyz')).status).toBe(503);
      statuses.length = 0; // what was at the one that died is lost, no more
      await sendFor(async () => (await ops('/readyz')).status === 200);
      expect(statuses.length).toBeGreaterThan(0);
      expect(statuses).not.toContain('lost');
      expect(await replaced()).toBe(replacedBefore + 1);
      // The line goes through a pipe, and can come after it is ready.
      await vi.waitFor(() => expect(processes()[1]).not.toBe(killed), 20_000);
    });

    test('have been advised on their Node.js once, by the supervisor', () => {
      const text = nodeAdvice()?.text ?? 'nothing';
      const advised = instance.log.filter((line) => line.includes(text));
      expect(advised).toHaveLength(nodeAdvice() === null ? 0 : 1);
      expect(advised.join()).not.toContain('"listener"');
    });

    test('finish what is under way after SIGTERM, and end with 0', async () => {
      const by = await caller();
      const total = (counts: Record<string, number>) =>
        Object.values(counts).reduce((sum, one) => sum + one, 0);
      const before = total(await sample('platen_http_requests_total'));
      const stopped = new EventEmitter();
      const seen = once(stopped, 'seen');
      const answers = Array.from({ length: 20 }, () => renderAt(instance.port, by, seen));
      await vi.waitFor(async () => {
        const inFlight = await sample('platen_http_in_flight');
        expect(Math.min(...Object.values(inFlight))).toBeGreaterThan(0);
        expect(total(await sample('platen_http_requests_total')) - before + total(inFlight)).toBe(20);
      }, 3000);
      const ended = instance.stop();
      const stopping = () => instance.log.filter((line) => line.includes('"msg":"stopping"'));
      await vi.waitFor(() => expect(stopping()).toHaveLength(2), 3000);
      expect((await ops('/readyz')).status).toBe(503);
      stopped.emit('seen');
      expect(await Promise.all(answers)).not.toContain('lost');
      expect(await ended).toBe(0);
      await expect(render(by)).resolves.toBe('lost');
    });

    test('are not ready, and say why, until all of them listen', async () => {
      const started = instance.start();
      const before = await untilReady(instance.opsPort);
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => connecting(instance.port)));
      expect(new Set(outcomes)).toEqual(new Set(['connected']));
      expect(before.length).toBeGreaterThan(0);
      for (const { status, reason } of before) {
        expect(status).toBe(503);
        expect(reason).toMatch(/starting|does not serve yet|Redis is out of reach/);
      }
      await started;
    });
  });
});

const ELSEWHERE = { DATABASE_URL: 'postgresql://127.0.0.1:1/none', REDIS_URL: 'redis://127.0.0.1:1' };

test('end with their supervisor, however it ends', async () => {
  const supervisor = await startInstance({ ...ENV, ...ELSEWHERE });
  const health = () =>
    fetch(`http://127.0.0.1:${supervisor.port}/healthz`, { headers: { connection: 'close' } });
  expect((await health()).status).toBe(200);
  await supervisor.kill();
  await vi.waitFor(() => expect(health()).rejects.toThrow('fetch failed'), 30_000);
});

test('do not share the port of somebody else', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await expect(startInstance({ ...ENV, ...ELSEWHERE, PORT: `${port}` })).rejects.toThrow('EADDRINUSE');
  other.close();
});

/** One render on a connection of its own, whose body ends after `pause`; `lost` without an answer. */
function renderAt(
  port: number,
  { key, labelId }: Caller,
  pause?: Promise<unknown>,
): Promise<number | 'lost'> {
  return new Promise((resolve) => {
    const path = `/label-api/labels/${labelId}/render`;
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const sent = request(
      { port, host: '127.0.0.1', agent: false, method: 'POST', path, headers },
      (response) => {
        response.resume().on('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 'lost'));
      },
    );
    sent.on('error', () => resolve('lost'));
    sent.write('{"variables":');
    void Promise.resolve(pause).then(() => sent.end('{"name":"Ada"}}'));
  });
}
