import { isIP } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import {
  integer,
  isUrl,
  list,
  oneOf,
  type TextRule,
  text,
  url,
  urlRule,
  type Variable,
} from './config-variable.ts';
import { LIMITS } from './limits.ts';
import { isTimeZone } from './wall-clock.ts';

/** An address, or a range of them such as `10.0.0.0/8`. */
function isAddressRange(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** The part of a container's memory limit that leaves room for growth between two looks; 0 without a limit. MiB. */
function containerMb(): number {
  const limit = process.constrainedMemory();
  return limit > 0 && limit < totalmem() ? Math.floor((0.85 * limit) / 2 ** 20) : 0;
}

const HOST: TextRule = [/^[A-Za-z0-9.:_%-]{1,253}$/, 'a host name or an address'];
const BASE_PATH: TextRule = [/^\/([\w.~-]+(\/[\w.~-]+)*)?$/, 'a path like /label-api, or /'];
const DIRECTORY: TextRule = [/^[^\0]+$/, 'a directory'];
const TIME_ZONE: TextRule = [/./, 'an IANA name of a time zone like Europe/Berlin'];
const REDIS_PROTOCOLS = ['redis:', 'rediss:'];
const ADDRESSES = 'an address or a range like 10.0.0.0/8';
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every setting of the service by its member in {@link Config}, in the order of the documentation. */
const VARIABLES = {
  httpDriver: oneOf(
    'HTTP_DRIVER',
    'auto',
    ['auto', 'uws', 'node'],
    "`auto` uses the native driver if its binary loads, else Node's own with one warning",
  ),
  host: text(
    'HOST',
    '127.0.0.1',
    HOST,
    "address of the API's listener; 0.0.0.0 for all addresses of the machine",
  ),
  port: integer('PORT', 8080, [0, 65_535], 'port of the API; 0 picks a free one and logs it'),
  listeners: integer(
    'LISTENERS',
    1,
    [1, 64],
    'number of processes that share the port, the threads and the queue; more than 1 needs `DATABASE_URL` and `REDIS_URL`',
  ),
  /** Without a slash at the end; the root is the empty string. */
  basePath: {
    ...text('BASE_PATH', '/label-api', BASE_PATH, 'prefix of every API route'),
    read: (path: string) => (path === '/' ? '' : BASE_PATH[0].test(path) ? path : undefined),
  },
  apiDocs: oneOf(
    'API_DOCS',
    'on',
    ['on', 'off'],
    '`on` serves `/openapi.json` and the page `/docs` to everyone, below the base path, and redirects browsers there from `/`',
  ),
  databaseUrl: url(
    'DATABASE_URL',
    ['postgres:', 'postgresql:'],
    'PostgreSQL; without it the embedded database, which belongs to one process',
  ),
  dataDir: text('DATA_DIR', './data', DIRECTORY, 'folder of the embedded database; unused with PostgreSQL'),
  redisUrls: list(
    'REDIS_URL',
    (value) => isUrl(value, REDIS_PROTOCOLS),
    urlRule(REDIS_PROTOCOLS),
    true,
    'shared budgets and guards; several URLs are nodes of one cluster; without it each process has its own',
  ),
  fontsDir: text(
    'FONTS_DIR',
    '',
    DIRECTORY,
    'fonts that the printer holds, for labels that name them: [fonts](fonts.md)',
  ),
  printerProfile: text(
    'PRINTER_PROFILE',
    '',
    DIRECTORY,
    'a folder that `platen profile` wrote; PNG and PDF are drawn as that printer does: [printer profiles](printer-profiles.md)',
  ),
  timeZone: {
    ...text(
      'TIME_ZONE',
      'UTC',
      TIME_ZONE,
      'zone of the clock that labels show; every command that fills in labels reads it: [dates and times](placeholders.md#automatic-tokens)',
    ),
    read: (zone: string) => (isTimeZone(zone) ? zone : undefined),
  },
  renderer: oneOf(
    'RENDERER',
    'local',
    ['local', 'external'],
    'renderer of PNG and PDF: the worker threads, or a Labelary-compatible service',
  ),
  externalRendererUrl: url(
    'EXTERNAL_RENDERER_URL',
    ['http:', 'https:'],
    'address of the external renderer; required when `RENDERER` is `external`',
  ),
  externalRendererTimeoutMs: integer(
    'EXTERNAL_RENDERER_TIMEOUT_MS',
    15_000,
    [100, 60_000],
    'time for a request to the external renderer and its response together, milliseconds',
  ),
  rateUnitsPerMinute: integer(
    'RATE_UNITS_PER_MINUTE',
    60,
    [1, LIMITS.rateUnitsPerMinute],
    'budget of each account and of each key, unless `platen accounts set-rate` changed it',
  ),
  credentialPrechecksPerMinute: integer(
    'CREDENTIAL_PRECHECKS_PER_MINUTE',
    6000,
    [1, 10_000_000],
    'requests a minute with a credential to check, of the whole deployment',
  ),
  unknownKeysPerMinute: integer(
    'UNKNOWN_KEYS_PER_MINUTE',
    6000,
    [1, 10_000_000],
    'requests a minute with well-formed but unknown keys, of the whole deployment',
  ),
  poolThreads: {
    ...integer(
      'POOL_THREADS',
      availableParallelism(),
      [1, 256],
      'worker threads; set it in containers, where the process may see all cores of the node',
    ),
    fallbackText: 'one for each core',
  },
  /**
   * 1024 small labels are some twenty milliseconds of work for two threads: room for a burst on that many connections
   * (256 refused some at half of the capacity when the machine stalled). Images are bounded earlier, by their pixels.
   */
  poolQueue: integer(
    'POOL_QUEUE',
    1024,
    [0, 100_000],
    'jobs that may wait for a thread; further jobs are rejected with 503',
  ),
  memoryMaxMb: {
    ...integer(
      'MEMORY_MAX_MB',
      containerMb(),
      [0, 1_000_000],
      'resident memory of the process, in MiB: above it one job at a time is admitted, all others are rejected with 503, and threads that hold much memory are replaced; 0 for no limit',
    ),
    fallbackText: "85 % of the container's limit, or 0 without one",
  },
  /** At most 7500: the driver itself drops a body that stands still for longer. */
  bodyTimeoutMs: integer('BODY_TIMEOUT_MS', 5000, [100, 7500], 'time for a whole request body, milliseconds'),
  trustedProxies: list(
    'TRUSTED_PROXIES',
    isAddressRange,
    ADDRESSES,
    false,
    'proxies whose `X-Forwarded-For` is believed, for logs',
  ),
  shutdownGraceMs: integer(
    'SHUTDOWN_GRACE_MS',
    20_000,
    [0, 600_000],
    'time for requests in flight after SIGTERM, milliseconds',
  ),
  opsHost: text(
    'OPS_HOST',
    '127.0.0.1',
    HOST,
    'address of `/metrics`, `/healthz` and `/readyz`; 0.0.0.0 if probes come from outside, as in a pod',
  ),
  opsPort: integer('OPS_PORT', 9090, [0, 65_535], 'port of these paths; 0 picks a free one and logs it'),
  logLevel: oneOf('LOG_LEVEL', 'info', LEVELS, 'JSON lines on standard error, without keys or label data'),
} satisfies Record<string, Variable<unknown>>;

type Member = keyof typeof VARIABLES;
type Values = { readonly [M in Member]: (typeof VARIABLES)[M] extends Variable<infer T> ? T : never };

/** One setting as the documentation lists it. */
export interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly allowed: string;
  readonly meaning: string;
}

