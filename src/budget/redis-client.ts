import { Cluster, type CommonRedisOptions, Redis, type Result } from 'ioredis';
import { ADMIT, CHARGE, REFUND, TELL_TIME } from './redis-scripts.ts';
import { silenceConnector } from './redis-silence.ts';

export type RedisClient = Redis | Cluster;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    charge(
      ...parameters: [account: string, key: string, ...KnownTime, units: number, whole: number, limit: number]
    ): Result<Charged, Context>;
    refund(
      ...parameters: [account: string, key: string, ...KnownTime, units: number, at: number, limit: number]
    ): Result<Charged, Context>;
    admit(
      ...parameters: [clock: string, window: string, ...KnownTime, requests: number, limit: number]
    ): Result<Admitted, Context>;
    tell(...parameters: [clock: string, ...KnownTime]): Result<number, Context>;
  }
}

type KnownTime = [least: number, most: number];

/** Reply of the scripts `CHARGE` and `REFUND`. */
export type Charged = readonly [
  waitSeconds: number,
  accountLeft: number,
  accountReset: number,
  keyLeft: number,
  keyReset: number,
  at: number,
];

/** Reply of the script `ADMIT`. */
export type Admitted = readonly [admitted: number, waitSeconds: number, time: number];

/** How long Redis is waited for, in milliseconds. */
export interface RedisPatience {
  readonly connectMs: number;
  /** For the answer to a command; who sends one sees to it. */
  readonly commandMs: number;
  /** A connection on which nothing comes back for so long is dropped. */
  readonly silenceMs: number;
}

export const PATIENCE: RedisPatience = { connectMs: 500, commandMs: 200, silenceMs: 500 };

/**
 * A command either is answered soon or fails: nothing waits for a connection, and nothing is sent twice, since
 * it would be counted twice. A connection on which nothing comes back is dropped, because after a cut network
 * TCP itself would try it again only after many seconds. Automatic pipelining stays off: it costs a lone
 * request twice the processor time, and many at once gain nothing.
 */
const connection = ({ connectMs, silenceMs }: RedisPatience) =>
  ({
    Connector: silenceConnector(silenceMs),
    connectTimeout: connectMs,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    maxLoadingRetryTime: 200,
    // A primary that became a replica: connect again, to what the name or the proxy leads to now.
    reconnectOnError: (error: Error) => error.message.includes('READONLY'),
  }) satisfies CommonRedisOptions;

/** Milliseconds until the next attempt to connect: soon, and not at once from every instance. */
const reconnectDelay = (attempt: number): number => Math.min(50 * attempt, 300) + Math.random() * 100;

/** Events of a client's connections. */
export interface ConnectionEvents {
  /** Why one failed. */
  error(error: Error): void;
  /** Commands may succeed now, or will fail. */
  changed(): void;
}

/**
 * A client that connects by itself and again after every loss: to one server, or with several URLs to the
 * cluster that these nodes belong to (with the user, the password and the protocol of the first).
 * `serverClock` is Lua that sets `server`.
 */
export function connectRedis(
  urls: readonly string[],
  serverClock: string,
  events: ConnectionEvents,
  patience: RedisPatience,
): RedisClient {
  const scripts = {
    charge: { lua: CHARGE, numberOfKeys: 2 },
    refund: { lua: REFUND, numberOfKeys: 2 },
    admit: { lua: serverClock + ADMIT, numberOfKeys: 2 },
    tell: { lua: serverClock + TELL_TIME, numberOfKeys: 1 },
  };
  const [first = '', ...others] = urls;
  if (others.length === 0) {
    const server = new Redis(first, {
      ...connection(patience),
      scripts,
      enableOfflineQueue: false,
      retryStrategy: reconnectDelay,
    });
    server.on('error', (error) => events.error(error));
    return onChange(server, events);
  }
  const { protocol, username, password } = new URL(first);
  const cluster = new Cluster(urls.map(address), {
    scripts,
    enableOfflineQueue: false,
    clusterRetryStrategy: reconnectDelay,
    // Redirections were not carried out and may be followed; what failed otherwise may have been, and is not.
    maxRedirections: 4,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshTimeout: 500,
    slotsRefreshInterval: 5000,
    // Names stay names, so that certificates can be checked against them.
    dnsLookup: (name, callback) => callback(null, name),
    redisOptions: {
      ...connection(patience),
      ...(username === '' ? {} : { username: decodeURIComponent(username) }),
      ...(password === '' ? {} : { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' ? { tls: {} } : {}),
    },
  });
  // The cluster's own error says only that no node is left.
  cluster.on('error', () => {});
  cluster.on('node error', (error: Error) => events.error(error));
  onChange(cluster, events);
  // A node would be connected by its first command, and refuse others until that is done.
  cluster.on('ready', () => {
    for (const node of cluster.nodes('master')) connectAhead(node);
  });
  cluster.on('+node', (node: Redis) => {
    if (cluster.status === 'ready') connectAhead(node);
  });
  return cluster;
}

function onChange(client: RedisClient, events: ConnectionEvents): RedisClient {
  return client.on('ready', () => events.changed()).on('close', () => events.changed());
}

function connectAhead(node: Redis): void {
  // The client's event reports a failure.
  if (node.status === 'wait' && node.options.readOnly !== true) node.connect().catch(() => {});
}

function address(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 6379 : Number(port) };
}
