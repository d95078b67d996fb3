import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CachedStore } from '../../src/store/cached.ts';
import type { ChangeFeed, ChangeListener } from '../../src/store/database.ts';
import type { Caller, ServedLabel, Store } from '../../src/store/store.ts';
import { labelInput } from './label-input.ts';

const ACCOUNT = '00000000-0000-4000-8000-00000000000a';
const LABEL = '00000000-0000-4000-8000-00000000000b';
const KEY = '00000000-0000-4000-8000-00000000000c';
const caller: Caller = { keyId: KEY, accountId: ACCOUNT, keyType: 'full', entitled: true };
const label = servedLabel(LABEL, '^XA^XZ');

function servedLabel(id: string, zpl: string): ServedLabel {
  const at = new Date(0);
  const dates = { createdAt: at, updatedAt: at };
  const saved = { ...labelInput(), id, accountId: ACCOUNT, revision: 1, ...dates };
  return { ...saved, zpl: Buffer.from(zpl), contentId: `${id} ${zpl.slice(0, 9)}`, tokenNames: [] };
}

/** A store whose lookups end when the test says so. */
function heldStore() {
  const lookups: { answer: (found: never) => void; fail: (error: Error) => void }[] = [];
  const hold = () => new Promise<never>((answer, fail) => lookups.push({ answer, fail }));
  const store = {
    findCaller: hold,
    findLabel: hold,
    revokeKey: async () => ({}),
    setPlan: async () => Promise.reject(new Error('outcome unknown')),
    deleteLabel: async () => ({}),
    importLabels: async () => [],
  } as unknown as Store;
  return {
    store,
    lookups,
    answer: (at: number, found: unknown) => lookups[at]?.answer(found as never),
  };
}

function heldFeed(): { feed: ChangeFeed; listener: () => ChangeListener } {
  let listener: ChangeListener | undefined;
  const feed: ChangeFeed = { subscribe: (to) => void (listener = to), close: async () => {} };
  return { feed, listener: () => listener as ChangeListener };
}

async function remember(cached: CachedStore, held: ReturnType<typeof heldStore>, found: Caller | null) {
  const lookup = cached.findCaller('digest');
  held.answer(held.lookups.length - 1, found);
  await lookup;
}

/** Lets time pass for what looks at the clock; the cache does so once in a millisecond. */
function passingTime(): (ms: number) => Promise<void> {
  let at = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => at);
  onTestFinished(() => clock.mockRestore());
  return async (ms) => {
    at += ms;
    await new Promise((resolve) => setTimeout(resolve, 10));
  };
}

