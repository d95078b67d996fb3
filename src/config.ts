import { isIP } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { z } from 'zod';

/** One environment variable: its schema, what it is when unset, and how to say what it may be. */
interface Variable<T> {
  readonly name: string;
  readonly schema: z.ZodType<T, string>;
  readonly fallback: T;
  /** Completes "must be …". */
  readonly allowed: string;
  /** Values that may hold a password are never repeated in a message. */
  readonly secret: boolean;
}

function oneOf<const T extends string>(
  name: string,
  fallback: NoInfer<T>,
  values: readonly T[],
): Variable<T> {
  return { name, schema: z.enum(values), fallback, allowed: `one of ${values.join(', ')}`, secret: false };
}

function integer(name: string, fallback: number, min: number, max: number): Variable<number> {
  const schema = z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));
  return { name, schema, fallback, allowed: `a whole number from ${min} to ${max}`, secret: false };
}

function text(name: string, fallback: string, pattern: RegExp, allowed: string): Variable<string> {
  return { name, schema: z.string().regex(pattern), fallback, allowed, secret: false };
}

function url(name: string, protocols: readonly string[]): Variable<string | null> {
  const schema = z.string().refine((value) => isUrl(value, protocols));
  return { name, schema, fallback: null, allowed: urlRule(protocols), secret: true };
}

function list(
  name: string,
  member: (value: string) => boolean,
  allowed: string,
  secret: boolean,
): Variable<readonly string[]> {
  const schema = z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(z.string().refine(member)));
  return { name, schema, fallback: [], allowed: `${allowed}, or several separated by commas`, secret };
}

