import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { labelInput } from '../../store/label-input.ts';
import { eventually } from '../../support/eventually.ts';
import { type Balancer, haproxyIsInstalled, startBalancer } from './balancer.ts';
import { startCluster } from './cluster.ts';
import type { Instance } from './instance.ts';
import { makeCaller } from './operator.ts';
import { survive, urlOf } from './scenario.ts';

const cluster = await startCluster(3);
afterAll(() => cluster?.close());

/** How long a crashed instance is away. Milliseconds. */
const OUTAGE_MS = 500;

describe.skipIf(cluster === null)('three instances under load', () => {
  const parts = cluster as NonNullable<typeof cluster>;

  test('one is killed in the middle of jobs and started again: the others notice nothing', async () => {
    await survive({
      cluster: parts,
      name: 'instance killed',
      // By itself, without a balancer, its clients are refused until it is back.
      statuses: ['lost'],
      fault: async ({ outcomes }) => {
        // From the first one on its thread is at one after the other. Redis may come too late to some, or to all.
        const jobs = await eventually(async () => {
          const started = await startJobs(parts.store, parts.instances[0] as Instance);
          await Promise.any(started.map(async (job) => expect(await job).toBe(200)));
          return started;
        });
        const since = performance.now();
        await parts.instances[0]?.kill();
        expect(await Promise.all(jobs)).toContain('lost');
        await delay(OUTAGE_MS);
        await parts.instances[0]?.start();
        expect(outcomes.some(({ target, status }) => target === 0 && status === 'lost')).toBe(true);
        const others = outcomes.filter(({ target, sentAt }) => target !== 0 && sentAt >= since);
        expect(others.length).toBeGreaterThan(5);
        expect(others.filter(({ status }) => status === 'lost')).toEqual([]);
      },
    });
  });

  describe.runIf(haproxyIsInstalled())('behind the balancer', () => {
    let balancer: Balancer;
    beforeEach(async () => {
      balancer = await startBalancer(parts.instances);
    });
    afterEach(() => balancer.stop());

    test('one is killed and started again: what it was at is lost, no more', async () => {
      const { counts } = await survive({
        cluster: parts,
        name: 'instance killed behind the balancer',
        // Without an answer is HAProxy's way on a connection that had answers before: the client may try again.
        statuses: [502, 503, 'lost'],
        urls: [urlOf(balancer)],
        fault: async () => {
          await parts.instances[0]?.kill();
          await delay(OUTAGE_MS);
          await parts.instances[0]?.start();
        },
      });
      // A light load has few under way at one instance at a time.
      expect((counts.get(502) ?? 0) + (counts.get('lost') ?? 0)).toBeLessThan(10);
    });

    test('all are replaced one after the other: no request is lost', async () => {
      const exits: (number | null)[] = [];
      await survive({
        cluster: parts,
        name: 'rolling restart',
        statuses: [],
        urls: [urlOf(balancer)],
        fault: async () => {
          for (const instance of parts.instances) {
            exits.push(await instance.stop());
            await instance.start();
            await ready(instance.opsPort);
          }
        },
      });
      expect(exits).toEqual([0, 0, 0]);
    });
  });
});

/** Asks for as many images as a thread may have before it; together they take it about a second. */
async function startJobs(store: Store, instance: Instance): Promise<Promise<number | 'lost'>[]> {
  const zpl = `^XA${'^FO0,0^GE1900,1900,1900^FS'.repeat(300)}^XZ`;
  const { key, accountId } = await makeCaller(store);
  const [label] = await eventually(() =>
    store.importLabels(accountId, [labelInput({ size: { widthMm: 250, heightMm: 250 }, zpl })]),
  );
  return Array.from({ length: 12 }, () =>
    fetch(`${urlOf(instance)}/labels/${label?.id}/render`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: '{"format":"png"}',
    }).then(
      (response) => response.status,
      () => 'lost' as const,
    ),
  );
}

/** Waits until the instance says that it can serve. */
async function ready(opsPort: number): Promise<void> {
  await eventually(async () => expect((await fetch(`http://127.0.0.1:${opsPort}/readyz`)).status).toBe(200));
}