describe('callers', () => {
  test('are remembered for as long as nobody else can change them', async () => {
    const pass = passingTime();
    const held = heldStore();
    const cached = new CachedStore(held.store, null);
    await remember(cached, held, caller);
    await pass(24 * 3_600_000);
    expect(cached.peekCaller('digest')).toEqual(caller);
  });

  test('are forgotten within a minute where others can, but not all together', async () => {
    const pass = passingTime();
    const { feed, listener } = heldFeed();
    const store = { findCaller: async () => caller } as unknown as Store;
    const cached = new CachedStore(store, feed);
    listener().up();
    const digests = Array.from({ length: 1000 }, (_, at) => `digest ${at}`);
    await Promise.all(digests.map((digest) => cached.findCaller(digest)));
    const left = () => digests.filter((digest) => cached.peekCaller(digest) !== undefined).length;
    await pass(29_000);
    expect(left()).toBe(1000);
    await pass(16_000);
    expect(left()).toBeGreaterThan(400);
    expect(left()).toBeLessThan(600);
    await pass(16_000);
    expect(left()).toBe(0);
  });

  test('are looked up once for all who ask at the same time, then remembered', async () => {
    const held = heldStore();
    const cached = new CachedStore(held.store, null);
    expect(cached.peekCaller('digest')).toBeUndefined();
    const both = Promise.all([cached.findCaller('digest'), cached.findCaller('digest')]);
    held.answer(0, caller);
    expect(await both).toEqual([caller, caller]);
    expect(cached.peekCaller('digest')).toEqual(caller);
    expect(await cached.findCaller('digest')).toEqual(caller);
    expect(held.lookups).toHaveLength(1);
  });

  test('are remembered as unknown', async () => {
    const held = heldStore();
    const cached = new CachedStore(held.store, null);
    await remember(cached, held, null);
    expect(cached.peekCaller('digest')).toBeNull();
  });

  test('are looked up again after a failure', async () => {
    const held = heldStore();
    const cached = new CachedStore(held.store, null);
    const failing = cached.findCaller('digest');
    held.lookups[0]?.fail(new Error('out of reach'));
    await expect(failing).rejects.toThrow('out of reach');
    await remember(cached, held, caller);
    expect(cached.peekCaller('digest')).toEqual(caller);
  });

  test('are not remembered from a lookup that began before a revocation', async () => {
    const held = heldStore();
    const cached = new CachedStore(held.store, null);
    const before = cached.findCaller('digest');
    await cached.revokeKey(KEY);
    const after = cached.findCaller('digest');
    held.answer(1, null);
    expect(await after).toBeNull();
    held.answer(0, caller);
    await before;
    expect(cached.peekCaller('digest')).toBeNull();
  });

  test('are forgotten when a change of their account fails, for it may have been made', async () => {
    const held = heldStore();
    const cached = new CachedStore(held.store, null);
    await remember(cached, held, caller);
    await expect(cached.setPlan(ACCOUNT, 'free')).rejects.toThrow('outcome unknown');
    expect(cached.peekCaller('digest')).toBeUndefined();
  });
});

describe('changes by other processes', () => {
  test.each([`key ${KEY}`, `account ${ACCOUNT}`])('%s drops the caller', async (payload) => {
    const held = heldStore();
    const { feed, listener } = heldFeed();
    const cached = new CachedStore(held.store, feed);
    listener().up();
    await remember(cached, held, caller);
    listener().changed('key 00000000-0000-4000-8000-000000000fff');
    expect(cached.peekCaller('digest')).toEqual(caller);
    listener().changed(payload);
    expect(cached.peekCaller('digest')).toBeUndefined();
  });

  test('drop a label', async () => {
    const held = heldStore();
    const { feed, listener } = heldFeed();
    const cached = new CachedStore(held.store, feed);
    listener().up();
    const lookup = cached.findLabel(ACCOUNT, LABEL);
    held.answer(0, label);
    await lookup;
    expect(cached.peekLabel(ACCOUNT, LABEL)).toEqual(label);
    listener().changed(`label ${LABEL}`);
    expect(cached.peekLabel(ACCOUNT, LABEL)).toBeUndefined();
  });

  test('cannot be missed: nothing is remembered before they arrive or while they do not', async () => {
    const held = heldStore();
    const { feed, listener } = heldFeed();
    const cached = new CachedStore(held.store, feed);
    await remember(cached, held, caller);
    expect(cached.peekCaller('digest')).toBeUndefined();
    listener().up();
    await remember(cached, held, caller);
    expect(cached.peekCaller('digest')).toEqual(caller);
    const begunBefore = cached.findLabel(ACCOUNT, LABEL);
    listener().down();
    held.answer(2, label);
    await begunBefore;
    await remember(cached, held, caller);
    expect(cached.peekCaller('digest')).toBeUndefined();
    expect(cached.peekLabel(ACCOUNT, LABEL)).toBeUndefined();
    listener().up();
    expect(cached.peekCaller('digest')).toBeUndefined();
  });
});