function isUrl(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

function urlRule(protocols: readonly string[]): string {
  return `a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
}

/** An address, or a range of them such as `10.0.0.0/8`. */
function isAddressRange(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** What of a container's limit leaves room for what comes between two looks; 0 without a limit. MiB. */
function containerMb(): number {
  const limit = process.constrainedMemory();
  return limit > 0 && limit < totalmem() ? Math.floor((0.85 * limit) / 2 ** 20) : 0;
}

const HOST = /^[A-Za-z0-9.:_%-]{1,253}$/;
const HOST_RULE = 'a host name or an address';
const BASE_PATH = /^\/([\w.~-]+(\/[\w.~-]+)*)?$/;
const REDIS_PROTOCOLS = ['redis:', 'rediss:'];

/** Every setting of the service by its member in {@link Config}. */
const VARIABLES = {
  httpDriver: oneOf('HTTP_DRIVER', 'auto', ['auto', 'uws', 'node']),
  host: text('HOST', '127.0.0.1', HOST, HOST_RULE),
  port: integer('PORT', 8080, 0, 65_535),
  listeners: integer('LISTENERS', 1, 1, 64),
  /** Without a slash at the end; the root is the empty string. */
  basePath: {
    ...text('BASE_PATH', '/label-api', BASE_PATH, 'a path like /label-api, or /'),
    schema: z
      .string()
      .regex(BASE_PATH)
      .transform((path) => (path === '/' ? '' : path)),
  },
  databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
  dataDir: text('DATA_DIR', './data', /^[^\0]+$/, 'a directory'),
  redisUrls: list('REDIS_URL', (value) => isUrl(value, REDIS_PROTOCOLS), urlRule(REDIS_PROTOCOLS), true),
  renderer: oneOf('RENDERER', 'local', ['local', 'external']),
  externalRendererUrl: url('EXTERNAL_RENDERER_URL', ['http:', 'https:']),
  externalRendererTimeoutMs: integer('EXTERNAL_RENDERER_TIMEOUT_MS', 15_000, 100, 60_000),
  rateUnitsPerMinute: integer('RATE_UNITS_PER_MINUTE', 60, 1, 10_000_000),
  credentialPrechecksPerMinute: integer('CREDENTIAL_PRECHECKS_PER_MINUTE', 6000, 1, 10_000_000),
  unknownKeysPerMinute: integer('UNKNOWN_KEYS_PER_MINUTE', 6000, 1, 10_000_000),
  poolThreads: integer('POOL_THREADS', availableParallelism(), 1, 256),
  /**
   * So many small labels are some twenty milliseconds of two threads' work: room for a burst on that many connections
   * (256 refused some at half the capacity when the machine stalled). Images are bounded by their pixels before.
   */
  poolQueue: integer('POOL_QUEUE', 1024, 0, 100_000),
  memoryMaxMb: integer('MEMORY_MAX_MB', containerMb(), 0, 1_000_000),
  /** At most 7500: the driver itself drops a body that stands still for longer. */
  bodyTimeoutMs: integer('BODY_TIMEOUT_MS', 5000, 100, 7500),
  trustedProxies: list('TRUSTED_PROXIES', isAddressRange, 'an address or a range like 10.0.0.0/8', false),
  shutdownGraceMs: integer('SHUTDOWN_GRACE_MS', 20_000, 0, 600_000),
  opsHost: text('OPS_HOST', '127.0.0.1', HOST, HOST_RULE),
  opsPort: integer('OPS_PORT', 9090, 0, 65_535),
  logLevel: oneOf('LOG_LEVEL', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
} satisfies Record<string, Variable<unknown>>;

type Member = keyof typeof VARIABLES;
type Values = { readonly [M in Member]: (typeof VARIABLES)[M] extends Variable<infer T> ? T : never };

/** What each setting does, for `docs/configuration.md`. */
const MEANINGS: Readonly<Record<Member, string>> = {
  httpDriver: "`auto` takes the native driver where its binary loads, else Node's own with one warning",
  host: "address of the API's listener; 0.0.0.0 for every one of the machine",
  port: 'port of the API; 0 picks a free one and logs it',
  listeners:
    'processes that share the port, the threads and the queue; more than 1 need `DATABASE_URL` and `REDIS_URL`',
  basePath: 'prefix of every API route',
  databaseUrl: 'PostgreSQL; without it the embedded database, which belongs to one process',
  dataDir: 'where the embedded database lives; unused with PostgreSQL',
  redisUrls:
    'shared budgets and guards; several URLs are nodes of one cluster; without it each process counts for itself',
  renderer: 'who draws PNG and PDF: the worker threads, or a Labelary-compatible service',
  externalRendererUrl: 'that service; required when `RENDERER` is `external`',
  externalRendererTimeoutMs: 'for its request and response together, milliseconds',
  rateUnitsPerMinute: 'budget of each account and of each key',
  credentialPrechecksPerMinute: 'requests with a credential to check, of the whole deployment',
  unknownKeysPerMinute: 'well-formed keys that nobody has, of the whole deployment',
  poolThreads: "worker threads; set it in containers, where the cores seen may be the node's",
  poolQueue: 'jobs that may wait for a thread; one more is answered 503',
  memoryMaxMb:
    'resident memory of the process, in MiB: above it one job at a time is let in, the others are answered 503, and threads that hold much are replaced; 0 for no such limit',
  bodyTimeoutMs: 'for a whole request body, milliseconds',
  trustedProxies: 'whose `X-Forwarded-For` is believed, for logs',
  shutdownGraceMs: 'for requests in flight after SIGTERM, milliseconds',
  opsHost:
    'address of `/metrics`, `/healthz` and `/readyz`; 0.0.0.0 where probes come from outside, as in a pod',
  opsPort: 'their port; 0 picks a free one and logs it',
  logLevel: 'JSON lines on standard error, without keys or label data',
};

/** Defaults that differ from machine to machine. */
const OF_MACHINE: Readonly<Partial<Record<Member, string>>> = {
  poolThreads: 'one for each core',
  memoryMaxMb: "85 % of the container's limit, or 0 where there is none",
};

/** One setting as the documentation lists it. */
export interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly allowed: string;
  readonly meaning: string;
}

/** Every setting, in the order of the documentation. */
export const SETTINGS: readonly Setting[] = (Object.keys(VARIABLES) as Member[]).map((member) => {
  const { name, fallback, allowed }: Variable<unknown> = VARIABLES[member];
  const shown = OF_MACHINE[member] ?? ([fallback].flat().join(', ') || 'none');
  return { name, fallback: shown, allowed, meaning: MEANINGS[member] };
});

/** The whole configuration of the service, checked. Times are milliseconds where the name says `Ms`. */
export interface Config extends Values {}

/** Settings that cannot be used; one problem for each variable, in the order of the documentation. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings that these environment variables make; an empty variable counts as unset. `members` limits
 * reading, and complaints, to what a command needs.
 *
 * @throws ConfigError with every problem at once.
 */
export function readConfig(environment: Environment): Config;
export function readConfig<M extends Member>(
  environment: Environment,
  members: readonly M[],
): Pick<Config, M>;
export function readConfig(
  environment: Environment,
  members: readonly Member[] = Object.keys(VARIABLES) as Member[],
): Config {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const member of members) {
    const { name, schema, fallback, allowed, secret }: Variable<unknown> = VARIABLES[member];
    const given = environment[name]?.trim();
    const parsed = given === undefined || given === '' ? undefined : schema.safeParse(given);
    if (parsed?.success === false) {
      problems.push(
        `${name} must be ${allowed}; it is ${secret ? 'something else' : quoted(given as string)}`,
      );
    }
    values[member] = parsed?.success ? parsed.data : fallback;
  }
  const isGiven = (name: string): boolean => (environment[name]?.trim() ?? '') !== '';
  if (values['renderer'] === 'external' && !isGiven('EXTERNAL_RENDERER_URL')) {
    problems.push('EXTERNAL_RENDERER_URL must be set when RENDERER is external');
  }
  if (Number(values['listeners']) > 1 && !(isGiven('DATABASE_URL') && isGiven('REDIS_URL'))) {
    problems.push(
      'DATABASE_URL and REDIS_URL must be set when LISTENERS is more than 1: the embedded database and budgets without Redis belong to one process',
    );
  }
  if (problems.length > 0) throw new ConfigError(problems);
  // Every member asked for was set above, from the schema of its own type.
  return Object.freeze(values) as unknown as Config;
}

function quoted(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}
