import { LRUCache } from 'lru-cache';
import type { ChangeFeed } from './database.ts';
import type { Caller, LabelStore, ServedLabel } from './store.ts';

/** Callers kept; each takes some 300 bytes. */
const CALLERS = 20_000;
/**
 * A change by another process that runs no trigger, such as a restored backup or a TRUNCATE, is noticed after
 * at most this. Entries that were stored together expire at different times, or requests would wait for thousands of
 * lookups for a second. Milliseconds.
 */
const AGE_MS = 60_000;
/** A key made by another process works after at most this. Milliseconds. */
const UNKNOWN_AGE_MS = 1000;
const LABEL_BYTES = 128 * 1024 * 1024;

/**
 * Remembers callers and labels, which nearly every request asks for. A remembered one is returned at once, another one
 * by a promise. Changes arrive through the store's feed, whoever makes them; while the feed is down, nothing is
 * remembered.
 */
export class ReadCache {
  readonly #store: Pick<LabelStore, 'findCaller' | 'findLabel'>;
  readonly #changes: ChangeFeed;
  /** By digest; null is an unknown key. */
  readonly #callers = new LRUCache<string, { readonly caller: Caller | null }>({ max: CALLERS });
  /** By label id. */
  readonly #labels = new LRUCache<string, ServedLabel>({
    maxSize: LABEL_BYTES,
    sizeCalculation: labelBytes,
    // One that is too old is not answered with, but most often found to be the same still.
    noDeleteOnStaleGet: true,
  });
  /**
   * Lookups in flight, shared by all who ask for the same. A change that empties a cache empties these too: a
   * lookup that is no longer here when it ends began before the change, and is not remembered.
   */
  readonly #callerLookups = new Map<string, Promise<Caller | null>>();
  readonly #labelLookups = new Map<string, Promise<ServedLabel | null>>();
  readonly #lookups = { callers: { hit: 0, miss: 0 }, labels: { hit: 0, miss: 0 } };
  /** Whether every change reaches us. */
  #trusted = false;

  constructor(store: Pick<LabelStore, 'findCaller' | 'findLabel'>, changes: ChangeFeed) {
    this.#store = store;
    this.#changes = changes;
    changes.subscribe({
      up: () => this.#trust(true),
      down: () => this.#trust(false),
      changed: (payloads) => this.#forget(payloads),
    });
  }

  /** How often what was asked for was remembered, and how often it had to be looked up, since the start. */
  get lookups(): Readonly<Record<'callers' | 'labels', { readonly hit: number; readonly miss: number }>> {
    return this.#lookups;
  }

  /** As {@link LabelStore.findCaller}; at once where it is remembered. */
  findCaller(keyDigest: string): Caller | null | Promise<Caller | null> {
    const known = this.#callers.get(keyDigest);
    if (known !== undefined) {
      this.#lookups.callers.hit++;
      return known.caller;
    }
    this.#lookups.callers.miss++;
    return this.#lookUp(
      this.#callerLookups,
      keyDigest,
      () => this.#store.findCaller(keyDigest),
      (caller) =>
        this.#callers.set(keyDigest, { caller }, { ttl: caller === null ? UNKNOWN_AGE_MS : this.#age() }),
    );
  }

  /** As {@link LabelStore.findLabel}; at once where it is remembered. */
  findLabel(accountId: string, labelId: string): ServedLabel | Promise<ServedLabel | null> {
    const known = this.#labels.get(labelId) ?? this.#labels.get(labelId.toLowerCase());
    if (known?.accountId === accountId) {
      this.#lookups.labels.hit++;
      return known;
    }
    this.#lookups.labels.miss++;
    const id = labelId.toLowerCase();
    return this.#lookUp(
      this.#labelLookups,
      `${accountId} ${id}`,
      () => this.#store.findLabel(accountId, id, this.#labels.get(id, { allowStale: true })),
      (label) => label !== null && this.#labels.set(id, label, { ttl: this.#age() }),
    );
  }

  /** How long what was found is remembered; 0 for as long as there is room. Milliseconds. */
  #age(): number {
    return this.#changes.isComplete ? 0 : AGE_MS * (0.5 + Math.random() / 2);
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

  #trust(trusted: boolean): void {
    this.#trusted = trusted;
    this.#callers.clear();
    this.#labels.clear();
    this.#callerLookups.clear();
    this.#labelLookups.clear();
  }

  #forget(payloads: readonly string[]): void {
    // Ids of keys and accounts. Callers are not found by them, so all callers are searched once.
    const ids = new Set<string>();
    for (const payload of payloads) {
      const [kind, id = ''] = payload.split(' ');
      if (kind === 'label') this.#forgetLabel(id);
      else ids.add(id);
    }
    if (ids.size === 0) return;
    this.#callerLookups.clear();
    for (const [digest, { caller }] of this.#callers.entries()) {
      if (caller !== null && (ids.has(caller.keyId) || ids.has(caller.accountId)))
        this.#callers.delete(digest);
    }
  }

  #forgetLabel(labelId: string): void {
    this.#labelLookups.clear();
    this.#labels.delete(labelId);
  }
}

/** An upper bound of what a label takes in memory. */
function labelBytes({ name, zpl, tokenNames, dynamicTokens, fieldTransforms }: ServedLabel): number {
  const json = JSON.stringify([name, dynamicTokens, fieldTransforms]);
  return (zpl?.length ?? 0) + tokenNames.length + 2 * json.length + 1000;
}
