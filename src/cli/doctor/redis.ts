import { Redis } from 'ioredis';
import { RedisConnector } from '../../budget/redis-connector.ts';
import { readConfig } from '../../config.ts';
import { describeFailure } from '../failure.ts';
import { type CheckResult, clockFinding, type Environment, failed, ok, warning } from './check.ts';

/** For connecting, and for each command. Milliseconds. */
const TIMEOUT_MS = 3000;

/** The Redis that holds budgets: reachable, a primary, with its clock and its policy of eviction. */
export async function redis(env: Environment): Promise<readonly CheckResult[]> {
  const { redisUrls } = readConfig(env, ['redisUrls']);
  if (redisUrls.length === 0) return [ok('redis', 'none; budgets are counted in this process alone')];
  const nodes = await Promise.all(redisUrls.map((url) => node(url, redisUrls.length > 1)));
  return nodes.flat();
}

/** One server, or one of several nodes of a cluster. */
async function node(url: string, inCluster: boolean): Promise<readonly CheckResult[]> {
  // Without the password.
  const name = inCluster ? `redis ${new URL(url).host}` : 'redis';
  const client = new Redis(url, {
    Connector: RedisConnector,
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason: Error | undefined;
  client.on('error', (error) => {
    reason = error;
  });
  try {
    await client.connect();
    const askedAt = Date.now();
    const [seconds, microseconds] = await client.time();
    const answeredAt = Date.now();
    const info = await client.info();
    const serverTime = Number(seconds) * 1000 + Number(microseconds) / 1000;
    const state = inCluster ? /cluster_state:(\w+)/.exec(await client.cluster('INFO'))?.[1] : 'ok';
    return [serverFinding(name, info, inCluster, state), clockFinding(name, serverTime, askedAt, answeredAt)];
  } catch (error) {
    const detail = describeFailure(reason ?? error);
    const remedy = /WRONGPASS|NOAUTH|NOPERM/.test(detail)
      ? 'correct user and password in REDIS_URL'
      : 'start Redis, or correct REDIS_URL';
    return [failed(name, detail, remedy)];
  } finally {
    client.disconnect();
  }
}

function serverFinding(
  name: string,
  info: string,
  inCluster: boolean,
  state: string | undefined,
): CheckResult {
  const field = (key: string): string => new RegExp(`^${key}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const isNode = field('cluster_enabled') === '1';
  const policy = field('maxmemory_policy');
  const detail = `Redis ${field('redis_version')}${isNode ? ', a node of a cluster' : ''}`;
  if (inCluster && !isNode) {
    return failed(
      name,
      `${detail}, not a node of a cluster`,
      'name one server in REDIS_URL, or nodes of one cluster',
    );
  }
  if (isNode && !inCluster) {
    return failed(name, detail, 'name several nodes in REDIS_URL, or this one twice');
  }
  if (state !== 'ok') return failed(name, `${detail} whose state is ${state}`, 'repair the cluster');
  if (field('role') !== 'master' && !inCluster)
    return failed(name, `${detail}, a replica`, 'name the primary in REDIS_URL');
  if (policy !== '' && policy !== 'noeviction') {
    const remedy = 'set maxmemory-policy noeviction: an evicted counter admits more than the budget';
    return warning(name, `${detail}, maxmemory-policy ${policy}`, remedy);
  }
  return ok(name, detail);
}
