import type { LabelSize } from '../units.ts';

export type Plan = 'free' | 'pro';
export type KeyType = 'full' | 'render';
/** A label's saved fidelity mode. */
export type OutputFormat = 'bitmap' | 'vector';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** An administrator gave this account access whatever its plan. */
  readonly granted: boolean;
  /** Budget of the account and of each of its keys; null for the deployment's. */
  readonly unitsPerMinute: number | null;
  readonly teams: readonly string[];
  readonly createdAt: Date;
}

/** A key without its value, which only its owner has: only the SHA-256 is kept. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  /** For people; empty where it has none. */
  readonly name: string;
  readonly type: KeyType;
  readonly prefix: string;
  readonly last4: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** To the minute, and known up to a minute late. */
  readonly lastUsedAt: Date | null;
  /** Made with it, those that were refused included; known up to a minute late. */
  readonly requests: number;
}

/** Use of a key since it was last recorded. */
export interface KeyUse {
  /** The latest, in milliseconds since 1970. */
  readonly at: number;
  readonly requests: number;
}

/** An account that is no more, and what went with it. */
export interface DeletedAccount {
  readonly account: Account;
  /** Revoked ones too. */
  readonly keys: number;
  /** Labels in teams are included. */
  readonly labels: number;
}

/** Facts about a caller on the path of every request. */
export interface Caller {
  readonly keyId: string;
  readonly accountId: string;
  readonly keyType: KeyType;
  /** Pro plan, team membership or admin grant. */
  readonly entitled: boolean;
  /** Budget of the account and of each of its keys; null for the deployment's. */
  readonly unitsPerMinute: number | null;
}

/** A label's row without its ZPL. */
export interface LabelMeta {
  readonly id: string;
  readonly accountId: string;
  readonly teamId: string | null;
  readonly name: string;
  readonly size: LabelSize;
  readonly outputFormat: OutputFormat;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface StoredLabel extends LabelMeta {
  /** Exactly as saved; null when none was saved. */
  readonly zpl: string | null;
  /** Names that the editor knows, in addition to the placeholders found in the ZPL. */
  readonly dynamicTokens: readonly string[];
  /** As saved: they are validated when they are applied (422), not when they are imported. */
  readonly fieldTransforms: unknown;
}

/** A revision of a label, without its ZPL. */
export interface LabelRevision {
  readonly revision: number;
  readonly name: string;
  readonly size: LabelSize;
  /** Bytes of the ZPL in UTF-8; null where none was saved. */
  readonly zplBytes: number | null;
  readonly updatedAt: Date;
}

/** A label as requests use it. */
export interface ServedLabel extends LabelMeta {
  /** Never the same for two contents (`migrations/0003_content.sql`): the key of everything made of a label. */
  readonly contentId: string;
  /** The saved text in UTF-8, in memory that threads share; null when none was saved. */
  readonly zpl: Uint8Array | null;
  /** `dynamic_tokens` of the API: a JSON array in UTF-8, which may be as long as the ZPL and is read by nobody here. */
  readonly tokenNames: Uint8Array;
  /** Names that the editor knows, a part of those. */
  readonly dynamicTokens: readonly string[];
  readonly fieldTransforms: unknown;
}

/** A label whose tokens have not been looked for yet. */
export type UnnamedLabel = Omit<ServedLabel, 'tokenNames'>;

/** A label as a bundle gives it, checked. */
export interface LabelInput {
  readonly id?: string;
  /** The revision that it replaces: it is rejected where the label of its id has another one, or is gone. */
  readonly replaces?: number;
  readonly name: string;
  readonly size: LabelSize;
  readonly outputFormat: OutputFormat;
  readonly zpl: string | null;
  readonly dynamicTokens: readonly string[];
  readonly fieldTransforms: unknown;
  readonly teamId: string | null;
}

/** Members that the store adds to a saved label. */
export type SavedMembers = Pick<LabelMeta, 'id' | 'accountId' | 'revision' | 'createdAt' | 'updatedAt'>;

/** Labels that were checked, as they are written: `prepareLabels` makes them. */
export interface PreparedLabels {
  /** Teams of the labels, each once. */
  readonly teamIds: readonly string[];
  /** Each some labels, or a single long one, as a JSON array in UTF-8. */
  readonly units: readonly Uint8Array[];
}

/** Why an administrative change was refused; the message says what to do. */
export class StoreFailure extends Error {
  readonly problem: string;
  /** Empty where the problem says all. */
  readonly remedy: string;

