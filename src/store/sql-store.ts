import { FailureError, failure } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { ChangeFeed, Database } from './database.ts';
import { checkKeyName, checkTeamId, checkText, isUuid } from './input-checks.ts';
import { checkSchema, migrate } from './migrate.ts';
import { newestFirst, oldestFirst } from './pages.ts';
import { asSaved, checkUnit, prepareLabels } from './prepared-labels.ts';
import * as accounts from './queries/accounts.ts';
import * as keys from './queries/keys.ts';
import * as labels from './queries/labels.ts';
import {
  type Account,
  type ApiKey,
  type Caller,
  type DeletedAccount,
  type KeyType,
  type KeyUse,
  type LabelInput,
  type LabelMeta,
  type LabelRevision,
  type Plan,
  type PreparedLabels,
  type SavedMembers,
  type ServedLabel,
  type Store,
  type StoredLabel,
  StoreFailure,
  type StorePieces,
} from './store.ts';
import type { TokenFinder } from './token-finder.ts';

/** Uses of keys written at once; well within the time that a statement may take. */
const KEYS_A_STATEMENT = 5000;

/**
 * The store over SQL, the same for every driver. Rejects when the database cannot be reached.
 *
 * Transactions take rows in one order, so that none waits for another that waits for it: the account first, which makes
 * the changes to one account take turns; then teams by their ids; then keys by their ids, each before its uses; then
 * labels. A statement outside a transaction takes one row.
 */
export class SqlStore implements Store, StorePieces {
  readonly #db: Database;
  #findTokens: TokenFinder;
  #wasReady = false;
  #check: Promise<void> | undefined;

  constructor(database: Database, findTokens: TokenFinder) {
    this.#db = database;
    this.#findTokens = findTokens;
  }

  /** From now on; before, whoever opened the store had others found. */
  findTokensWith(findTokens: TokenFinder): void {
    this.#findTokens = findTokens;
  }

  /** Changes of everything that requests read. */
  get changes(): ChangeFeed {
    return this.#db.changes;
  }

