import { LRUCache } from 'lru-cache';
import type { ChangeFeed } from './database.ts';
import type {
  Account,
  ApiKey,
  Caller,
  KeyType,
  LabelInput,
  LabelMeta,
  Plan,
  ServedLabel,
  Store,
  StoredLabel,
} from './store.ts';

/** Callers kept; each takes some 300 bytes. */
const CALLERS = 20_000;
/**
 * A change by another process that no notification told of, such as a restored backup or a TRUNCATE, is noticed after
 * at most this. What came together is looked up again at different times, or requests would wait behind thousands of
 * lookups for a second. Milliseconds.
 */
const AGE_MS = 60_000;
/** A key made by another process works after at most this. Milliseconds. */
const UNKNOWN_AGE_MS = 1000;
const LABEL_BYTES = 128 * 1024 * 1024;

/**
 * A store that remembers callers and labels. Changes made through it take effect before their promise
 * settles; changes by other processes arrive through `changes`, and while that is down nothing is remembered
 * at all. Without `changes` this process must be the only one that uses the database.
 */
export class CachedStore implements Store {
  readonly #store: Store;
  readonly #changes: ChangeFeed | null;
  /** By digest; null is a key that nobody has. */
  readonly #callers = new LRUCache<string, { readonly caller: Caller | null }>({ max: CALLERS });
  /** By label id. */
  readonly #labels = new LRUCache<string, ServedLabel>({
    maxSize: LABEL_BYTES,
    sizeCalculation: labelBytes,
    // One that is too old is not answered with, but most often found to be the same still.
    noDeleteOnStaleGet: true,
  });
  /**
   * Lookups in flight, shared by all who ask for the same. Whatever empties a cache empties these too: a
   * lookup that is no longer here when it ends began before the change, and is not remembered.
   */
  readonly #callerLookups = new Map<string, Promise<Caller | null>>();
  readonly #labelLookups = new Map<string, Promise<ServedLabel | null>>();
  readonly #lookups = { callers: { hit: 0, miss: 0 }, labels: { hit: 0, miss: 0 } };
  /** Whether every change made elsewhere reaches us. */
  #trusted: boolean;

  constructor(store: Store, changes: ChangeFeed | null) {
    this.#store = store;
    this.#changes = changes;
    this.#trusted = changes === null;
    changes?.subscribe({
      up: () => this.#trust(true),
      down: () => this.#trust(false),
      changed: (payload) => this.#forget(payload),
    });
  }

  /** How often what was asked for was remembered, and how often it had to be looked up, since the start. */
  get lookups(): Readonly<Record<'callers' | 'labels', { readonly hit: number; readonly miss: number }>> {
    return this.#lookups;
  }

  /** The caller if it is remembered, null if the key is remembered as unknown, undefined if it must be looked up. */
  peekCaller(keyDigest: string): Caller | null | undefined {
    const known = this.#callers.get(keyDigest);
    if (known !== undefined) this.#lookups.callers.hit++;
    return known?.caller;
  }

  /** The label if it is remembered, undefined if it must be looked up. */
  peekLabel(accountId: string, labelId: string): ServedLabel | undefined {
    const label = this.#labels.get(labelId.toLowerCase());
    if (label?.accountId !== accountId) return undefined;
    this.#lookups.labels.hit++;
    return label;
  }

  async findCaller(keyDigest: string): Promise<Caller | null> {
    const known = this.peekCaller(keyDigest);
    if (known !== undefined) return known;
    this.#lookups.callers.miss++;
    return this.#lookUp(
      this.#callerLookups,
      keyDigest,
      () => this.#store.findCaller(keyDigest),
      (caller) =>
        this.#callers.set(keyDigest, { caller }, { ttl: caller === null ? UNKNOWN_AGE_MS : this.#age() }),
    );
  }

  /** How long what was found is remembered; 0 for as long as there is room. Milliseconds. */
  #age(): number {
    return this.#changes === null ? 0 : AGE_MS * (0.5 + Math.random() / 2);
  }

  async findLabel(accountId: string, labelId: string): Promise<ServedLabel | null> {
    const id = labelId.toLowerCase();
    const known = this.peekLabel(accountId, id);
    if (known !== undefined) return known;
    this.#lookups.labels.miss++;
    return this.#lookUp(
      this.#labelLookups,
      `${accountId} ${id}`,
      () => this.#store.findLabel(accountId, id, this.#labels.get(id, { allowStale: true })),
      (label) => label !== null && this.#labels.set(id, label, { ttl: this.#age() }),
    );
  }

  listLabels(
    accountId: string,
    limit: number,
    offset: number,
  ): Promise<{ labels: LabelMeta[]; total: number }> {
    return this.#store.listLabels(accountId, limit, offset);
  }

  createAccount(name: string, plan: Plan): Promise<Account> {
    return this.#store.createAccount(name, plan);
  }

  listAccounts(): Promise<Account[]> {
    return this.#store.listAccounts();
  }

  setPlan(accountId: string, plan: Plan): Promise<Account> {
    return this.#changing(this.#store.setPlan(accountId, plan), () => this.#forgetAccount(accountId));
  }

  setGranted(accountId: string, granted: boolean): Promise<Account> {
    return this.#changing(this.#store.setGranted(accountId, granted), () => this.#forgetAccount(accountId));
  }

  joinTeam(accountId: string, teamId: string): Promise<Account> {
    return this.#changing(this.#store.joinTeam(accountId, teamId), () => this.#forgetAccount(accountId));
  }

  leaveTeam(accountId: string, teamId: string): Promise<Account> {
    return this.#changing(this.#store.leaveTeam(accountId, teamId), () => this.#forgetAccount(accountId));
  }

  createKey(accountId: string, type: KeyType): Promise<{ key: ApiKey; value: string }> {
    return this.#store.createKey(accountId, type);
  }

  listKeys(accountId: string | null): Promise<ApiKey[]> {
    return this.#store.listKeys(accountId);
  }

  revokeKey(keyId: string): Promise<ApiKey> {
    return this.#changing(this.#store.revokeKey(keyId), () => this.#forgetKey(keyId));
  }

  rotateKey(keyId: string): Promise<{ key: ApiKey; value: string }> {
    return this.#changing(this.#store.rotateKey(keyId), () => this.#forgetKey(keyId));
  }

  recordKeyUses(uses: ReadonlyMap<string, number>): Promise<void> {
    return this.#store.recordKeyUses(uses);
  }

  importLabels(accountId: string, labels: readonly LabelInput[]): Promise<LabelMeta[]> {
    return this.#changing(this.#store.importLabels(accountId, labels), () => {
      for (const { id } of labels) if (id !== undefined) this.#forgetLabel(id);
    });
  }

  exportLabel(labelId: string): Promise<StoredLabel | null> {
    return this.#store.exportLabel(labelId);
  }

  listAllLabels(accountId: string | null): Promise<LabelMeta[]> {
    return this.#store.listAllLabels(accountId);
  }

  deleteLabel(labelId: string): Promise<LabelMeta> {
    return this.#changing(this.#store.deleteLabel(labelId), () => this.#forgetLabel(labelId));
  }

  migrate(): Promise<number[]> {
    return this.#store.migrate();
  }

  ready(): Promise<void> {
    return this.#store.ready();
  }

  async close(): Promise<void> {
    await this.#changes?.close();
    await this.#store.close();
  }

  #lookUp<T>(
    lookups: Map<string, Promise<T>>,
    key: string,
    query: () => Promise<T>,
    remember: (found: T) => void,
  ): Promise<T> {
    if (!this.#trusted) return query();
    const inFlight = lookups.get(key);
    if (inFlight !== undefined) return inFlight;
    const lookup = query().then(
      (found) => {
        if (lookups.get(key) === lookup) {
          lookups.delete(key);
          remember(found);
        }
        return found;
      },
      (error: unknown) => {
        if (lookups.get(key) === lookup) lookups.delete(key);
        throw error;
      },
    );
    lookups.set(key, lookup);
    return lookup;
  }

  /** Forgets when a change has ended, also when it failed: it may have been made all the same. */
  async #changing<T>(change: Promise<T>, forget: () => void): Promise<T> {
    try {
      return await change;
    } finally {
      forget();
    }
  }

  #trust(trusted: boolean): void {
    this.#trusted = trusted;
    this.#callers.clear();
    this.#labels.clear();
    this.#callerLookups.clear();
    this.#labelLookups.clear();
  }

  #forget(payload: string): void {
    const [kind, id = ''] = payload.split(' ');
    if (kind === 'key') this.#forgetKey(id);
    else if (kind === 'account') this.#forgetAccount(id);
    else if (kind === 'label') this.#forgetLabel(id);
  }

  #forgetKey(keyId: string): void {
    this.#forgetCallers((caller) => caller.keyId === keyId.toLowerCase());
  }

  #forgetAccount(accountId: string): void {
    this.#forgetCallers((caller) => caller.accountId === accountId.toLowerCase());
  }

  #forgetCallers(which: (caller: Caller) => boolean): void {
    this.#callerLookups.clear();
    for (const [digest, { caller }] of this.#callers.entries()) {
      if (caller !== null && which(caller)) this.#callers.delete(digest);
    }
  }

  #forgetLabel(labelId: string): void {
    this.#labelLookups.clear();
    this.#labels.delete(labelId.toLowerCase());
  }
}

/** An upper bound of what a label takes in memory. */
function labelBytes({ name, zpl, tokenNames, dynamicTokens, fieldTransforms }: ServedLabel): number {
  const json = JSON.stringify([name, tokenNames, dynamicTokens, fieldTransforms]);
  return (zpl?.length ?? 0) + 2 * json.length + 1000;
}
