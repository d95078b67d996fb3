import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedDatabase } from '../../src/store/embedded.ts';
import { openStore } from '../../src/store/open.ts';
import { databaseDirectory } from '../support/database-directory.ts';
import { administer } from '../support/postgres.ts';
import { BASE, type Reply, type TestService, useService } from '../support/service.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { expectProblem } from './expectations.ts';

const readiness = async (api: TestService): Promise<{ status: number; reason?: string }> => {
  const { status, text } = await api.request('GET', '/readyz', {
    port: Number(new URL(api.service.opsUrl).port),
  });
  return { ...JSON.parse(text), status };
};

const expectUpgrading = (reply: Reply): void => {
  expectProblem(reply, 503);
  expect(reply.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(reply.text).not.toMatch(/schema \d|migrate/);
};

/** Every route that looks at the database, with a key that is good. */
async function expectNothingServed(api: TestService, key: string): Promise<void> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const id = '6f1a3c6e-2222-4111-8111-000000000001';
  for (const path of ['/labels', `/labels/${id}`, `/labels/${id}/zpl`, '/']) {
    expectUpgrading(await api.request('GET', BASE + path, { headers }));
  }
  for (const path of [`/labels/${id}/render`, `/labels/${id}/print`]) {
    expectUpgrading(await api.request('POST', BASE + path, { headers, body: {} }));
  }
  expectProblem(await api.request('GET', `${BASE}/labels`), 401);
  expectProblem(await api.request('GET', `${BASE}/nothing`), 404);
}

describe('an embedded database of a newer schema', () => {
  let directory = '';
  let key = '';
  beforeAll(async () => {
    directory = await databaseDirectory();
    const store = await openStore({ databaseUrl: null, dataDir: directory, onError: console.error });
    key = (await store.createKey((await store.createAccount('Newer', 'pro')).id, 'full')).value;
    await store.close();
    const database = await EmbeddedDatabase.open(directory, console.error);
    await database.run('INSERT INTO platen_migrations (number) VALUES (9999)');
    await database.close();
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const api = useService({}, () => ({ DATA_DIR: directory }));

  it('is not served from: 503, and readiness says why', async () => {
    await expectNothingServed(api, key);
    expect(await readiness(api)).toMatchObject({
      status: 503,
      reason: expect.stringMatching(/at schema 9999, newer than this program's \d+/),
    });
    expect(api.logs.join('\n')).toContain('at schema 9999');
  });
});

const postgres = sharedPostgres();

describe.skipIf(postgres === null).each(['newer', 'older'])('a PostgreSQL with an %s schema', (age) => {
  let url = '';
  let key = '';
  let broken = '';
  let repaired = '';
  beforeAll(async () => {
    url = (await postgres?.makeMigrated()) ?? '';
    const store = await openStore({ databaseUrl: url, dataDir: '', onError: console.error });
    key = (await store.createKey((await store.createAccount('Other', 'pro')).id, 'full')).value;
    await store.close();
    [broken, repaired] =
      age === 'newer'
        ? [
            'INSERT INTO platen_migrations (number) VALUES (9999)',
            'DELETE FROM platen_migrations WHERE number = 9999',
          ]
        : [
            'CREATE TABLE kept AS SELECT * FROM platen_migrations; DELETE FROM platen_migrations WHERE number > 1',
            'INSERT INTO platen_migrations SELECT * FROM kept WHERE number > 1',
          ];
    await administer(url, broken);
  });
  const api = useService({}, () => ({ DATABASE_URL: url }));

  it('is not served from until the schema is right again, without a restart', async () => {
    await expectNothingServed(api, key);
    expect(await readiness(api)).toMatchObject({
      status: 503,
      reason: expect.stringMatching(age === 'newer' ? /newer than this program's/ : /run `platen migrate`/),
    });
    await administer(url, repaired);
    const list = () => api.request('GET', `${BASE}/labels`, { headers: { 'x-api-key': key } });
    expect((await list()).status).toBe(200);
    expect((await readiness(api)).status).toBe(200);
    // An upgrade migrates while instances serve.
    await administer(url, 'INSERT INTO platen_migrations (number) VALUES (10000)');
    expect((await list()).status).toBe(200);
    expect((await readiness(api)).status).toBe(200);
  });
});
