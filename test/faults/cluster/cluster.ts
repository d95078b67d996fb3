import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { administer, ownPostgres, type PostgresServer } from '../../support/postgres.ts';
import { type RedisServer, redisIsInstalled, startRedis } from '../../support/redis.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { type Instance, startInstance } from './instance.ts';
import { type RedisCluster, startRedisCluster } from './redis-cluster.ts';

/** Units a minute of each account and key: little enough to be used up within a test. */
export const LIMIT = 60;

/** Several instances on one PostgreSQL. */
export interface Deployment {
  readonly instances: readonly Instance[];
  readonly postgres: PostgresServer;
  readonly databaseUrl: string;
  /** The operator's own connection to the database, as the commands of `platen` have it. */
  readonly store: Store;
  close(): Promise<void>;
}

/** Several instances on one PostgreSQL and one Redis, which they reach through a network that can be cut. */
export interface Cluster extends Deployment {
  readonly redis: RedisServer;
  readonly network: TcpProxy;
}

type Env = Readonly<Record<string, string>>;
/** Takes what ends a part that has begun. */
type Begin = (end: () => Promise<unknown>) => void;

/**
 * Starts so many instances with these settings over the usual ones. Null, with a line that says so, where a
 * server is missing or is not ours to stop; with REQUIRE_SERVICES=1 that is an error.
 */
export function startCluster(size: number, env: Env = {}): Promise<Cluster | null> {
  return deploy(size, env, async (begin) => {
    // Written before the answer goes out, as in the compose deployment: what was charged survives a crash.
    const redis = await startRedis(['--appendonly', 'yes']);
    begin(() => redis.stop());
    const network = await startTcpProxy(redis.port);
    begin(() => network.close());
    return { redisUrl: `redis://127.0.0.1:${network.port}`, redis, network };
  });
}

/** The same on a Redis Cluster, which the instances reach directly: its nodes tell their own addresses. */
export function startClusterOnRedisCluster(
  size: number,
): Promise<(Deployment & { readonly redis: RedisCluster }) | null> {
  return deploy(size, {}, async (begin) => {
    const redis = await startRedisCluster();
    begin(() => redis.stop());
    return { redisUrl: redis.url, redis };
  });
}

async function deploy<R extends { readonly redisUrl: string }>(
  size: number,
  env: Env,
  startBudgets: (begin: Begin) => Promise<R>,
): Promise<(Deployment & R) | null> {
  const postgres = redisIsInstalled() ? await ownPostgres() : null;
  if (postgres === null) return null;
  const begun: (() => Promise<unknown>)[] = [() => postgres.stop()];
  const close = async (): Promise<void> => {
    for (const end of begun.splice(0).toReversed()) await end();
  };
  try {
    const databaseUrl = await postgres.makeDatabase();
    const budgets = await startBudgets((end) => void begun.push(end));
    const store = await openStore({ databaseUrl, dataDir: '', onError: () => {} });
    begun.push(() => store.close());
    await store.migrate();
    const instances = await Promise.all(
      Array.from({ length: size }, async () => {
        const instance = await startInstance({
          DATABASE_URL: databaseUrl,
          REDIS_URL: budgets.redisUrl,
          RATE_UNITS_PER_MINUTE: `${LIMIT}`,
          CREDENTIAL_PRECHECKS_PER_MINUTE: '1000000',
          ...env,
        });
        begun.push(() => instance.kill());
        return instance;
      }),
    );
    return { ...budgets, instances, postgres, databaseUrl, store, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Ends the database's connections, or those for which this SQL condition holds. */
export async function terminateBackends(databaseUrl: string, which = 'true'): Promise<void> {
  await administer(
    databaseUrl,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${which}`,
  );
}