describe('labels', () => {
  test('are remembered for their account only, however their id is spelled', async () => {
    const held = heldStore();
    const cached = new CachedStore(held.store, null);
    const lookup = cached.findLabel(ACCOUNT, LABEL.toUpperCase());
    held.answer(0, label);
    expect(await lookup).toEqual(label);
    expect(cached.peekLabel(ACCOUNT, LABEL.toUpperCase())).toEqual(label);
    expect(cached.peekLabel('another account', LABEL)).toBeUndefined();
  });

  test('are asked for again within a minute where others can change them, but not all together', async () => {
    const pass = passingTime();
    const { feed, listener } = heldFeed();
    const found: (ServedLabel | undefined)[] = [];
    const findLabel: Store['findLabel'] = async (_account, id, known) => {
      found.push(known);
      return known ?? servedLabel(id, '^XA^XZ');
    };
    const cached = new CachedStore({ findLabel } as unknown as Store, feed);
    listener().up();
    const ids = Array.from({ length: 1000 }, (_, at) => `label ${at}`);
    const labels = await Promise.all(ids.map((id) => cached.findLabel(ACCOUNT, id)));
    const left = () => ids.filter((id) => cached.peekLabel(ACCOUNT, id) !== undefined).length;
    await pass(29_000);
    expect(left()).toBe(1000);
    await pass(16_000);
    expect(left()).toBeGreaterThan(400);
    expect(left()).toBeLessThan(600);
    await pass(16_000);
    expect(left()).toBe(0);
    // What is the same still is found by its content alone, once for all who ask, and stays the same object.
    found.length = 0;
    const asked = Array.from({ length: 20 }, () => cached.findLabel(ACCOUNT, 'label 7'));
    for (const label of await Promise.all(asked)) expect(label).toBe(labels[7]);
    expect(found).toEqual([labels[7]]);
    expect(cached.peekLabel(ACCOUNT, 'label 7')).toBe(labels[7]);
  });

  test('that are too old are not answered with once they have gone or changed', async () => {
    const pass = passingTime();
    const { feed, listener } = heldFeed();
    const held = heldStore();
    const cached = new CachedStore(held.store, feed);
    listener().up();
    for (const [at, next] of [label, servedLabel(LABEL, 'new'), null].entries()) {
      const lookup = cached.findLabel(ACCOUNT, LABEL);
      held.answer(at, next);
      expect(await lookup).toBe(next);
      await pass(61_000);
      expect(cached.peekLabel(ACCOUNT, LABEL)).toBeUndefined();
    }
  });

  test('are not remembered when they are missing', async () => {
    const held = heldStore();
    const cached = new CachedStore(held.store, null);
    const lookup = cached.findLabel(ACCOUNT, LABEL);
    held.answer(0, null);
    expect(await lookup).toBeNull();
    expect(cached.peekLabel(ACCOUNT, LABEL)).toBeUndefined();
  });

  test('are forgotten when deleted or imported, and a lookup from before does not bring them back', async () => {
    const held = heldStore();
    const cached = new CachedStore(held.store, null);
    for (const change of [
      () => cached.deleteLabel(LABEL),
      () => cached.importLabels(ACCOUNT, [labelInput({ id: LABEL })]),
    ]) {
      const before = cached.findLabel(ACCOUNT, LABEL);
      await change();
      held.answer(held.lookups.length - 1, label);
      await before;
      expect(cached.peekLabel(ACCOUNT, LABEL)).toBeUndefined();
    }
  });

  test('push out the oldest when they take more than 128 MB', async () => {
    const held = heldStore();
    const cached = new CachedStore(held.store, null);
    const zpl = 'x'.repeat(2 ** 21);
    const ids = Array.from({ length: 65 }, (_, index) => `label ${index}`);
    for (const [index, id] of ids.entries()) {
      const lookup = cached.findLabel(ACCOUNT, id);
      held.answer(index, servedLabel(id, zpl));
      await lookup;
    }
    expect(cached.peekLabel(ACCOUNT, 'label 0')).toBeUndefined();
    expect(cached.peekLabel(ACCOUNT, 'label 64')).toBeDefined();
  });
});