  async findCaller(keyDigest: string): Promise<Caller | null> {
    await this.#fit();
    return keys.selectCaller(this.#db, keyDigest);
  }

  async listLabels(
    accountId: string,
    limit: number,
    offset: number,
  ): Promise<{ labels: LabelMeta[]; total: number }> {
    await this.#fit();
    if (!isUuid(accountId)) return { labels: [], total: 0 };
    const [page, total] = await Promise.all([
      labels.selectPersonalPage(this.#db, accountId, limit, offset),
      labels.countPersonal(this.#db, accountId),
    ]);
    return { labels: page, total };
  }

  async findLabel(accountId: string, labelId: string, known?: ServedLabel): Promise<ServedLabel | null> {
    await this.#fit();
    const label = await labels.selectPersonal(this.#db, accountId, labelId, known);
    if (label === null || 'tokenNames' in label) return label;
    // Saved by an older version, or changed by hand.
    const tokenNames = await this.#findTokens({ ...label, zpl: label.zpl ?? Buffer.alloc(0) });
    // Names that cannot be saved are found again the next time.
    await labels.updateTokenNames(this.#db, label, tokenNames).catch(() => {});
    return { ...label, tokenNames };
  }

  async createAccount(name: string, plan: Plan): Promise<Account> {
    checkText('name', name);
    if (name.trim() === '') throw new StoreFailure('name must not be blank');
    return accounts.insertAccount(this.#db, name, plan);
  }

  listAccounts(): Promise<Account[]> {
    return oldestFirst((after) => this.accountsAfter(after));
  }

  accountsAfter(after: string): Promise<Account[]> {
    return accounts.selectAccounts(this.#db, after);
  }

  setPlan(accountId: string, plan: Plan): Promise<Account> {
    return accounts.updatePlan(this.#db, accountId, plan);
  }

  setGranted(accountId: string, granted: boolean): Promise<Account> {
    return accounts.updateGranted(this.#db, accountId, granted);
  }

  setRate(accountId: string, unitsPerMinute: number | null): Promise<Account> {
    return accounts.updateRate(this.#db, accountId, unitsPerMinute);
  }

  async joinTeam(accountId: string, teamId: string): Promise<Account> {
    checkTeamId('team', teamId);
    return this.#db.transaction(async (tx) => {
      await accounts.lockAccount(tx, accountId);
      await accounts.insertTeam(tx, teamId);
      await accounts.insertMembership(tx, accountId, teamId);
      return accounts.selectAccount(tx, accountId);
    });
  }

  async leaveTeam(accountId: string, teamId: string): Promise<Account> {
    checkTeamId('team', teamId);
    return this.#db.transaction(async (tx) => {
      await accounts.lockAccount(tx, accountId);
      await accounts.deleteMembership(tx, accountId, teamId);
      return accounts.selectAccount(tx, accountId);
    });
  }

  deleteAccount(accountId: string, withActiveKeys: boolean): Promise<DeletedAccount> {
    return this.#db.transaction(
      async (tx) => {
        await accounts.lockAccount(tx, accountId);
        const active = await keys.countActiveKeys(tx, accountId);
        const had = {
          account: await accounts.selectAccount(tx, accountId),
          keys: await keys.countKeys(tx, accountId),
          labels: await labels.countAll(tx, accountId),
        };
        if (active > 0 && !withActiveKeys) {
          throw new StoreFailure(
            `account ${accountId} has active keys (${active}); its keys (${had.keys}) and labels (${had.labels}) ` +
              'would be lost: revoke the active keys first, or give --yes',
          );
        }
        await keys.lockKeys(tx, accountId);
        await accounts.deleteAccount(tx, accountId);
        return had;
      },
      // An account may have many labels.
      { patient: true },
    );
  }

  async createKey(accountId: string, type: KeyType, name = ''): Promise<{ key: ApiKey; value: string }> {
    checkKeyName(name);
    return this.#db.transaction(async (tx) => {
      // With the account locked, two who create at once cannot both see the same last free place.
      await accounts.lockAccount(tx, accountId);
      if ((await keys.countActiveKeys(tx, accountId)) >= LIMITS.activeKeys) {
        throw new StoreFailure(
          `account ${accountId} has ${LIMITS.activeKeys} active keys already; revoke or rotate one of them`,
        );
      }
      return keys.insertKey(tx, accountId, type, name);
    });
  }

  listKeys(accountId: string | null): Promise<ApiKey[]> {
    return oldestFirst((after) => this.keysAfter(accountId, after));
  }

  async keysAfter(accountId: string | null, after: string): Promise<ApiKey[]> {
    if (accountId !== null) await accounts.selectAccount(this.#db, accountId);
    return keys.selectKeys(this.#db, accountId, after);
  }

  revokeKey(keyId: string): Promise<ApiKey> {
    return keys.revokeKey(this.#db, keyId);
  }

  rotateKey(keyId: string): Promise<{ key: ApiKey; value: string }> {
    return this.#db.transaction(async (tx) => {
      await accounts.lockAccountOfKey(tx, keyId);
      const old = await keys.revokeActiveKey(tx, keyId);
      return keys.insertKey(tx, old.accountId, old.type, old.name);
    });
  }

  recordKeyUses(uses: ReadonlyMap<string, KeyUse>): Promise<void> {
    const all = [...uses].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return this.#db.transaction(async (tx) => {
      for (let at = 0; at < all.length; at += KEYS_A_STATEMENT) {
        await keys.upsertUses(tx, all.slice(at, at + KEYS_A_STATEMENT));
      }
    });
  }

  async importLabels(accountId: string, inputs: readonly LabelInput[]): Promise<LabelMeta[]> {
    // Before the transaction, which would hold its locks meanwhile.
    const prepared = await prepareLabels(accountId, inputs, this.#findTokens);
    return asSaved(inputs, await this.importPrepared(accountId, prepared));
  }

  importPrepared(accountId: string, { teamIds, units }: PreparedLabels): Promise<SavedMembers[]> {
    return this.#db.transaction(
      async (tx) => {
        await accounts.lockAccount(tx, accountId);
        for (const teamId of teamIds.toSorted()) await accounts.insertTeam(tx, teamId);
        const saved: SavedMembers[] = [];
        for (const unit of units) {
          const rows = await labels.upsertLabels(tx, accountId, unit);
          checkUnit(unit.length, rows.length);
          saved.push(...rows);
        }
        return saved;
      },
      // A database that is busy may take seconds for a unit.
      { patient: true },
    );
  }

  async exportLabel(labelId: string, revision?: number): Promise<StoredLabel | null> {
    const bytes = await this.exportBytes(labelId, revision ?? null);
    return bytes && labels.readExport(bytes);
  }

  exportBytes(labelId: string, revision: number | null): Promise<Uint8Array | null> {
    return labels.selectExport(this.#db, labelId, revision);
  }

  labelHistory(labelId: string): Promise<LabelRevision[]> {
    return labels.selectHistory(this.#db, labelId);
  }

  listAllLabels(accountId: string | null): Promise<LabelMeta[]> {
    return newestFirst((after) => this.labelsAfter(accountId, after));
  }

  async labelsAfter(accountId: string | null, after: string): Promise<LabelMeta[]> {
    if (accountId !== null) await accounts.selectAccount(this.#db, accountId);
    return labels.selectLabels(this.#db, accountId, after);
  }

  deleteLabel(labelId: string, revision?: number): Promise<LabelMeta> {
    return labels.deleteLabel(this.#db, labelId, revision ?? null);
  }

  migrate(): Promise<number[]> {
    return migrate(this.#db);
  }

  /**
   * An upgrade migrates first and replaces instances afterwards, so a schema that becomes newer while this one
   * serves does not turn it away; one that starts on another schema stays unready until that is its own.
   */
  async ready(): Promise<void> {
    if (this.#wasReady) {
      await this.#db.query('SELECT 1');
    } else {
      await checkSchema(this.#db);
      this.#wasReady = true;
    }
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  /** Requests get nothing from a schema on which a column may mean something else: a revoked key could pass. */
  async #fit(): Promise<void> {
    if (this.#wasReady) return;
    this.#check ??= this.ready().finally(() => {
      this.#check = undefined;
    });
    try {
      await this.#check;
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      throw new FailureError(failure('schema_unfit', null, { retryAfterSeconds: 5 }), { cause: error });
    }
  }
}
