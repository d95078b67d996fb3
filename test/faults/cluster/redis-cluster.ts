import { eventually } from '../../support/eventually.ts';
import { type RedisServer, startCluster, startClusterNode } from '../../support/redis.ts';
import { untilLinked } from './replication.ts';

/** A primary with its share of the slots, and the replica that takes it over; they may have swapped roles. */
export interface Shard {
  readonly primary: RedisServer;
  readonly replica: RedisServer;
}

/** Redis Cluster of three shards. */
export interface RedisCluster {
  /** The addresses of all nodes, as the setting has them. */
  readonly url: string;
  /** The shard that has the slot of this key. Both its nodes must be well. */
  shardOf(key: string): Promise<Shard>;
  stop(): Promise<void>;
}

export async function startRedisCluster(): Promise<RedisCluster> {
  const primaries = await startCluster();
  const replicas = await Promise.all(primaries.map(startReplica));
  const nodes = [...primaries, ...replicas];
  return {
    url: nodes.map(({ url }) => url).join(','),
    async shardOf(key) {
      for (const [index, primary] of nodes.entries()) {
        // Any other node answers MOVED.
        const has = await primary.command('EXISTS', key).catch(() => null);
        const replica = nodes[(index + primaries.length) % nodes.length];
        if (has !== null && replica !== undefined) return { primary, replica };
      }
      throw new Error(`no primary has the slot of ${key}`);
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

async function startReplica(primary: RedisServer): Promise<RedisServer> {
  const { node: replica, busPort } = await startClusterNode();
  await primary.command('CLUSTER', 'MEET', '127.0.0.1', replica.port, busPort);
  const id = String(await primary.command('CLUSTER', 'MYID'));
  // Refused until it has heard of the primary.
  await eventually(() => replica.command('CLUSTER', 'REPLICATE', id));
  await untilLinked(replica);
  return replica;
}
