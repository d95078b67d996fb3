import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { nodeAdvice } from '../../../src/cli/node-release.ts';
import { eventually } from '../../support/eventually.ts';
import { connecting, untilReady } from '../../support/readiness.ts';
import { FULL_RUNS } from '../../support/runs.ts';
import { LIMIT, startCluster } from '../cluster/cluster.ts';
import { startInstance } from '../cluster/instance.ts';
import type { Caller } from '../cluster/load.ts';
import { makeCaller } from '../cluster/operator.ts';

const ENV = {
  LISTENERS: '2',
  POOL_THREADS: '2',
  LOG_LEVEL: 'info',
  BODY_TIMEOUT_MS: '7500',
};
/** After so long without a word a request counts as lost. Milliseconds. */
const SILENCE_MS = 30_000;

describe.each(['uws', 'node'])('two listeners over %s', async (driver) => {
  const cluster = await startCluster(1, { ...ENV, HTTP_DRIVER: driver });
  afterAll(() => cluster?.close());

  describe.skipIf(cluster === null)('with PostgreSQL and Redis', () => {
    const { instances, store } = cluster as NonNullable<typeof cluster>;
    const [instance] = instances as [(typeof instances)[0]];
    const caller = () => makeCaller(store);
    const render = (caller: Caller) => renderAt(instance.port, caller);
    const ops = (path: string) => fetch(`http://127.0.0.1:${instance.opsPort}${path}`);
    /**
     * Metrics of all listeners that are up: one that a busy machine keeps from answering is left out by the supervisor.
     */
    const metrics = (): Promise<string> =>
      eventually(async () => {
        const text = await (await ops('/metrics')).text();
        const up = Number(/^platen_listeners\{.*\} (\d)$/m.exec(text)?.[1]);
        expect(text.match(/^process_start_time_seconds\{listener="\d"\}/gm) ?? []).toHaveLength(up);
        return text;
      });
    const sample = async (name: string): Promise<Record<string, number>> => {
      const text = await metrics();
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

    /** The first attempt of a test may have ended it. */
    const startAgain = async (): Promise<void> => {
      const { exitCode, signalCode } = instance.process;
      if (exitCode !== null || signalCode !== null) await instance.start();
    };

    describe('that run', () => {
      beforeEach(startAgain);

      test('share one port and one operators’ port, with separate metrics and log lines', async () => {
        const by = await caller();
        const before = await sample('platen_http_requests_total');
        for (let sent = 0; sent < 40; sent++) expect(await render(by)).not.toBe('lost');
        // A request is counted once its answer is out.
        await eventually(async () => {
          const after = await sample('platen_http_requests_total');
          const served = ['1', '2'].map((listener) => (after[listener] ?? 0) - (before[listener] ?? 0));
          expect(served.every((count) => count > 0)).toBe(true);
          expect(served.reduce((sum, count) => sum + count, 0)).toBe(40);
        });
        await Promise.all(Array.from({ length: 20 }, () => ops('/metrics')));
        expect(await sample('platen_listeners')).toEqual({ supervisor: 2 });
        expect(await sample('process_start_time_seconds')).toMatchObject({
          1: expect.any(Number),
          2: expect.any(Number),
        });
        await eventually(async () => expect((await ops('/readyz')).status).toBe(200));
        await eventually(() => {
          const lines = instance.log.filter((line) => line.includes('"status":'));
          expect(new Set(lines.map((line) => (JSON.parse(line) as { listener: number }).listener))).toEqual(
            new Set([1, 2]),
          );
        });
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
        // A listener was replaced before, and the line of the new one may be on its way.
        const killed = await eventually(() => {
          const pid = processes()[1] as number;
          process.kill(pid, 0);
          return pid;
        });
        const replaced = async () => (await sample('platen_listeners_replaced_total'))['supervisor'] ?? 0;
        const replacedBefore = await replaced();
        const statuses: (number | 'lost')[] = [];
        const sendUntil = async (done: () => Promise<boolean>): Promise<void> => {
          do {
            statuses.push(await render(callers[statuses.length % callers.length] as Caller));
            await delay(20);
          } while (!(await done()));
        };
        process.kill(killed, 'SIGKILL');
        await sendUntil(async () => (await replaced()) > replacedBefore);
        statuses.length = 0; // what was at the one that died is lost, no more
        const listening = async () => (await sample('platen_listeners'))['supervisor'];
        await sendUntil(async () => {
          const before = await listening();
          const { status } = await ops('/readyz');
          if (before === 1 && (await listening()) === 1) expect(status).toBe(503);
          return status === 200;
        });
        expect(statuses).not.toContain('lost');
        expect(await replaced()).toBe(replacedBefore + 1);
        // The line goes through a pipe, and can come after it is ready.
        await eventually(() => expect(processes()[1]).not.toBe(killed));
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
        // Earlier answers may not have been counted yet.
        const inFlight = async () => total(await sample('platen_http_in_flight'));
        await eventually(async () => expect(await inFlight()).toBe(0));
        const before = total(await sample('platen_http_requests_total'));
        const stopped = new EventEmitter();
        const seen = once(stopped, 'seen');
        const answers: Promise<number | 'lost'>[] = [];
        // Once more where Redis came too late to all of one listener, which then waits for no body.
        do {
          answers.push(...Array.from({ length: 20 }, () => renderAt(instance.port, by, seen)));
          await eventually(async () => {
            const answered = total(await sample('platen_http_requests_total')) - before;
            expect(answered + (await inFlight())).toBe(answers.length);
          });
        } while (Math.min(...Object.values(await sample('platen_http_in_flight'))) === 0);
        const said = instance.log.length;
        const ended = instance.stop();
        const stopping = () => instance.log.slice(said).filter((line) => line.includes('"msg":"stopping"'));
        await eventually(() => expect(stopping()).toHaveLength(2));
        expect((await ops('/readyz')).status).toBe(503);
        stopped.emit('seen');
        expect(await Promise.all(answers)).not.toContain('lost');
        expect(await ended).toBe(0);
        expect(instance.log.join('\n')).not.toContain('MaxListenersExceededWarning');
        await expect(render(by)).resolves.toBe('lost');
      });
    });

    // Another start of three processes: of both drivers each night.
    describe.runIf(FULL_RUNS || driver === 'uws')('started again', () => {
      test('are not ready, and say why, until all of them listen', async () => {
        await instance.stop();
        const started = instance.start();
        const before = await untilReady(instance.opsPort);
        const outcomes = await Promise.all(Array.from({ length: 20 }, () => connecting(instance.port)));
        expect(new Set(outcomes)).toEqual(new Set(['connected']));
        expect(before.length).toBeGreaterThan(0);
        expect(before[0]?.reason).toMatch(/starting|does not serve yet/);
        for (const { status, reason } of before) {
          expect(status).toBe(503);
          expect(reason).not.toBe('');
        }
        await started;
      });

      test('end with their supervisor, however it ends', async () => {
        await startAgain();
        const health = () =>
          fetch(`http://127.0.0.1:${instance.port}/healthz`, { headers: { connection: 'close' } });
        expect((await health()).status).toBe(200);
        await instance.kill();
        await eventually(() => expect(health()).rejects.toThrow('fetch failed'));
      });
    });
  });
});

const ELSEWHERE = { DATABASE_URL: 'postgresql://127.0.0.1:1/none', REDIS_URL: 'redis://127.0.0.1:1' };

test('do not share the port of somebody else', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await expect(startInstance({ ...ENV, ...ELSEWHERE, PORT: `${port}` })).rejects.toThrow('EADDRINUSE');
  other.close();
});

/**
 * One render on a connection of its own, whose body ends after `pause`; `lost` without an answer. Nobody ends a
 * connection that node:cluster has handed to a process which died before it took it.
 */
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
    sent.setTimeout(SILENCE_MS, () => sent.destroy());
    sent.write('{"variables":');
    void Promise.resolve(pause).then(() => sent.end('{"name":"Ada"}}'));
  });
}