  /**
   * The message is the problem, then the remedy.
   *
   * @param mark between them.
   */
  constructor(problem: string, remedy = '', mark = ': ') {
    super(remedy === '' ? problem : problem + mark + remedy);
    this.name = 'StoreFailure';
    this.problem = problem;
    this.remedy = remedy;
  }
}

/**
 * The part of the store that requests use. Each method rejects with the driver's error while the database cannot be
 * reached, and with a `FailureError` `schema_unfit` on a schema that is not the program's.
 */
export interface LabelStore {
  /** The caller who has the active key with this SHA-256 (hexadecimal); null for an unknown or revoked key. */
  findCaller(keyDigest: string): Promise<Caller | null>;
  /** One page of an account's personal labels, newest first, and how many there are in all. */
  listLabels(
    accountId: string,
    limit: number,
    offset: number,
  ): Promise<{ labels: LabelMeta[]; total: number }>;
  /** A personal label of this account, or null; `known` itself where that is what would be found. */
  findLabel(accountId: string, labelId: string, known?: ServedLabel): Promise<ServedLabel | null>;
}

/**
 * The whole store: what requests use, and what operators use. Methods that take the id of an account, a key or a label
 * reject with a {@link StoreFailure} for an unknown one, unless they say otherwise; all of them reject with the
 * driver's error while the database cannot be reached.
 */
export interface Store extends LabelStore {
  /** Makes an account. @throws StoreFailure for a blank name. */
  createAccount(name: string, plan: Plan): Promise<Account>;
  /** All accounts, oldest first. */
  listAccounts(): Promise<Account[]>;
  setPlan(accountId: string, plan: Plan): Promise<Account>;
  /** Gives the account access whatever its plan, or takes it away. */
  setGranted(accountId: string, granted: boolean): Promise<Account>;
  /**
   * Sets the budget of an account and of each of its keys, for the next request to every instance; null for the
   * deployment's.
   */
  setRate(accountId: string, unitsPerMinute: number | null): Promise<Account>;
  /** Makes the account a member, and the team if it is new. @throws StoreFailure for an id that no team can have. */
  joinTeam(accountId: string, teamId: string): Promise<Account>;
  /** Ends the membership, if there is one. @throws StoreFailure as {@link joinTeam}. */
  leaveTeam(accountId: string, teamId: string): Promise<Account>;
  /**
   * Deletes an account with its keys, labels and memberships.
   *
   * @throws StoreFailure if it has active keys, unless `withActiveKeys`; the message counts what would be lost.
   */
  deleteAccount(accountId: string, withActiveKeys: boolean): Promise<DeletedAccount>;
  /**
   * Makes a key. Its value is returned here once, and kept nowhere.
   *
   * @throws StoreFailure for a sixth active key of the account, and for a name of more than one short line.
   */
  createKey(accountId: string, type: KeyType, name?: string): Promise<{ key: ApiKey; value: string }>;
  /** The keys of one account, or of all (null), revoked ones too; oldest first. */
  listKeys(accountId: string | null): Promise<ApiKey[]>;
  /** Revokes a key; a revoked one stays as it is. */
  revokeKey(keyId: string): Promise<ApiKey>;
  /**
   * Revokes a key and makes one for the same account, type and name, in one transaction.
   *
   * @throws StoreFailure for a key that is revoked already.
   */
  rotateKey(keyId: string): Promise<{ key: ApiKey; value: string }>;
  /** Adds the uses of keys, given by key id: all of them or none. Uses of unknown keys are left out. */
  recordKeyUses(uses: ReadonlyMap<string, KeyUse>): Promise<void>;
  /**
   * Inserts labels or, for ids that this account has, replaces them and adds 1 to their revision. All or none.
   *
   * @throws StoreFailure for the id of another account's label, a label that is not at the revision it replaces, and
   *   text that the database cannot hold.
   */
  importLabels(accountId: string, labels: readonly LabelInput[]): Promise<LabelMeta[]>;
  /** A label as it is, or as it was in an earlier revision; null for an unknown label, or a revision not kept. */
  exportLabel(labelId: string, revision?: number): Promise<StoredLabel | null>;
  /** The present revision of a label and those before it, newest first: at most 50. */
  labelHistory(labelId: string): Promise<LabelRevision[]>;
  /** Labels of one account, or of all (null), team labels included; those changed last come first. */
  listAllLabels(accountId: string | null): Promise<LabelMeta[]>;
  /** Deletes a label. @throws StoreFailure if it is no longer at the given revision. */
  deleteLabel(labelId: string, revision?: number): Promise<LabelMeta>;
  /** Brings the schema up to date; returns the numbers applied now. @throws StoreFailure for a newer schema. */
  migrate(): Promise<number[]>;
  /** Resolves when a query can be answered now and the schema is the program's; else rejects with the reason. */
  ready(): Promise<void>;
  /** Finishes what is in flight, and ends all connections. */
  close(): Promise<void>;
}

/** The part that operators' commands use, in this process or in the one that has the embedded database. */
export type AdminStore = Omit<Store, keyof LabelStore | 'recordKeyUses'>;

/**
 * Long reads and writes of {@link AdminStore}, in pieces of which none takes long to pass on. A page has the rows
 * whose ids follow `after`, by their ids, so that no row that stays is left out because others change; it is empty
 * after the last one.
 */
export interface StorePieces {
  accountsAfter(after: string): Promise<Account[]>;
  keysAfter(accountId: string | null, after: string): Promise<ApiKey[]>;
  labelsAfter(accountId: string | null, after: string): Promise<LabelMeta[]>;
  /** As {@link Store.importLabels}; what was saved is in the order of the labels. */
  importPrepared(accountId: string, labels: PreparedLabels): Promise<SavedMembers[]>;
  /** A label as `readExport` takes it, or null. */
  exportBytes(labelId: string, revision: number | null): Promise<Uint8Array | null>;
}
