import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { startRedis } from '../../support/redis.ts';
import { startCluster } from './cluster.ts';
import { handOver, untilLinked } from './replication.ts';
import { survive } from './scenario.ts';

const cluster = await startCluster(2);
afterAll(() => cluster?.close());

/** How long the part is away. Milliseconds. */
const OUTAGE_MS = 1000;
/** Guards fail closed with 503; 500 where they could be asked, and the account's budget a moment later not. */
const UNAVAILABLE = [500, 503] as const;

describe.skipIf(cluster === null)('two instances under load, when Redis', () => {
  const parts = cluster as NonNullable<typeof cluster>;

  test('is killed, and started again with what it had written', async () => {
    const { counts } = await survive({
      cluster: parts,
      name: 'Redis killed',
      statuses: UNAVAILABLE,
      fault: async () => {
        await parts.redis.kill();
        await delay(OUTAGE_MS);
        await parts.redis.restart();
      },
    });
    expect(counts.get(503)).toBeGreaterThan(0);
  });

  test('stands still for a second', async () => {
    const { counts } = await survive({
      cluster: parts,
      name: 'Redis stopped',
      statuses: UNAVAILABLE,
      fault: async () => {
        parts.redis.process.kill('SIGSTOP');
        await delay(OUTAGE_MS);
        parts.redis.process.kill('SIGCONT');
      },
    });
    expect(counts.get(503)).toBeGreaterThan(0);
  });

  test('forgets the scripts: nobody notices', async () => {
    await survive({
      cluster: parts,
      name: 'scripts flushed',
      statuses: [],
      fault: async () => void (await parts.redis.command('SCRIPT', 'FLUSH')),
    });
  });

  test('is cut off by the network', async () => {
    const { counts } = await survive({
      cluster: parts,
      name: 'network cut',
      statuses: UNAVAILABLE,
      fault: async () => {
        parts.network.cut();
        await delay(OUTAGE_MS);
        parts.network.mend();
      },
    });
    expect(counts.get(503)).toBeGreaterThan(0);
  });

  test('hands over to its replica, which takes over the name', async () => {
    const replica = await startRedis(['--replicaof', `127.0.0.1 ${parts.redis.port}`]);
    try {
      await untilLinked(replica);
      const { counts } = await survive({
        cluster: parts,
        name: 'failover to the replica',
        statuses: UNAVAILABLE,
        fault: async () => {
          await handOver(parts.redis, replica);
          await parts.redis.kill();
          await delay(OUTAGE_MS / 2);
          await replica.command('REPLICAOF', 'NO', 'ONE');
          parts.network.target = replica.port;
        },
      });
      expect(counts.get(503)).toBeGreaterThan(0);
    } finally {
      parts.network.target = parts.redis.port;
      await replica.stop();
      // For a second attempt.
      await parts.redis.kill();
      await parts.redis.restart();
    }
  });
});
