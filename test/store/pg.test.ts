import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ByteReader, Queryable } from '../../src/store/database.ts';
import { keyDigest } from '../../src/store/key.ts';
import { PgDatabase } from '../../src/store/pg.ts';
import { selectCaller } from '../../src/store/queries/keys.ts';
import { countPersonal, selectPersonal, selectPersonalPage } from '../../src/store/queries/labels.ts';
import { ReadCache } from '../../src/store/read-cache.ts';
import type { SqlStore } from '../../src/store/sql-store.ts';
import { withTrace } from '../../src/trace-context.ts';
import { eventually, PATIENCE_MS } from '../support/eventually.ts';
import { administer } from '../support/postgres.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { atOnce } from './at-once.ts';
import { labelInput } from './label-input.ts';
import { forgotten, openAt, remembered } from './pg-store.ts';

const postgres = sharedPostgres();

test('opens while the server is out of reach, and rejects calls', async () => {
  const store = await openAt('postgresql://postgres@127.0.0.1:1/none');
  await expect(store.ready()).rejects.toThrow(/ECONNREFUSED/);
  await expect(store.findCaller('digest')).rejects.toThrow();
  await expect(store.createKey('00000000-0000-4000-8000-000000000000', 'full')).rejects.toThrow();
});

describe.skipIf(postgres === null)('on a PostgreSQL server', () => {
  const server = postgres as NonNullable<typeof postgres>;

  test('a statement of a sampled trace has a comment that names it', async () => {
    const database = new PgDatabase(await server.makeDatabase(), () => {});
    onTestFinished(() => database.close());
    const trace = {
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      spanId: '00f067aa0ba902b7',
      isSampled: true,
    };
    const sent = () => database.query<{ readonly text: string }>('SELECT current_query() AS text');
    const comment = `/*traceparent='00-${trace.traceId}-${trace.spanId}-01'*/`;
    expect((await withTrace(trace, sent))[0]?.text).toBe(`SELECT current_query() AS text ${comment}`);
    for (const work of [sent, () => withTrace({ ...trace, isSampled: false }, sent)])
      expect((await work())[0]?.text).toBe('SELECT current_query() AS text');
  });

  test('outlives a connection that is lost between the pool and its borrower', async () => {
    const database = new PgDatabase(await server.makeDatabase(), () => {});
    onTestFinished(() => database.close());
    const { connect } = pg.Pool.prototype;
    onTestFinished(() => void Object.assign(pg.Pool.prototype, { connect }));
    let lost = 0;
    const losing = {
      async connect(this: pg.Pool) {
        const client = (await Reflect.apply(connect, this, [])) as pg.PoolClient;
        lost++;
        // Throws where nothing listens, as the loss of a real connection then ends the process.
        client.emit('error', new Error('terminating connection due to administrator command'));
        return client;
      },
    };
    Object.assign(pg.Pool.prototype, losing);
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await database.transaction((tx) => tx.query('SELECT 2 AS two'))).toEqual([{ two: 2 }]);
    expect(lost).toBe(2);
  });

  test('readiness tells to migrate, and tells of a newer schema', async () => {
    const url = await server.makeDatabase();
    const store = await openAt(url);
    await expect(store.ready()).rejects.toThrow('the database has no schema yet: run `platen migrate`');
    const both = await Promise.all([store.migrate(), (await openAt(url)).migrate()]);
    expect(new Set(both.flat())).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]));
    await store.ready();
    await administer(url, 'INSERT INTO platen_migrations VALUES (9999)');
    await store.ready(); // it serves already: an upgrade of the others must not turn it away
    await expect((await openAt(url)).ready()).rejects.toThrow(/newer than this program/);
    await expect(store.migrate()).rejects.toThrow(/newer than this program/);
  });

  test('a long value comes in pieces, each after the one before, and is put together over as many turns', async () => {
    const database = new PgDatabase(await server.makeDatabase(), console.error, PATIENCE_MS);
    onTestFinished(() => database.close());
    const query = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => query.mockRestore());
    let turns = 0;
    const count = (): void => {
      turns++;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    onTestFinished(() => clearImmediate(counting));
    // Six pieces: more might not come within the limit of a query while the machine does much else.
    const length = 350_000;
    const bytes = await database.bytes("SELECT convert_to(repeat('中', $1), 'UTF8') AS bytes", [length]);
    expect(Buffer.from(bytes ?? []).equals(Buffer.from('中'.repeat(length)))).toBe(true);
    expect(bytes?.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(query.mock.calls).toEqual([[expect.objectContaining({ rows: 1 })]]);
    const results: unknown[] = await Promise.all(query.mock.results.map(({ value }) => value));
    const { rows } = results[0] as pg.QueryResult<{ base64: string }>;
    expect(rows).toHaveLength(6);
    expect(Math.max(...rows.map(({ base64 }) => base64.length))).toBeLessThan(300_000);
    // A turn at least for each to come, and one for each to be put in its place.
    expect(turns).toBeGreaterThanOrEqual(2 * rows.length);
  });

  test('a long value may be empty, NULL, or missing with its row', async () => {
    const database = new PgDatabase(await server.makeDatabase(), console.error, PATIENCE_MS);
    onTestFinished(() => database.close());
    expect(await database.bytes("SELECT ''::bytea AS bytes", [])).toEqual(new Uint8Array(0));
    expect(await database.bytes('SELECT NULL::bytea AS bytes', [])).toBeNull();
    expect(await database.bytes("SELECT ''::bytea AS bytes WHERE false", [])).toBeNull();
  });

  test('changes by one process reach what another remembers', async () => {
    const url = await server.makeDatabase();
    const [here, elsewhere] = [await openAt(url), await openAt(url)];
    const there = new ReadCache(elsewhere, elsewhere.changes);
    await here.migrate();
    const { id } = await here.createAccount('Acme', 'free');
    const { key, value } = await here.createKey(id, 'full');
    const digest = keyDigest(value);
    for (const change of [
      () => here.setPlan(id, 'pro'),
      () => here.joinTeam(id, 'T'),
      () => here.leaveTeam(id, 'T'),
      () => here.revokeKey(key.id),
    ]) {
      await remembered(there, digest);
      await change();
      await forgotten(there, digest);
    }
    const [label] = await here.importLabels(id, [labelInput()]);
    const labelId = label?.id ?? '';
    for (const change of [
      () => here.importLabels(id, [labelInput({ id: labelId })]),
      () => here.deleteLabel(labelId),
    ]) {
      await there.findLabel(id, labelId);
      expect(atOnce(there.findLabel(id, labelId))).toBeDefined();
      await change();
      await eventually(() => expect(atOnce(there.findLabel(id, labelId))).toBeUndefined());
    }
  });

  test('five active keys are the limit across processes too', async () => {
    const url = await server.makeDatabase();
    const stores = [await openAt(url), await openAt(url)];
    await stores[0]?.migrate();
    const account = await stores[0]?.createAccount('Acme', 'pro');
    const made = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        (stores[index % 2] as SqlStore).createKey(account?.id ?? '', 'full'),
      ),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('lost connections end nothing: caches are cleared, calls go on, changes are heard again', async () => {
    const url = await server.makeDatabase();
    const store = await openAt(url);
    const cache = new ReadCache(store, store.changes);
    await store.migrate();
    const { id } = await store.createAccount('Acme', 'pro');
    const digest = keyDigest((await store.createKey(id, 'full')).value);
    await remembered(cache, digest);
    await administer(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await forgotten(cache, digest);
    await eventually(() => store.ready());
    await remembered(cache, digest);
  });

  test('a connection lost in the middle of a transaction rejects it, and ends nothing', async () => {
    const url = await server.makeDatabase();
    const store = await openAt(url);
    await store.migrate();
    const { id } = await store.createAccount('Acme', 'pro');
    const blocker = new pg.Client({ connectionString: url });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM accounts FOR UPDATE');
    const made = expect(store.createKey(id, 'full')).rejects.toThrow(/terminat/);
    await eventually(async () => {
      const { rowCount } = await blocker.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rowCount).toBe(1);
    });
    await made;
    await blocker.end();
    await store.createKey(id, 'full');
    expect(await store.listKeys(id)).toHaveLength(1);
  });

  test('every query of a request goes by an index, with 10,000 accounts and 100,000 labels', async () => {
    const url = await server.makeDatabase();
    await (await openAt(url)).migrate();
    await administer(
      url,
      `INSERT INTO accounts (id, name, plan) SELECT gen_random_uuid(), 'Account ' || n, 'pro'
         FROM generate_series(1, 10000) n;
       INSERT INTO keys (id, account_id, digest, prefix, last4, type)
         SELECT gen_random_uuid(), id, encode(sha256(id::text::bytea), 'hex'), 'svc_0000', '0000', 'full' FROM accounts;
       INSERT INTO labels (id, account_id, name, width, height, dpi, output_format, zpl, dynamic_tokens, field_transforms)
         SELECT gen_random_uuid(), id, 'Label', 100, 150, 203, 'vector', '^XA^XZ', '[]', '[]'
         FROM accounts, generate_series(1, CASE name WHEN 'Account 1' THEN 10009 ELSE 9 END);
       ANALYZE;`,
    );
    const client = new pg.Client(url);
    await client.connect();
    try {
      const plans: string[] = [];
      const explaining: Queryable & ByteReader = {
        async query(text, values) {
          const { rows } = await client.query(`EXPLAIN ${text}`, values as unknown[]);
          plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
          return [];
        },
        run: () => Promise.reject(new Error('no scripts here')),
        bytes: () => Promise.reject(new Error('no rows are found')),
      };
      // The one that has a tenth of all.
      const { rows } = await client.query(
        "SELECT account_id, l.id FROM labels l JOIN accounts a ON a.id = account_id WHERE a.name = 'Account 1' LIMIT 1",
      );
      const { account_id: accountId, id } = rows[0] as { account_id: string; id: string };
      await selectCaller(explaining, 'a'.repeat(64));
      await selectPersonal(explaining, accountId, id);
      await selectPersonalPage(explaining, accountId, 50, 0);
      await countPersonal(explaining, accountId);
      expect(plans).toHaveLength(4);
      for (const plan of plans) {
        expect(plan).toMatch(/Index (Only )?Scan|Bitmap Index Scan/);
        expect(plan).not.toMatch(/Seq Scan on (labels|keys|accounts)/);
      }
      expect(plans[2]).toMatch(/Index Scan using labels_page/);
      expect(plans[2]).not.toMatch(/Sort/);
    } finally {
      await client.end();
    }
  });
});
