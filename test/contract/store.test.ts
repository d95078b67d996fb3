import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyDigest } from '../../src/store/key.ts';
import { openStore } from '../../src/store/open.ts';
import {
  type Account,
  type LabelMeta,
  type Store,
  type StoredLabel,
  StoreFailure,
  type StorePieces,
} from '../../src/store/store.ts';
import { labelInput } from '../store/label-input.ts';
import { databaseDirectory } from '../support/database-directory.ts';
import { PATIENCE_MS } from '../support/eventually.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';

const postgres = sharedPostgres();
const dataDir = await databaseDirectory();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const onError = (error: unknown): void => console.error(error);

const stores: Record<string, () => Promise<Store & StorePieces>> = {
  embedded: () => openStore({ databaseUrl: null, dataDir, onError }),
};
if (postgres !== null) {
  stores['PostgreSQL'] = async () =>
    openStore({
      databaseUrl: await postgres.makeMigrated(),
      dataDir: '',
      onError,
      queryTimeoutMs: PATIENCE_MS,
    });
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));

/** A saved label as requests get it. */
const served = (label: StoredLabel | undefined, tokenNames: readonly string[] = []) => ({
  ...label,
  zpl: bytesOf(label?.zpl ?? ''),
  contentId: expect.any(String),
  tokenNames: bytesOf(JSON.stringify(tokenNames)),
});

