import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { administer, type PostgresServer } from '../../support/postgres.ts';
import { startRedis } from '../../support/redis.ts';
import { startCluster, terminateBackends } from './cluster.ts';
import { handOver, untilLinked } from './replication.ts';
import { survive } from './scenario.ts';

const cluster = await startCluster(2);
afterAll(() => cluster?.close());

/** How long the part is away. Milliseconds. */
const REDIS_OUTAGE_MS = 1000;
const POSTGRES_OUTAGE_MS = 1500;
/** Longer than caches answer while nobody tells of changes, and a query then waits. Milliseconds. */
const STANDSTILL_MS = 4000;
/** Promised is 2 s; more is for machines that are busy with other tests. */
const SLOWEST_MS = 2000 + 3000;
/** Guards fail closed with 503; 500 where they could be asked, and the account's budget a moment later not. */
const UNAVAILABLE = [500, 503] as const;

describe.skipIf(cluster === null)('two instances under load', () => {
  const parts = cluster as NonNullable<typeof cluster>;

  describe('when Redis', () => {
    test.each<[title: string, name: string, away: () => unknown, back: () => unknown]>([
      [
        'is killed, and started again with what it had written',
        'Redis killed',
        () => parts.redis.kill(),
        () => parts.redis.restart(),
      ],
      [
        'stands still for a second',
        'Redis stopped',
        () => parts.redis.process.kill('SIGSTOP'),
        () => parts.redis.process.kill('SIGCONT'),
      ],
      ['is cut off by the network', 'network cut', () => parts.network.cut(), () => parts.network.restore()],
    ])('%s', async (_, name, away, back) => {
      const { counts } = await survive({
        cluster: parts,
        name,
        statuses: UNAVAILABLE,
        fault: async () => {
          await away();
          await delay(REDIS_OUTAGE_MS);
          await back();
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
            await delay(REDIS_OUTAGE_MS / 2);
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

  describe('when PostgreSQL', () => {
    test('is killed and started again', async () => {
      const { counts, slowestMs, slowestBeforeMs } = await survive({
        cluster: parts,
        name: 'PostgreSQL restarted',
        statuses: [500],
        fault: async () => {
          const server = parts.postgres.process;
          server?.kill('SIGQUIT');
          await delay(POSTGRES_OUTAGE_MS);
          await eventually(() => expect(server?.exitCode).not.toBeNull());
          await parts.postgres.restart();
        },
      });
      expect(counts.get(500)).toBeGreaterThan(0);
      expect(slowestMs).toBeLessThan(SLOWEST_MS + slowestBeforeMs);
    });

    test('stands still', async () => {
      const { counts, slowestMs, slowestBeforeMs } = await survive({
        cluster: parts,
        name: 'PostgreSQL stopped',
        statuses: [500],
        fault: async () => {
          const resume = await standStill(parts.postgres, parts.databaseUrl);
          await delay(STANDSTILL_MS);
          resume();
        },
      });
      expect(counts.get(500)).toBeGreaterThan(0);
      expect(slowestMs).toBeLessThan(SLOWEST_MS + slowestBeforeMs);
    });

    test('ends every connection', async () => {
      await survive({
        cluster: parts,
        name: 'backends terminated',
        statuses: [500],
        fault: () => terminateBackends(parts.databaseUrl),
      });
    });

    test('has no connection left', async () => {
      const { counts, slowestMs, slowestBeforeMs } = await survive({
        cluster: parts,
        name: 'connections used up',
        statuses: [500],
        fault: async () => {
          const release = await useUpConnections(parts.databaseUrl);
          await delay(POSTGRES_OUTAGE_MS);
          await release();
        },
      });
      expect(counts.get(500)).toBeGreaterThan(0);
      expect(slowestMs).toBeLessThan(SLOWEST_MS + slowestBeforeMs);
    });

    test('takes no writes: requests notice nothing, changes are refused', async () => {
      const readOnly = async (on: boolean): Promise<void> => {
        await administer(parts.databaseUrl, `ALTER SYSTEM SET default_transaction_read_only = ${on}`);
        await administer(parts.databaseUrl, 'SELECT pg_reload_conf()');
      };
      const { refused } = await survive({
        cluster: parts,
        name: 'read-only',
        statuses: [],
        fault: async () => {
          await readOnly(true);
          await delay(POSTGRES_OUTAGE_MS);
          await readOnly(false);
        },
      });
      expect(refused).toBeGreaterThan(0);
    });
  });
});

/** Stops the server and every process of it; the returned function lets them go on. */
async function standStill({ process: server }: PostgresServer, databaseUrl: string): Promise<() => void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {}); // it may be ended for its silence
  await client.connect();
  const stopped = [server?.pid as number];
  const signal = (name: NodeJS.Signals) => {
    for (const pid of stopped) process.kill(pid, name);
  };
  // The server first, so that it makes no more of them.
  signal('SIGSTOP');
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`,
  );
  stopped.push(...rows.map(({ pid }) => pid));
  signal('SIGSTOP');
  return () => {
    signal('SIGCONT');
    void client.end();
  };
}

/** Takes every connection, the instances' too; the returned function gives them back. */
async function useUpConnections(databaseUrl: string): Promise<() => Promise<void>> {
  const administrator = new pg.Client({ connectionString: databaseUrl });
  await administrator.connect();
  const held = [administrator];
  let ended: number | null;
  do {
    const { rowCount } = await administrator.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'platen%'`,
    );
    ended = rowCount;
    await fill(databaseUrl, held);
  } while (ended !== 0);
  return async () => {
    await Promise.all(held.map((client) => client.end()));
  };
}

/** Connects until the server refuses. */
async function fill(databaseUrl: string, held: pg.Client[]): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: databaseUrl });
    try {
      await client.connect();
    } catch (error) {
      if ((error as { code?: string }).code === '53300') return; // too many connections
      throw error;
    }
    held.push(client);
  }
}
