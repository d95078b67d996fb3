import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RedisServer } from '../../support/redis.ts';
import { startClusterOnRedisCluster } from './cluster.ts';
import { type Caller, isGood, until } from './load.ts';
import type { Shard } from './redis-cluster.ts';
import { handOver, untilLinked } from './replication.ts';
import { makeCallers, survive } from './scenario.ts';

const cluster = await startClusterOnRedisCluster(2);
afterAll(() => cluster?.close());

/** A fault of a primary, and the action that brings it back as a replica. */
interface Fault {
  readonly begin: (primary: RedisServer) => unknown;
  readonly end: (primary: RedisServer) => unknown;
}
const DEATH: Fault = { begin: (primary) => primary.kill(), end: (primary) => primary.restart() };
const STANDSTILL: Fault = {
  begin: (primary) => primary.process.kill('SIGSTOP'),
  end: (primary) => primary.process.kill('SIGCONT'),
};
/** Some 2 s by the nodes' settings. Milliseconds. */
const TAKEOVER_MS = 15_000;
/** The share of the requests without a fault that may fail; more where the machine keeps the load from its turns. */
const BUSY_SHARE = 0.1;

describe.skipIf(cluster === null)('two instances under load, when of a Redis Cluster the primary', () => {
  const parts = cluster as NonNullable<typeof cluster>;
  const shardOf = (tag: string): Promise<Shard> => parts.redis.shardOf(`rl:{${tag}}`);

  /** Resolves when the replica, which has every charge, has taken over. Afterwards the two swap roles. */
  async function lose({ primary, replica }: Shard, fault: Fault): Promise<void> {
    await handOver(primary, replica);
    onTestFinished(async () => {
      await fault.end(primary);
      await untilLinked(primary);
    });
    await fault.begin(primary);
    const role = async () => ((await replica.command('ROLE')) as [string])[0];
    await until(
      async () => (await role()) === 'master',
      () => 'the replica takes over',
      TAKEOVER_MS,
    );
  }

  /** A primary without the guards; first the callers whose budgets it has, then the others. */
  async function strike(): Promise<{ shard: Shard; struck: Caller[]; spared: Caller[] }> {
    const { primary: guards } = await shardOf('guard');
    const callers = await makeCallers(parts.store);
    const shards = await Promise.all(callers.map(({ accountId }) => shardOf(accountId)));
    const shard = shards.find(({ primary }) => primary !== guards) as Shard;
    const isStruck = (_: Caller, index: number) => shards[index]?.primary === shard.primary;
    const struck = callers.filter(isStruck);
    return { shard, struck, spared: callers.filter((caller) => !struck.includes(caller)) };
  }

  test.each([
    ['dies', DEATH],
    ['stands still', STANDSTILL],
  ])(
    'of some accounts %s: these fail until its replica takes over, the others never',
    async (name, fault) => {
      const { shard, struck, spared } = await strike();
      const { counts } = await survive({
        cluster: parts,
        name: `primary of accounts ${name}`,
        statuses: [500],
        callers: [...struck, ...spared],
        fault: async (load) => {
          const since = performance.now();
          await lose(shard, fault);
          const others = load.outcomes.filter(
            (one) => one.sentAt >= since && spared.some(({ accountId }) => accountId === one.accountId),
          );
          expect(others.length).toBeGreaterThan(10);
          const share = Math.max(BUSY_SHARE, load.stalledShare);
          expect(others.filter((one) => !isGood(one)).length).toBeLessThan(others.length * share);
        },
      });
      expect(counts.get(500)).toBeGreaterThan(0);
    },
  );

  test('of the guards dies: nobody is let in until its replica takes over', async () => {
    const shard = await shardOf('guard');
    const { counts } = await survive({
      cluster: parts,
      name: 'primary of the guards dies',
      statuses: [500, 503],
      fault: () => lose(shard, DEATH),
    });
    expect(counts.get(503)).toBeGreaterThan(0);
  });
});
