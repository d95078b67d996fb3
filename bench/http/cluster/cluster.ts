import { once } from 'node:events';
import { Agent, request } from 'node:http';
import autocannon from 'autocannon';
import { connectRedis, PATIENCE } from '../../../src/budget/redis-client.ts';
import { SERVER_CLOCK } from '../../../src/budget/redis-scripts.ts';
import { median } from '../../harness/statistics.ts';
import { atMost, type Options, type Row, type Suite } from '../../harness/suite.ts';
import { processorTime } from '../service/processor-time.ts';
import { type Deployment, type Saved, type Site, save, startSite, variables } from './deployment.ts';

const CONNECTIONS = 32;
/** Different values that each connection sends in turn. */
const BODIES = 200;
/** On a machine without a processor to spare, Redis may be too late for a few: they are answered 503. */
const TOLERATED = 0.01;
/** Commands that a busy Redis finds waiting at once. */
const WAITING = 100;

/**
 * Instances behind the deployment's load balancer, on one Redis and one PostgreSQL, next to one instance by
 * itself. All share this machine's processors, so what counts is processor time for each request; it
 * grows with their number, because a turn of each event loop is shared by fewer.
 */
export const cluster: Suite = {
  name: 'cluster',
  what: 'requests per second and processor time a request, autocannon, one worker thread an instance',
  run,
};

/** Parts whose processor time is counted; an instance by itself has the first two. */
const PARTS = ['front end', 'workers', 'HAProxy', 'Redis', 'PostgreSQL'] as const;

/** Microseconds of processor time for one request. */
type Costs = Readonly<Record<(typeof PARTS)[number], number>>;

interface Contestant {
  readonly deployment: Deployment;
  readonly format: string;
  readonly samples: Sample[];
}

interface Sample {
  readonly rate: number;
  readonly costs: Costs;
}

async function run({ quick }: Options): Promise<Row[]> {
  const site = await startSite();
  try {
    const contestants: Contestant[] = [
      ...[site.single, ...site.clusters].map((deployment) => ({ deployment, format: 'zpl', samples: [] })),
      ...['png', 'pdf'].map((format) => ({ deployment: site.single, format, samples: [] })),
    ];
    for (const { deployment, format } of contestants) {
      // Warm-up, in which every instance is compiled.
      await fire(site, deployment, format, quick ? 1 : 2 * deployment.instances.length);
    }
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      for (const { deployment, format, samples } of contestants) {
        samples.push(await fire(site, deployment, format, quick ? 1 : 4));
      }
    }
    const [single] = contestants as [Contestant, ...Contestant[]];
    const rows = contestants.map((one) => rowOf(one, single));
    rows.push(await latencyRow(site, quick ? 300 : 2000), await missRow(site, quick ? 100 : 400));
    rows.push(...(await busyRedisRows(site, quick ? 50 : 300)));
    return rows;
  } finally {
    await site.close();
  }
}

function rowOf({ deployment, format, samples }: Contestant, single: Contestant): Row {
  const rate = (of: Contestant['samples']): number => median(of.map((sample) => sample.rate));
  const parts = PARTS.slice(0, deployment.balancer.length === 0 ? 2 : PARTS.length);
  return {
    name: `${deployment.name}, ${format}`,
    value: rate(samples),
    unit: 'req/s',
    ratio: rate(samples) / rate(single.samples),
    of: "the single one's ZPL",
    samples: samples.map((sample) => sample.rate),
    detail: Object.fromEntries(
      parts.map((part) => [`${part} µs/req`, median(samples.map(({ costs }) => costs[part]))]),
    ),
  };
}

/** Asks two instances in turn on one connection each, so that whatever else the machine does meets both. */
async function latencyRow({ ownBudgets, sharedBudgets }: Site, requests: number): Promise<Row> {
  const own: number[] = [];
  const shared: number[] = [];
  const agent = new Agent({ keepAlive: true });
  for (let index = 0; index < requests; index++) {
    own.push(await askMs(agent, ownBudgets.port, ownBudgets.saved));
    shared.push(await askMs(agent, sharedBudgets.port, sharedBudgets.saved));
  }
  agent.destroy();
  return {
    name: 'budgets in Redis, added median latency',
    value: median(shared) - median(own),
    unit: 'ms',
    marks: [atMost(1)],
    claim: 'Budgets in Redis add at most 1 ms to the median latency',
    note: `${median(shared).toFixed(2)} instead of ${median(own).toFixed(2)} ms`,
  };
}

