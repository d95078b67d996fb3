import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../src/config.ts';

function failuresOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.failures;
    throw error;
  }
  return [];
}

test('has the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    httpDriver: 'auto',
    listeners: 1,
    host: '127.0.0.1',
    port: 8080,
    basePath: '/label-api',
    databaseUrl: null,
    dataDir: './data',
    redisUrls: [],
    timeZone: 'UTC',
    renderer: 'local',
    externalRendererUrl: null,
    externalRendererTimeoutMs: 15_000,
    rateUnitsPerMinute: 60,
    credentialPrechecksPerMinute: 6000,
    unknownKeysPerMinute: 6000,
    bodyTimeoutMs: 5000,
    trustedProxies: [],
    shutdownGraceMs: 20_000,
    opsHost: '127.0.0.1',
    opsPort: 9090,
    logLevel: 'info',
  });
});

test('takes an empty variable for an unset one', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 8080, databaseUrl: null });
});

test('cannot be changed after it was read', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

test('reads lists, and the root as a base path', () => {
  const config = readConfig({
    BASE_PATH: '/',
    REDIS_URL: 'redis://a:1, rediss://b:2',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
  });
  expect(config).toMatchObject({
    basePath: '',
    redisUrls: ['redis://a:1', 'rediss://b:2'],
    trustedProxies: ['10.0.0.0/8', '::1'],
  });
});

test('reports every problem at once, each with the variable, what was given and what is allowed', () => {
  const failures = failuresOf({
    PORT: '70000',
    LOG_LEVEL: 'loud',
    BODY_TIMEOUT_MS: '7501',
    HTTP_DRIVER: 'bun',
  });
  expect(failures).toHaveLength(4);
  expect(failures).toContain('PORT must be a whole number from 0 to 65535; it is "70000"');
  expect(failures.find((failure) => failure.startsWith('LOG_LEVEL'))).toContain('warn');
});

test.each([
  ['BASE_PATH', 'api'],
  ['BASE_PATH', '/api/'],
  ['BASE_PATH', '//api'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['RATE_UNITS_PER_MINUTE', '0'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.1,'],
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['HOST', 'two hosts'],
  ['EXTERNAL_RENDERER_URL', 'ftp://x'],
])('refuses %s=%s', (name, value) => {
  expect(failuresOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} must be `)]);
});

test('never repeats a value that may hold a password', () => {
  const secrets = { DATABASE_URL: 'mysql://u:hunter2@h', REDIS_URL: 'redis://ok,http://u:hunter2@h' };
  const failures = failuresOf({ ...secrets, EXTERNAL_RENDERER_URL: 'x://u:hunter2@h' });
  expect(failures).toHaveLength(3);
  expect(failures.join()).not.toContain('hunter2');
});

test('wants a URL with the external renderer', () => {
  expect(failuresOf({ RENDERER: 'external' })).toEqual([
    'EXTERNAL_RENDERER_URL must be set when RENDERER is external',
  ]);
});

test.each([[{}], [{ DATABASE_URL: 'postgresql://h/d' }], [{ REDIS_URL: 'redis://h' }]])(
  'refuses several listeners with only %o',
  (given) => {
    const both = { DATABASE_URL: 'postgresql://h/d', REDIS_URL: 'redis://h' };
    expect(readConfig({ LISTENERS: '2', ...both })).toMatchObject({ listeners: 2 });
    expect(failuresOf({ LISTENERS: '2', ...given })).toEqual([
      expect.stringMatching(/^DATABASE_URL and REDIS_URL must be set when LISTENERS is more than 1/),
    ]);
  },
);

test('reads and complains about only the members asked for', () => {
  expect(readConfig({ PORT: 'x', DATA_DIR: '/d' }, ['dataDir'])).toEqual({ dataDir: '/d' });
});

test('takes time zones by their IANA names', () => {
  for (const zone of ['Europe/Berlin', 'America/Argentina/Ushuaia', 'Etc/GMT+5', 'UTC']) {
    expect(readConfig({ TIME_ZONE: zone }).timeZone).toBe(zone);
  }
  for (const zone of ['Mars/Base', '+01:00', '-05', 'Berlin', 'Europe/Berlin; x']) {
    expect(failuresOf({ TIME_ZONE: zone })).toEqual([
      `TIME_ZONE must be an IANA name of a time zone like Europe/Berlin; it is "${zone}"`,
    ]);
  }
});