describe.each(Object.entries(stores))('the %s store', (_, open) => {
  let store: Store & StorePieces;
  let account: Account;

  beforeAll(async () => {
    store = await open();
    account = await store.createAccount('Acme', 'free');
  });
  afterAll(() => store.close());

  const newAccount = (): Promise<Account> => store.createAccount('Another', 'pro');

  describe('schema', () => {
    test('is ready once migrated, and migrating again applies nothing', async () => {
      await store.ready();
      expect(await store.migrate()).toEqual([]);
    });
  });

  describe('accounts', () => {
    test('come back as made and changed', async () => {
      const { id } = await store.createAccount('Ämter & Co', 'free');
      expect(await store.setPlan(id, 'pro')).toMatchObject({
        id,
        name: 'Ämter & Co',
        plan: 'pro',
        granted: false,
      });
      expect(await store.setGranted(id, true)).toMatchObject({ granted: true });
      await store.joinTeam(id, 'zeta');
      await store.joinTeam(id, 'zeta');
      expect(await store.joinTeam(id, 'alpha 1')).toMatchObject({ teams: ['alpha 1', 'zeta'] });
      const left = await store.leaveTeam(id, 'zeta');
      expect(left.teams).toEqual(['alpha 1']);
      expect(left.createdAt).toBeInstanceOf(Date);
      expect(await store.listAccounts()).toContainEqual(left);
    });

    test('are deleted with all that they have, with active keys only when that is meant', async () => {
      const kept = await newAccount();
      const { id } = await store.createAccount('Closing', 'pro');
      await store.joinTeam(kept.id, 'shared');
      await store.joinTeam(id, 'shared');
      const { key, value } = await store.createKey(id, 'full');
      const rotated = await store.rotateKey(key.id);
      await store.recordKeyUses(new Map([[key.id, { at: 0, requests: 1 }]]));
      const [label, team] = await store.importLabels(id, [labelInput(), labelInput({ teamId: 'shared' })]);
      await expect(store.deleteAccount(id, false)).rejects.toEqual(
        new StoreFailure(
          `account ${id} has active keys (1); its keys (2) and labels (2) would be lost: ` +
            'revoke the active keys first, or give --yes',
        ),
      );
      expect(await store.findCaller(keyDigest(rotated.value))).not.toBeNull();
      expect(await store.deleteAccount(id, true)).toMatchObject({
        account: { id, name: 'Closing', teams: ['shared'] },
        keys: 2,
        labels: 2,
      });
      for (const each of [value, rotated.value]) expect(await store.findCaller(keyDigest(each))).toBeNull();
      for (const each of [label, team]) expect(await store.exportLabel(each?.id ?? '')).toBeNull();
      expect((await store.listAccounts()).map((account) => account.id)).not.toContain(id);
      expect((await store.listKeys(null)).map(({ accountId }) => accountId)).not.toContain(id);
      expect((await store.listAccounts()).find((account) => account.id === kept.id)?.teams).toEqual([
        'shared',
      ]);
      await expect(store.deleteAccount(id, true)).rejects.toThrow(/no account/);
      // A process that has not heard of it yet.
      await store.recordKeyUses(new Map([[key.id, { at: 0, requests: 1 }]]));
    });

    test('are deleted as they are once their keys are revoked', async () => {
      const { id } = await newAccount();
      const { key } = await store.createKey(id, 'full');
      await store.importLabels(id, [labelInput()]);
      await store.revokeKey(key.id);
      expect(await store.deleteAccount(id, false)).toMatchObject({ keys: 1, labels: 1 });
    });

    test.each(['6f1a3c6e-0000-4000-8000-000000000000', 'not a uuid', ''])(
      'refuse the unknown id %j',
      async (id) => {
        const unknown = new StoreFailure(
          `no account ${JSON.stringify(id)}; \`platen accounts list\` shows them`,
        );
        await expect(store.setPlan(id, 'pro')).rejects.toEqual(unknown);
        await expect(store.setGranted(id, true)).rejects.toEqual(unknown);
        await expect(store.setRate(id, 1)).rejects.toEqual(unknown);
        await expect(store.joinTeam(id, 'team')).rejects.toEqual(unknown);
        await expect(store.leaveTeam(id, 'team')).rejects.toEqual(unknown);
        await expect(store.deleteAccount(id, true)).rejects.toEqual(unknown);
        await expect(store.createKey(id, 'full')).rejects.toEqual(unknown);
        await expect(store.listKeys(id)).rejects.toEqual(unknown);
        await expect(store.importLabels(id, [])).rejects.toEqual(unknown);
        await expect(store.listAllLabels(id)).rejects.toEqual(unknown);
      },
    );

    test.each(['', 'x'.repeat(81), 'a\nb', '\ud800'])('refuse the team id %j', async (team) => {
      await expect(store.joinTeam(account.id, team)).rejects.toBeInstanceOf(StoreFailure);
    });

    test.each([' ', 'a\0b', '\udc00'])('refuse the name %j', async (name) => {
      await expect(store.createAccount(name, 'free')).rejects.toBeInstanceOf(StoreFailure);
    });
  });

  describe('callers', () => {
    test('are entitled by plan, by grant or by a team, and no longer than that', async () => {
      const { id } = await store.createAccount('Entitled', 'free');
      const { key, value } = await store.createKey(id, 'render');
      const entitled = async (): Promise<unknown> => (await store.findCaller(keyDigest(value)))?.entitled;
      expect(await store.findCaller(keyDigest(value))).toEqual({
        keyId: key.id,
        accountId: id,
        keyType: 'render',
        entitled: false,
        unitsPerMinute: null,
      });
      await store.setPlan(id, 'pro');
      expect(await entitled()).toBe(true);
      await store.setPlan(id, 'free');
      expect(await entitled()).toBe(false);
      await store.setGranted(id, true);
      expect(await entitled()).toBe(true);
      await store.setGranted(id, false);
      await store.joinTeam(id, 'entitling');
      expect(await entitled()).toBe(true);
      await store.leaveTeam(id, 'entitling');
      expect(await entitled()).toBe(false);
    });

    test('carry the rate of their account', async () => {
      const { id } = await newAccount();
      const { value } = await store.createKey(id, 'full');
      const rate = async (): Promise<unknown> => (await store.findCaller(keyDigest(value)))?.unitsPerMinute;
      for (const units of [1, 10_000_000, null]) {
        expect(await store.setRate(id, units)).toMatchObject({ id, unitsPerMinute: units });
        expect(await rate()).toBe(units);
      }
      for (const units of [0, 10_000_001, 1.5]) await expect(store.setRate(id, units)).rejects.toThrow();
      expect(await rate()).toBeNull();
    });

    test('are unknown by a digest that no key has', async () => {
      expect(await store.findCaller(keyDigest('svc_none'))).toBeNull();
    });
  });

  describe('keys', () => {
    test('have 192 bits of which only the ends are kept', async () => {
      const { id } = await newAccount();
      const { key, value } = await store.createKey(id, 'full');
      expect(value).toMatch(/^svc_[0-9a-f]{48}$/);
      expect(key).toMatchObject({ accountId: id, type: 'full', revokedAt: null });
      expect([key.prefix, key.last4]).toEqual([value.slice(0, 8), value.slice(-4)]);
      expect(await store.listKeys(id)).toEqual([key]);
      expect(JSON.stringify(await store.listKeys(null))).not.toContain(value.slice(8, -4));
    });

    test('keep their name when they are rotated', async () => {
      const { id } = await newAccount();
      const name = `Lager – Süd ${'x'.repeat(88)}`;
      const { key } = await store.createKey(id, 'render', name);
      expect(key.name).toBe(name);
      expect((await store.rotateKey(key.id)).key).toMatchObject({ name, type: 'render' });
      expect((await store.createKey(id, 'full')).key.name).toBe('');
    });

    test.each([' ', 'a\nb', 'a\0b', '\ud800', 'a\u202eb', 'x'.repeat(101)])(
      'refuse the name %j',
      async (name) => {
        await expect(store.createKey(account.id, 'full', name)).rejects.toThrow(/^name must be .*printable/);
      },
    );

    test('refuse a sixth active key, also when ten are made at once', async () => {
      const { id } = await newAccount();
      const made = await Promise.allSettled(Array.from({ length: 10 }, () => store.createKey(id, 'full')));
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
      await expect(store.createKey(id, 'full')).rejects.toThrow(/5 active keys/);
      const [first] = await store.listKeys(id);
      await store.revokeKey(first?.id ?? '');
      await store.createKey(id, 'full');
    });

    test('stop working at once when revoked, and can be revoked twice', async () => {
      const { id } = await newAccount();
      const { key, value } = await store.createKey(id, 'full');
      expect(await store.findCaller(keyDigest(value))).not.toBeNull();
      const revoked = await store.revokeKey(key.id);
      expect(revoked.revokedAt).toBeInstanceOf(Date);
      expect(await store.findCaller(keyDigest(value))).toBeNull();
      expect(await store.revokeKey(key.id)).toEqual(revoked);
    });

    test('rotate to one of the same type, with five active too', async () => {
      const { id } = await newAccount();
      const { key, value } = await store.createKey(id, 'render');
      for (let more = 0; more < 4; more++) await store.createKey(id, 'full');
      expect(await store.findCaller(keyDigest(value))).not.toBeNull();
      const next = await store.rotateKey(key.id);
      expect(next.key).toMatchObject({ accountId: id, type: 'render', revokedAt: null });
      expect(await store.findCaller(keyDigest(value))).toBeNull();
      expect(await store.findCaller(keyDigest(next.value))).toMatchObject({ keyId: next.key.id });
      await expect(store.rotateKey(key.id)).rejects.toThrow(/is revoked/);
    });

    test('have the minute of their last use, which never goes back, and the sum of their requests', async () => {
      const { id } = await newAccount();
      const { key } = await store.createKey(id, 'full');
      const lastUse = async (): Promise<unknown> => (await store.listKeys(id))[0]?.lastUsedAt;
      expect(key).toMatchObject({ lastUsedAt: null, requests: 0 });
      for (const [used, kept] of [
        ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04Z'],
        ['2026-01-02T03:06:59Z', '2026-01-02T03:06Z'],
        ['2026-01-02T03:05:00Z', '2026-01-02T03:06Z'],
      ] as const) {
        await store.recordKeyUses(new Map([[key.id, { at: Date.parse(used), requests: 10 }]]));
        expect(await lastUse()).toEqual(new Date(kept));
      }
      expect(await store.listKeys(id)).toMatchObject([{ requests: 30 }]);
    });

    test('have their uses recorded thousands at a time, from several processes at once, those of no key left out', async () => {
      const { id } = await newAccount();
      const { key } = await store.createKey(id, 'full');
      const other = await store.createKey(id, 'full');
      const uses = new Map([[key.id, { at: 60_000, requests: 2 }]]);
      for (let none = 0; none < 12_000; none++) uses.set(randomUUID(), { at: 60_000, requests: 1 });
      uses.set(other.key.id, { at: 120_000, requests: 2 ** 40 });
      await Promise.all([store.recordKeyUses(uses), store.recordKeyUses(new Map([...uses].reverse()))]);
      expect(
        (await store.listKeys(id)).map(({ lastUsedAt, requests }) => [lastUsedAt?.getTime(), requests]),
      ).toEqual([
        [60_000, 4],
        [120_000, 2 ** 41],
      ]);
    });

    test('rotate once when asked twice at the same time', async () => {
      const { id } = await newAccount();
      const { key } = await store.createKey(id, 'full');
      const both = await Promise.allSettled([store.rotateKey(key.id), store.rotateKey(key.id)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect((await store.listKeys(id)).filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
    });

    test.each([randomUUID(), 'nonsense'])('refuse the unknown id %j', async (id) => {
      await expect(store.revokeKey(id)).rejects.toThrow(/no key .*platen keys list/);
      await expect(store.rotateKey(id)).rejects.toThrow(/no key .*platen keys list/);
    });
  });

  describe('labels', () => {
    test('come back exactly as imported', async () => {
      const input = labelInput({
        id: randomUUID(),
        name: 'é😀 "quoted"',
        size: { widthMm: 1e300, heightMm: -0.125, dpi: 203.5 },
        outputFormat: 'bitmap',
        zpl: '^XA\0\u0001é😀\r\n\ufeff{x}^XZ',
        dynamicTokens: ['a\0b', '\ud800', 'c'],
        fieldTransforms: [{ variable: '\0', steps: [{ op: 'trim', odd: [null, 1.5] }] }, 'malformed'],
      });
      const [meta] = await store.importLabels(account.id, [input]);
      const imported = (await store.exportLabel(input.id ?? '')) ?? expect.unreachable();
      expect(imported).toMatchObject({ ...meta });
      expect(imported).toEqual({
        ...input,
        accountId: account.id,
        revision: 1,
        createdAt: expect.any(Date),
        updatedAt: expect.any(Date),
      });
      expect(await store.findLabel(account.id, input.id ?? '')).toEqual(
        served(imported, input.dynamicTokens),
      );
    });

    test('keep a label without ZPL apart from one with empty ZPL', async () => {
      const labels = await store.importLabels(account.id, [
        labelInput({ zpl: null }),
        labelInput({ zpl: '' }),
      ]);
      const stored = await Promise.all(labels.map(({ id }) => store.exportLabel(id)));
      expect(stored.map((label) => label?.zpl)).toEqual([null, '']);
    });

    test('hold ZPL of two million units', async () => {
      const zpl = '^FDé'.repeat(524_288);
      const [label] = await store.importLabels(account.id, [labelInput({ zpl })]);
      expect((await store.exportLabel(label?.id ?? ''))?.zpl === zpl).toBe(true);
    });

    test('are replaced under their id, with one more revision', async () => {
      const [first] = await store.importLabels(account.id, [labelInput()]);
      const id = first?.id ?? '';
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      await store.findLabel(account.id, id);
      const changed = labelInput({ id: id.toUpperCase(), name: 'Changed', zpl: '^XA^XZ' });
      await store.importLabels(account.id, [changed]);
      const second = await store.findLabel(account.id, id.toUpperCase());
      expect(second).toMatchObject({
        id,
        name: 'Changed',
        zpl: bytesOf('^XA^XZ'),
        revision: 2,
        createdAt: first?.createdAt,
      });
      expect(second?.updatedAt.getTime()).toBeGreaterThanOrEqual(first?.updatedAt.getTime() ?? Infinity);
    });

    test('are replaced only at the revision that is meant', async () => {
      const [first] = await store.importLabels(account.id, [labelInput({ name: 'one' })]);
      const id = first?.id ?? '';
      const replacing = (name: string, replaces: number) =>
        store.importLabels(account.id, [labelInput({ id, name, replaces })]);
      expect(await replacing('two', 1)).toMatchObject([{ revision: 2 }]);
      const late = `label ${id} is not at revision 1 any more: somebody changed or deleted it; nothing was saved`;
      await expect(replacing('lost', 1)).rejects.toEqual(new StoreFailure(late));
      const both = [labelInput({ name: 'with it' }), labelInput({ id, replaces: 1 })];
      await expect(store.importLabels(account.id, both)).rejects.toEqual(new StoreFailure(late));
      expect(await store.exportLabel(id)).toMatchObject({ name: 'two', revision: 2 });
      expect((await store.listAllLabels(account.id)).map(({ name }) => name)).not.toContain('with it');
      await store.deleteLabel(id);
      await expect(replacing('again', 2)).rejects.toThrow('is not at revision 2 any more');
      expect(await store.exportLabel(id)).toBeNull();
    });

    test('keep their last 50 revisions', async () => {
      const [first] = await store.importLabels(account.id, [labelInput({ name: 'as 1', zpl: null })]);
      const id = first?.id ?? '';
      for (let revision = 2; revision <= 52; revision++) {
        const size = { widthMm: revision, heightMm: 25, dpi: 203 };
        const dynamicTokens = [`token ${revision}`];
        await store.importLabels(account.id, [
          labelInput({ id, name: `as ${revision}`, zpl: `^FDé${revision}`, size, dynamicTokens }),
        ]);
        if (revision === 2) {
          expect(await store.exportLabel(id, 1)).toMatchObject({ name: 'as 1', zpl: null, revision: 1 });
        }
      }
      const history = await store.labelHistory(id);
      expect(history.map(({ revision }) => revision)).toEqual(Array.from({ length: 50 }, (_, at) => 52 - at));
      expect(history.at(-1)).toEqual({
        revision: 3,
        name: 'as 3',
        size: { widthMm: 3, heightMm: 25, dpi: 203 },
        zplBytes: 6,
        updatedAt: expect.any(Date),
      });
      expect(await store.exportLabel(id, 3)).toMatchObject({
        id,
        accountId: account.id,
        name: 'as 3',
        zpl: '^FDé3',
        revision: 3,
        dynamicTokens: ['token 3'],
        createdAt: first?.createdAt,
        updatedAt: history.at(-1)?.updatedAt,
      });
      expect(await store.exportLabel(id, 52)).toEqual(await store.exportLabel(id));
      for (const missing of [0, 2, 53]) expect(await store.exportLabel(id, missing)).toBeNull();
      await store.deleteLabel(id);
      await expect(store.labelHistory(id)).rejects.toThrow(`no label ${JSON.stringify(id)}`);
      await store.importLabels(account.id, [labelInput({ id })]);
      expect(await store.labelHistory(id)).toHaveLength(1);
      await expect(store.labelHistory('no uuid')).rejects.toBeInstanceOf(StoreFailure);
    });

    test('have a content that never comes back, not even with an id that is deleted and imported again', async () => {
      const id = randomUUID();
      const other = await newAccount();
      const contents = new Set<string | undefined>();
      for (const owner of [account, account, other, account]) {
        await store.importLabels(owner.id, [labelInput({ id })]);
        const found = await store.findLabel(owner.id, id);
        expect((await store.findLabel(owner.id, id))?.contentId).toBe(found?.contentId);
        contents.add(found?.contentId);
        if (contents.size > 1) await store.deleteLabel(id);
      }
      expect(contents.size).toBe(4);
    });

    test('come with the names of their tokens, saved and found', async () => {
      const zpl = '^XA^FD{Sku}{date:YY}^FS^FD{saved}^FS^XZ';
      const [label] = await store.importLabels(account.id, [labelInput({ zpl, dynamicTokens: ['SAVED'] })]);
      const found = await store.findLabel(account.id, label?.id ?? '');
      expect(found?.tokenNames).toEqual(bytesOf('["SAVED","Sku","DATE"]'));
    });

    test.each([65_535, 65_536, 65_537, 6_291_456])('are found whole with text of %i bytes', async (bytes) => {
      const zpl = '中'.repeat(bytes / 3).padEnd(bytes - 2 * Math.floor(bytes / 3), '.');
      const tokens = Math.min(bytes, 65_537) / 60;
      const dynamicTokens = Array.from({ length: tokens }, (_, at) => `${at} ${'中'.repeat(20)}`);
      const [label] = await store.importLabels(account.id, [labelInput({ zpl, dynamicTokens })]);
      const found = await store.findLabel(account.id, label?.id ?? '');
      expect(Buffer.from(found?.zpl ?? []).equals(Buffer.from(zpl))).toBe(true);
      expect(Buffer.from(found?.tokenNames ?? []).toString() === JSON.stringify(dynamicTokens)).toBe(true);
      expect(found?.zpl?.buffer).toBeInstanceOf(SharedArrayBuffer);
    });

    test('are imported all or none, and never into another account', async () => {
      const other = await newAccount();
      const [foreign] = await store.importLabels(other.id, [labelInput()]);
      const fresh = labelInput({ id: randomUUID() });
      await expect(
        store.importLabels(account.id, [fresh, labelInput({ id: foreign?.id ?? '', name: 'Stolen' })]),
      ).rejects.toThrow(`label id ${foreign?.id} belongs to another account`);
      expect(await store.exportLabel(fresh.id ?? '')).toBeNull();
      expect(await store.exportLabel(foreign?.id ?? '')).toMatchObject({ ...foreign });
    });

    test('are imported by the hundred in their order, the same one twice, all or none', async () => {
      const { id: accountId } = await newAccount();
      const id = randomUUID();
      const many = Array.from({ length: 250 }, (_, at) =>
        labelInput({ name: `label ${at}`, teamId: `T${at % 3}` }),
      );
      const inputs = [labelInput({ id, name: 'first' }), ...many, labelInput({ id, name: 'last' })];
      const saved = await store.importLabels(accountId, inputs);
      expect(saved.map(({ name, revision, teamId }) => ({ name, revision, teamId }))).toEqual(
        inputs.map(({ name, teamId }) => ({ name, teamId, revision: name === 'last' ? 2 : 1 })),
      );
      expect(await store.exportLabel(id)).toMatchObject(saved.at(-1) as LabelMeta);
      const listed = await store.listAllLabels(accountId);
      expect(new Set(listed.map((label) => label.id)).size).toBe(251);
      expect(listed).toHaveLength(251);
      const [foreign] = await store.importLabels(account.id, [labelInput()]);
      const refused = store.importLabels(accountId, [...many, labelInput({ id: foreign?.id ?? '' })]);
      await expect(refused).rejects.toThrow(`label id ${foreign?.id} belongs to another account`);
      expect(await store.listAllLabels(accountId)).toHaveLength(251);
    });

    test('are listed by pages that long names make shorter', async () => {
      const { id } = await newAccount();
      const inputs = Array.from({ length: 5 }, (_, at) => labelInput({ name: `${at}`.repeat(300_000) }));
      const saved = await store.importLabels(id, inputs);
      const ids = saved.map((label) => label.id).toSorted();
      const page = await store.labelsAfter(id, ids[0] ?? '');
      expect(page.map((label) => label.id)).toEqual(ids.slice(1, 3));
      expect((await store.listAllLabels(id)).map((label) => label.id).toSorted()).toEqual(ids);
    });

    test('are refused when too many come at once', async () => {
      const { id } = await newAccount();
      const row = { name: 'x', width: 1, height: 1, dpi: 203, output_format: 'vector' };
      const lists = { dynamic_tokens: '[]', field_transforms: '[]' };
      const unit = (labels: number, name: string) =>
        Buffer.from(
          JSON.stringify(
            Array.from({ length: labels }, () => ({ ...row, ...lists, id: randomUUID(), name })),
          ),
        );
      const importing = (...units: Uint8Array[]) => store.importPrepared(id, { teamIds: [], units });
      await expect(importing(unit(100, 'x'), unit(101, 'x'))).rejects.toThrow(
        'send at most 100 of 1000000 bytes',
      );
      await expect(importing(unit(2, 'x'.repeat(500_000)))).rejects.toThrow(
        'send at most 100 of 1000000 bytes',
      );
      expect(await store.listAllLabels(id)).toEqual([]);
    });

    test.each([
      ['id', { id: 'nonsense' }],
      ['id', { id: '00000000-0000-0000-0000-000000000000' }],
      ['name', { name: 'a\0b' }],
      ['name', { name: '\ud800' }],
      ['team_id', { teamId: '' }],
      ['width', { size: { widthMm: Number.POSITIVE_INFINITY } }],
      ['dpi', { size: { dpi: Number.NaN } }],
      ['zpl', { zpl: '^FD\ud83d^FS' }],
    ])('refuse, naming %s, the label with %j', async (member, more) => {
      const refused = store.importLabels(account.id, [labelInput(more)]);
      await expect(refused).rejects.toBeInstanceOf(StoreFailure);
      await expect(refused).rejects.toThrow(new RegExp(`^${member} `));
    });

    test('are listed newest first, then by id, with the total on every page', async () => {
      const { id } = await newAccount();
      await store.importLabels(id, [labelInput(), labelInput(), labelInput()]);
      await store.importLabels(id, [labelInput({ name: 'Newest' })]);
      await store.importLabels(id, [labelInput({ teamId: 'made by the import' })]);
      const { labels, total } = await store.listLabels(id, 100, 0);
      expect(total).toBe(4);
      const sorted = labels.toSorted(
        (a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || (a.id < b.id ? 1 : -1),
      );
      expect(labels.map((label) => label.id)).toEqual(sorted.map((label) => label.id));
      expect(labels[0]).not.toHaveProperty('zpl');
      expect(await store.listLabels(id, 2, 1)).toEqual({ labels: labels.slice(1, 3), total: 4 });
      expect(await store.listLabels(id, 2, 4)).toEqual({ labels: [], total: 4 });
      expect(await store.listAllLabels(id)).toHaveLength(5);
      expect((await store.listAllLabels(null)).length).toBeGreaterThan(5);
    });

    test('are found by their own account only, and not in a team', async () => {
      const other = await newAccount();
      const [own, team] = await store.importLabels(account.id, [labelInput(), labelInput({ teamId: 'T' })]);
      expect(await store.findLabel(other.id, own?.id ?? '')).toBeNull();
      expect(await store.findLabel(account.id, own?.id ?? '')).toEqual(
        served((await store.exportLabel(own?.id ?? '')) ?? undefined),
      );
      expect(await store.findLabel(other.id, own?.id ?? '')).toBeNull();
      expect(await store.findLabel(account.id, team?.id ?? '')).toBeNull();
      expect(await store.findLabel(account.id, randomUUID())).toBeNull();
      expect(await store.findLabel(account.id, 'nonsense')).toBeNull();
      expect(await store.exportLabel(team?.id ?? '')).toMatchObject({ ...team });
    });

    test('are gone at once when deleted or given to a team', async () => {
      const [first, second] = await store.importLabels(account.id, [labelInput(), labelInput()]);
      await store.findLabel(account.id, first?.id ?? '');
      await store.findLabel(account.id, second?.id ?? '');
      expect(await store.deleteLabel(first?.id ?? '')).toMatchObject({ id: first?.id, name: 'Shipping' });
      await store.importLabels(account.id, [labelInput({ id: second?.id ?? '', teamId: 'T' })]);
      expect(await store.findLabel(account.id, first?.id ?? '')).toBeNull();
      expect(await store.findLabel(account.id, second?.id ?? '')).toBeNull();
      await expect(store.deleteLabel(first?.id ?? '')).rejects.toThrow(/no label .*platen labels list/);
      await expect(store.deleteLabel('nonsense')).rejects.toThrow(/no label/);
    });

    test('are deleted at the given revision alone', async () => {
      const [saved] = await store.importLabels(account.id, [labelInput()]);
      const id = saved?.id ?? '';
      await store.importLabels(account.id, [labelInput({ id, name: 'Changed' })]);
      const late = `label ${id} is not at revision 1 any more: somebody changed or deleted it; nothing was deleted`;
      await expect(store.deleteLabel(id, 1)).rejects.toThrow(late);
      expect(await store.exportLabel(id)).toMatchObject({ name: 'Changed', revision: 2 });
      expect(await store.deleteLabel(id, 2)).toMatchObject({ id, revision: 2 });
      await expect(store.deleteLabel(id, 2)).rejects.toThrow('is not at revision 2 any more');
      expect(await store.exportLabel(id)).toBeNull();
    });
  });
});
