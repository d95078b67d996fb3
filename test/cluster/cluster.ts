import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { startTcpProxy, type TcpProxy } from '../budget/tcp-proxy.ts';
import { administer, type PostgresServer, postgresForTests } from '../support/postgres.ts';
import { type RedisServer, redisIsInstalled, startRedis } from '../support/redis.ts';
import { type Instance, startInstance } from './instance.ts';

/** Units a minute of each account and key: little enough to be used up within a test. */
export const LIMIT = 60;

/** Several instances on one PostgreSQL and one Redis, which they reach through a network that can be cut. */
export interface Cluster {
  readonly instances: readonly Instance[];
  readonly postgres: PostgresServer;
  readonly databaseUrl: string;
  readonly redis: RedisServer;
  readonly network: TcpProxy;
  /** The operator's own connection to the database, as the commands of `platen` have it. */
  readonly store: Store;
  close(): Promise<void>;
}

/**
 * Starts so many instances with these settings over the usual ones. Null, with a line that says so, where a
 * server is missing or is not ours to stop; with REQUIRE_SERVICES=1 a missing one is an error.
 */
export async function startCluster(
  size: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Cluster | null> {
  const postgres = redisIsInstalled() ? await postgresForTests() : null;
  if (postgres === null) return null;
  if (postgres.process === null) {
    console.log('skipped: the PostgreSQL of TEST_DATABASE_URL is not ours to break');
    await postgres.stop();
    return null;
  }
  const begun: (() => Promise<unknown>)[] = [() => postgres.stop()];
  const close = async (): Promise<void> => {
    for (const end of begun.splice(0).toReversed()) await end();
  };
  try {
    const databaseUrl = await postgres.makeDatabase();
    // Written before the answer goes out, as in the compose deployment: what was charged survives a crash.
    const redis = await startRedis(['--appendonly', 'yes']);
    begun.push(() => redis.stop());
    const network = await startTcpProxy(redis.port);
    begun.push(() => network.close());
    const store = await openStore({ databaseUrl, dataDir: '', onError: () => {} });
    begun.push(() => store.close());
    await store.migrate();
    const instances = await Promise.all(
      Array.from({ length: size }, async () => {
        const instance = await startInstance({
          DATABASE_URL: databaseUrl,
          REDIS_URL: `redis://127.0.0.1:${network.port}`,
          RATE_UNITS_PER_MINUTE: `${LIMIT}`,
          CREDENTIAL_PRECHECKS_PER_MINUTE: '1000000',
          ...env,
        });
        begun.push(() => instance.kill());
        return instance;
      }),
    );
    return { instances, postgres, databaseUrl, redis, network, store, close };
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
