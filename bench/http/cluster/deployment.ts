import { rmSync } from 'node:fs';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { startBalancer } from '../../../test/faults/cluster/balancer.ts';
import { type Instance, startInstance } from '../../../test/faults/cluster/instance.ts';
import { databaseDirectory } from '../../../test/support/database-directory.ts';
import { postgresForTests } from '../../../test/support/postgres.ts';
import { startRedis } from '../../../test/support/redis.ts';
import { CARRIER_VARIABLES, carrierLabel } from '../../labels/carrier.ts';

/** A 2 kB carrier label, and a key that may render it. */
export interface Saved {
  readonly key: string;
  readonly labelId: string;
}

/** One way to deploy the service, running: where it is asked, and which processes it keeps busy. */
export interface Deployment {
  readonly name: string;
  readonly port: number;
  readonly saved: Saved;
  readonly instances: readonly number[];
  readonly balancer: readonly number[];
}

/** Every deployment that is compared, on one Redis and one PostgreSQL. All are idle unless they are asked. */
export interface Site {
  /** One instance by itself, with the embedded database and its own budgets. */
  readonly single: Deployment;
  /** One, two and four instances behind HAProxy. */
  readonly clusters: readonly Deployment[];
  /** One instance on PostgreSQL, asked directly, with budgets of its own and with those in Redis. */
  readonly ownBudgets: Deployment;
  readonly sharedBudgets: Deployment;
  readonly redisUrl: string;
  /** Process ids. */
  readonly redis: number;
  readonly postgres: number;
  readonly store: Store;
  close(): Promise<void>;
}

const UNLIMITED = { RATE_UNITS_PER_MINUTE: '10000000', CREDENTIAL_PRECHECKS_PER_MINUTE: '10000000' };

/** Values for all of the label's variables, other ones for each number, so that no image is the one before. */
export function variables(number: number): Record<string, string> {
  return Object.fromEntries(
    CARRIER_VARIABLES.map((name) => [
      name,
      name === 'tracking' ? `1Z999AA1${1e10 + number}` : `Value ${number}`,
    ]),
  );
}

/** Starts everything. Each instance has one worker thread, so that more instances are more of everything. */
export async function startSite(): Promise<Site> {
  const begun: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of begun.splice(0).toReversed()) await end();
  };
  try {
    return { ...(await start(begun)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(begun: (() => Promise<unknown>)[]): Promise<Omit<Site, 'close'>> {
  const postgres = await postgresForTests();
  if (postgres?.process?.pid === undefined) throw new Error('the suite needs a PostgreSQL of its own');
  begun.push(() => postgres.stop());
  const redis = await startRedis();
  begun.push(() => redis.stop());
  const DATABASE_URL = await postgres.makeDatabase();
  const store = await openStore({ databaseUrl: DATABASE_URL, dataDir: '', onError: console.error });
  begun.push(() => store.close());
  await store.migrate();
  const saved = await save(store);

  const DATA_DIR = await databaseDirectory();
  begun.push(async () => rmSync(DATA_DIR, { recursive: true, force: true }));
  const embedded = await openStore({ databaseUrl: null, dataDir: DATA_DIR, onError: console.error });
  const savedAlone = await save(embedded);
  await embedded.close();

  const serve = async (env: Readonly<Record<string, string>>): Promise<Instance> => {
    const instance = await startInstance({ ...UNLIMITED, ...env });
    begun.push(() => instance.kill());
    return instance;
  };
  const alone = await serve({ DATA_DIR });
  const own = await serve({ DATABASE_URL });
  const members: Instance[] = [];
  for (let index = 0; index < 4; index++) members.push(await serve({ DATABASE_URL, REDIS_URL: redis.url }));

  const clusters: Deployment[] = [];
  for (const size of [1, 2, 4]) {
    const chosen = members.slice(0, size);
    const balancer = await startBalancer(chosen);
    begun.push(() => balancer.stop());
    clusters.push({
      ...deployment(`${size} behind HAProxy`, chosen, saved),
      port: balancer.port,
      balancer: [balancer.process.pid as number],
    });
  }
  return {
    single: deployment('single, in process', [alone], savedAlone),
    clusters,
    ownBudgets: deployment('own budgets', [own], saved),
    sharedBudgets: deployment('budgets in Redis', members.slice(0, 1), saved),
    redisUrl: redis.url,
    redis: redis.process.pid as number,
    postgres: postgres.process.pid,
    store,
  };
}

/** Makes an account with a key and the label. */
export async function save(store: Store): Promise<Saved> {
  const { id } = await store.createAccount('bench', 'pro');
  const { value } = await store.createKey(id, 'full');
  const [label] = await store.importLabels(id, [carrierLabel()]);
  return { key: value, labelId: label?.id ?? '' };
}

function deployment(name: string, instances: readonly Instance[], saved: Saved): Deployment {
  return {
    name,
    saved,
    port: instances[0]?.port ?? 0,
    instances: instances.map(({ process: { pid } }) => pid as number),
    balancer: [],
  };
}