/** Every setting, in the order of the documentation. */
export const SETTINGS: readonly Setting[] = Object.values<Variable<unknown>>(VARIABLES).map(
  ({ name, fallback, fallbackText, allowed, meaning }) => ({
    name,
    fallback: fallbackText ?? ([fallback].flat().join(', ') || 'none'),
    allowed,
    meaning,
  }),
);

/** The whole configuration of the service, checked. Times are milliseconds where the name says `Ms`. */
export interface Config extends Values {}

/** Settings that cannot be used; one failure for each variable, in the order of the documentation. */
export class ConfigError extends Error {
  readonly failures: readonly string[];

  constructor(failures: readonly string[]) {
    super(failures.join('; '));
    this.name = 'ConfigError';
    this.failures = failures;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings that these environment variables make; an empty variable counts as unset. `members` limits
 * reading, and complaints, to what a command needs.
 *
 * @throws ConfigError with every failure at once.
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
  const failures: string[] = [];
  for (const member of members) {
    const { name, read, fallback, allowed, secret }: Variable<unknown> = VARIABLES[member];
    const given = environment[name]?.trim();
    const isUnset = given === undefined || given === '';
    const value = isUnset ? fallback : read(given);
    if (value === undefined) {
      failures.push(
        `${name} must be ${allowed}; it is ${secret ? 'something else' : quoted(given as string)}`,
      );
    }
    values[member] = value;
  }
  const isGiven = (name: string): boolean => (environment[name]?.trim() ?? '') !== '';
  if (values['renderer'] === 'external' && !isGiven('EXTERNAL_RENDERER_URL')) {
    failures.push('EXTERNAL_RENDERER_URL must be set when RENDERER is external');
  }
  const hasDatabase = members.includes('databaseUrl');
  if (hasDatabase && Number(values['listeners']) > 1 && !(isGiven('DATABASE_URL') && isGiven('REDIS_URL'))) {
    failures.push(
      'DATABASE_URL and REDIS_URL must be set when LISTENERS is more than 1: the embedded database and budgets without Redis belong to one process',
    );
  }
  if (failures.length > 0) throw new ConfigError(failures);
  // Every member asked for was set above, from the schema of its own type.
  return Object.freeze(values) as unknown as Config;
}

function quoted(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}
