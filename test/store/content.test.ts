import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { EmbeddedDatabase } from '../../src/store/embedded.ts';
import { PgDatabase } from '../../src/store/pg.ts';
import { SqlStore } from '../../src/store/sql-store.ts';
import { findTokensHere } from '../../src/store/token-finder.ts';
import { databaseDirectory } from '../support/database-directory.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';

const postgres = sharedPostgres();
const dataDir = await databaseDirectory();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const onError = (error: unknown): void => console.error(error);
const databases: Record<string, () => Promise<Database>> = {
  embedded: async () => {
    const database = await EmbeddedDatabase.open(dataDir, onError);
    await database.run('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    return database;
  },
};
if (postgres !== null) {
  databases['PostgreSQL'] = async () => new PgDatabase(await postgres.makeDatabase(), onError);
}

const ACCOUNT = '00000000-0000-4000-8000-00000000000a';
const LABELS = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const [LABEL = '', COPY = ''] = LABELS;

/** As the version before this schema made and filled it. */
async function makeOld(database: Database): Promise<void> {
  const migration = (file: string): string =>
    readFileSync(new URL(`../../src/store/migrations/${file}`, import.meta.url), 'utf8');
  await database.run(migration('0001_init.sql'));
  await database.run(migration('0002_key_uses.sql'));
  await database.run(`
    CREATE TABLE platen_migrations (number integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
    INSERT INTO platen_migrations (number) VALUES (1), (2);
    INSERT INTO accounts (id, name, plan) VALUES ('${ACCOUNT}', 'Acme', 'pro');
  `);
  for (const id of LABELS) await database.query(INSERT_OLD, [id, ACCOUNT, Buffer.from('^XA^FD{sku}^FS^XZ')]);
}

/** The statement of the version before this schema, which is sent after it too: an upgrade migrates first. */
const INSERT_OLD = `INSERT INTO labels (id, account_id, name, width, height, dpi, output_format, zpl,
    dynamic_tokens, field_transforms)
  VALUES ($1, $2, 'Old', 100, 150, 203, 'vector', $3, '["saved"]', '[]')
  ON CONFLICT (id) DO UPDATE SET zpl = excluded.zpl, revision = labels.revision + 1`;

describe.each(Object.entries(databases))('a %s database of the version before', (_, open) => {
  let database: Database;
  let store: SqlStore;
  /** How often somebody looked for tokens. */
  let looks = 0;

  beforeAll(async () => {
    database = await open();
    await makeOld(database);
    store = new SqlStore(database, (source) => {
      looks++;
      return findTokensHere(source);
    });
    expect(await store.migrate()).toEqual([3, 4, 5, 6, 7]);
  });
  afterAll(() => database.close());

  const found = async (id = LABEL) => {
    const label = await store.findLabel(ACCOUNT, id);
    if (label === null) throw new Error(`no label ${id}`);
    const tokenNames: unknown = JSON.parse(Buffer.from(label.tokenNames).toString());
    return { ...label, tokenNames, text: Buffer.from(label.zpl ?? []).toString() };
  };

  test('gives every label that it has a content of its own', async () => {
    const contents = await Promise.all(LABELS.map(async (id) => (await found(id)).contentId));
    expect(new Set(contents).size).toBe(3);
    for (const content of contents) expect(content).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('has the names of tokens found when a label is first asked for, and keeps them with its content', async () => {
    await store.findLabel(ACCOUNT, LABEL);
    looks = 0;
    const { contentId, tokenNames } = await found();
    expect(tokenNames).toEqual(['saved', 'sku']);
    expect(looks).toBe(0);
    expect((await found()).contentId).toBe(contentId);
  });

  test.each([
    ['its text', `UPDATE labels SET zpl = '^XA^FD{other}^FS^XZ' WHERE id = '${LABEL}'`],
    ['its size', `UPDATE labels SET width = width + 1 WHERE id = '${LABEL}'`],
    [
      'the names along with the text',
      `UPDATE labels SET zpl = '^XA^XZ', token_names = '["x"]' WHERE id = '${LABEL}'`,
    ],
    ['its content id by hand', `UPDATE labels SET content_id = gen_random_uuid() WHERE id = '${LABEL}'`],
    [
      'all of it, for a copy of another label',
      `DELETE FROM labels WHERE id = '${LABEL}';
       CREATE TEMPORARY TABLE copied AS SELECT * FROM labels WHERE id = '${COPY}';
       UPDATE copied SET id = '${LABEL}', zpl = '^XA^FD{copy}^FS^XZ';
       INSERT INTO labels SELECT * FROM copied;
       DROP TABLE copied`,
    ],
  ])('makes another content when a statement by hand changes %s', async (_what, statement) => {
    const before = await found();
    const copied = await found(COPY);
    await database.run(statement);
    const after = await found();
    expect([before.contentId, copied.contentId]).not.toContain(after.contentId);
    const inText = [...after.text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(after.tokenNames).toEqual(['saved', ...inText]);
  });

  test('takes what the version before saves while it still serves', async () => {
    const before = await found();
    await database.query(INSERT_OLD, [LABEL, ACCOUNT, Buffer.from('^XA^FD{late}^FS^XZ')]);
    const after = await found();
    expect(after.contentId).not.toBe(before.contentId);
    expect(after.tokenNames).toEqual(['saved', 'late']);
  });

  test('does not send again what is known, and sends what has changed', async () => {
    const known = (await store.findLabel(ACCOUNT, LABEL)) ?? expect.unreachable();
    expect(await store.findLabel(ACCOUNT, LABEL, known)).toBe(known);
    await database.run(`UPDATE labels SET zpl = '^XA^XZ' WHERE id = '${LABEL}'`);
    const changed = await store.findLabel(ACCOUNT, LABEL, known);
    expect(changed).toMatchObject({ zpl: Uint8Array.from(Buffer.from('^XA^XZ')) });
    await database.run(`UPDATE labels SET zpl = NULL WHERE id = '${LABEL}'`);
    expect(await store.findLabel(ACCOUNT, LABEL, known)).toMatchObject({ zpl: null });
  });

  test('answers with text even where a statement by hand has put bytes that are none', async () => {
    await database.run(`UPDATE labels SET zpl = '\\x5e5841ff' WHERE id = '${LABEL}'`);
    expect((await found()).text).toBe('^XA\ufffd');
  });
});