/** Processor time of PostgreSQL for a request whose key and label no cache has: two queries. */
async function missRow({ sharedBudgets, postgres, store }: Site, accounts: number): Promise<Row> {
  const agent = new Agent({ keepAlive: true });
  const fresh: Saved[] = [];
  for (let index = 0; index < accounts + 20; index++) fresh.push(await save(store));
  // The first ones have the connections opened and the statements planned.
  for (const saved of fresh.splice(0, 20)) await askMs(agent, sharedBudgets.port, saved);
  const before = processorTime([postgres]);
  for (const saved of fresh) await askMs(agent, sharedBudgets.port, saved);
  const used = processorTime([postgres]).main - before.main;
  agent.destroy();
  return { name: 'PostgreSQL, one query after a cache miss', value: used / accounts / 2, unit: 'µs' };
}

/** Processor time of a Redis that always has commands waiting: the limit of what one can carry. */
async function busyRedisRows({ redis, redisUrl }: Site, rounds: number): Promise<Row[]> {
  const events = { error: console.error, changed: () => {} };
  const client = connectRedis([redisUrl], SERVER_CLOCK, events, PATIENCE);
  await once(client, 'ready');
  const measure = async (name: string, command: (number: number) => Promise<unknown>): Promise<Row> => {
    const before = sum(processorTime([redis]));
    for (let round = 0; round < rounds; round++) {
      await Promise.all(Array.from({ length: WAITING }, (_, index) => command(round * WAITING + index)));
    }
    const used = sum(processorTime([redis])) - before;
    return { name: `Redis when busy: ${name}`, value: used / rounds / WAITING, unit: 'µs' };
  };
  try {
    return [
      await measure('a charge', (number) => {
        const tag = `rl:{account-${number % 1000}}`;
        const now = Date.now() * 1000;
        return client.charge(`${tag}:a`, `${tag}:k:key`, now, now, 1, 1, 10_000_000);
      }),
      await measure('a guard', () => {
        const now = Date.now() * 1000;
        return client.admit('rl:{guard}:bench-clock', 'rl:{guard}:bench', now, now + 200_000, 1, 10_000_000);
      }),
    ];
  } finally {
    client.disconnect();
  }
}

function askMs(agent: Agent, port: number, { key, labelId }: Saved): Promise<number> {
  const since = performance.now();
  return new Promise((resolve, reject) => {
    const options = { agent, port, path: `/label-api/labels/${labelId}`, headers: { 'x-api-key': key } };
    const outgoing = request(options, (incoming) => {
      incoming.resume();
      incoming.on('end', () => {
        if (incoming.statusCode === 200) resolve(performance.now() - since);
        else reject(new Error(`GET label: ${incoming.statusCode}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Renders for this many seconds, as fast as the connections take it. */
async function fire(site: Site, one: Deployment, format: string, seconds: number): Promise<Sample> {
  const used = () => ({
    instances: processorTime(one.instances),
    balancer: sum(processorTime(one.balancer)),
    redis: sum(processorTime([site.redis])),
    postgres: sum(processorTime([site.postgres])),
  });
  const before = used();
  const result = await autocannon({
    url: `http://127.0.0.1:${one.port}/label-api/labels/${one.saved.labelId}/render`,
    method: 'POST',
    headers: { 'x-api-key': one.saved.key, 'content-type': 'application/json' },
    requests: Array.from({ length: BODIES }, (_, number) => ({
      body: JSON.stringify({ format, variables: variables(number) }),
    })),
    connections: CONNECTIONS,
    duration: seconds,
  });
  const after = used();
  const failed = result.errors + result.timeouts + result.non2xx;
  const { total } = result.requests;
  if (failed > total * TOLERATED) {
    const statuses = JSON.stringify(result.statusCodeStats);
    throw new Error(
      `${one.name}: ${failed} of ${total} requests failed: ${statuses}, ${result.errors} without an answer`,
    );
  }
  const each = (from: number, to: number): number => (to - from) / total;
  return {
    rate: result.requests.average,
    costs: {
      'front end': each(before.instances.main, after.instances.main),
      workers: each(before.instances.others, after.instances.others),
      HAProxy: each(before.balancer, after.balancer),
      Redis: each(before.redis, after.redis),
      PostgreSQL: each(before.postgres, after.postgres),
    },
  };
}

function sum({ main, others }: { readonly main: number; readonly others: number }): number {
  return main + others;
}
