import { afterAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { fairMs } from '../../support/fair-ms.ts';
import { freePort } from '../../support/free-port.ts';
import { type RedisServer, redisIsInstalled, startRedis } from '../../support/redis.ts';
import { useDatabase, useService } from '../../support/service.ts';

describe.runIf(redisIsInstalled())('a service with REDIS_URL', async () => {
  const port = await freePort();
  const env = { REDIS_URL: `redis://127.0.0.1:${port}`, RATE_UNITS_PER_MINUTE: '2' };
  const service = useService(env, useDatabase());
  let server: RedisServer | undefined;
  afterAll(() => server?.stop());

  const readiness = async () => {
    const response = await fetch(new URL('/readyz', service.service.opsUrl));
    return { status: response.status, text: await response.text() };
  };

  test('starts while Redis is out of reach, answers 503, and says why it is not ready', async () => {
    await eventually(async () => {
      expect(await readiness()).toMatchObject({
        status: 503,
        text: expect.stringContaining('Redis is out of reach: connect ECONNREFUSED'),
      });
    });
    const refused = await (await service.account()).get('/labels');
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect(service.logs.filter((line) => line.includes('Redis is out of reach'))).toHaveLength(1);
  });

  test('serves within two seconds once Redis is there, with the budgets kept in it', async () => {
    server ??= await startRedis([], port);
    const serving = async () => expect((await readiness()).status).toBe(200);
    expect(await fairMs(() => eventually(serving))).toBeLessThan(2000);
    // Another account where a busy machine has kept Redis from answering: what it was asked may have been counted.
    const id = await eventually(async () => {
      const account = await service.account();
      const statuses: number[] = [];
      for (let i = 0; i < 3; i++) statuses.push((await account.get('/labels')).status);
      expect(statuses).toEqual([200, 200, 429]);
      return account.id;
    });
    expect(await server.command('LLEN', `rl:{${id}}:a`)).toBeGreaterThan(1);
    expect(service.logs.some((line) => line.includes('Redis is back'))).toBe(true);
  });
});
