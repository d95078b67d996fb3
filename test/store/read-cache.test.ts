import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ChangeFeed, ChangeListener } from '../../src/store/database.ts';
import { ReadCache } from '../../src/store/read-cache.ts';
import type { Caller, LabelStore, ServedLabel } from '../../src/store/store.ts';
import { atOnce } from './at-once.ts';
import { labelInput } from './label-input.ts';

const ACCOUNT = '00000000-0000-4000-8000-00000000000a';
const LABEL = '00000000-0000-4000-8000-00000000000b';
const KEY = '00000000-0000-4000-8000-00000000000c';
const caller: Caller = {
  keyId: KEY,
  accountId: ACCOUNT,
  keyType: 'full',
  entitled: true,
  unitsPerMinute: null,
};
const label = servedLabel(LABEL, '^XA^XZ');

function servedLabel(id: string, zpl: string): ServedLabel {
  const at = new Date(0);
  const dates = { createdAt: at, updatedAt: at };
  const saved = { ...labelInput(), id, accountId: ACCOUNT, revision: 1, ...dates };
  const contentId = `${id} ${zpl.slice(0, 9)}`;
  return { ...saved, zpl: Buffer.from(zpl), contentId, tokenNames: Buffer.from('[]') };
}

/** A store whose lookups end when the test says so. */
function heldStore() {
  const lookups: { answer: (found: never) => void; fail: (error: Error) => void }[] = [];
  const hold = () => new Promise<never>((answer, fail) => lookups.push({ answer, fail }));
  return {
    store: { findCaller: hold, findLabel: hold },
    lookups,
    answer: (at: number, found: unknown) => lookups[at]?.answer(found as never),
  };
}

/** The feed of a database that others can change too, unless it is complete; down until the test calls `up`. */
function heldFeed(isComplete = false): { feed: ChangeFeed; listener: () => ChangeListener } {
  let listener: ChangeListener | undefined;
  const feed: ChangeFeed = { isComplete, subscribe: (to) => void (listener = to) };
  return { feed, listener: () => listener as ChangeListener };
}

/** A cache over a database that nobody else can change, and the way to tell it of changes. */
function sole(store: ConstructorParameters<typeof ReadCache>[0]) {
  const { feed, listener } = heldFeed(true);
  const cached = new ReadCache(store, feed);
  listener().up();
  return { cached, changes: listener() };
}

async function remember(cached: ReadCache, held: ReturnType<typeof heldStore>, found: Caller | null) {
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
    const { cached } = sole(held.store);
    await remember(cached, held, caller);
    await pass(24 * 3_600_000);
    expect(atOnce(cached.findCaller('digest'))).toEqual(caller);
  });

  test('are forgotten within a minute where others can, but not all together', async () => {
    const pass = passingTime();
    const { feed, listener } = heldFeed();
    const held = heldStore();
    const cached = new ReadCache(held.store, feed);
    listener().up();
    const digests = Array.from({ length: 1000 }, (_, at) => `digest ${at}`);
    const all = Promise.all(digests.map(async (digest) => cached.findCaller(digest)));
    for (const at of digests.keys()) held.answer(at, caller);
    await all;
    const left = () => digests.filter((digest) => atOnce(cached.findCaller(digest)) !== undefined).length;
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
    const { cached } = sole(held.store);
    const both = Promise.all([cached.findCaller('digest'), cached.findCaller('digest')]);
    held.answer(0, caller);
    expect(await both).toEqual([caller, caller]);
    expect(atOnce(cached.findCaller('digest'))).toEqual(caller);
    expect(held.lookups).toHaveLength(1);
  });

  test('are remembered as unknown', async () => {
    const held = heldStore();
    const { cached } = sole(held.store);
    await remember(cached, held, null);
    expect(atOnce(cached.findCaller('digest'))).toBeNull();
  });

  test('are looked up again after a failure', async () => {
    const held = heldStore();
    const { cached } = sole(held.store);
    const failing = cached.findCaller('digest');
    held.lookups[0]?.fail(new Error('out of reach'));
    await expect(failing).rejects.toThrow('out of reach');
    await remember(cached, held, caller);
    expect(atOnce(cached.findCaller('digest'))).toEqual(caller);
  });

  test('are not remembered from a lookup that began before a revocation', async () => {
    const held = heldStore();
    const { cached, changes } = sole(held.store);
    const before = cached.findCaller('digest');
    changes.changed([`key ${KEY}`]);
    const after = cached.findCaller('digest');
    held.answer(1, null);
    expect(await after).toBeNull();
    held.answer(0, caller);
    await before;
    expect(atOnce(cached.findCaller('digest'))).toBeNull();
  });

  test('are forgotten when a change of their account fails, for it may have been made', async () => {
    const held = heldStore();
    const { cached, changes } = sole(held.store);
    await remember(cached, held, caller);
    // The database went away in the midst of the change.
    changes.down();
    changes.up();
    expect(atOnce(cached.findCaller('digest'))).toBeUndefined();
  });
});

describe('changes by other processes', () => {
  test.each([`key ${KEY}`, `account ${ACCOUNT}`])('%s drops the caller', async (payload) => {
    const held = heldStore();
    const { feed, listener } = heldFeed();
    const cached = new ReadCache(held.store, feed);
    listener().up();
    await remember(cached, held, caller);
    listener().changed(['key 00000000-0000-4000-8000-000000000fff']);
    expect(atOnce(cached.findCaller('digest'))).toEqual(caller);
    listener().changed([payload]);
    expect(atOnce(cached.findCaller('digest'))).toBeUndefined();
  });

  test('drop a label', async () => {
    const held = heldStore();
    const { feed, listener } = heldFeed();
    const cached = new ReadCache(held.store, feed);
    listener().up();
    const lookup = cached.findLabel(ACCOUNT, LABEL);
    held.answer(0, label);
    await lookup;
    expect(atOnce(cached.findLabel(ACCOUNT, LABEL))).toEqual(label);
    listener().changed([`label ${LABEL}`]);
    expect(atOnce(cached.findLabel(ACCOUNT, LABEL))).toBeUndefined();
  });

  test('cannot be missed: nothing is remembered before they arrive or while they do not', async () => {
    const held = heldStore();
    const { feed, listener } = heldFeed();
    const cached = new ReadCache(held.store, feed);
    await remember(cached, held, caller);
    expect(atOnce(cached.findCaller('digest'))).toBeUndefined();
    listener().up();
    await remember(cached, held, caller);
    expect(atOnce(cached.findCaller('digest'))).toEqual(caller);
    const begunBefore = cached.findLabel(ACCOUNT, LABEL);
    listener().down();
    held.answer(held.lookups.length - 1, label);
    await begunBefore;
    await remember(cached, held, caller);
    expect(atOnce(cached.findCaller('digest'))).toBeUndefined();
    expect(atOnce(cached.findLabel(ACCOUNT, LABEL))).toBeUndefined();
    listener().up();
    expect(atOnce(cached.findCaller('digest'))).toBeUndefined();
  });
});

describe('labels', () => {
  test('are remembered for their account only, however their id is spelled', async () => {
    const held = heldStore();
    const { cached } = sole(held.store);
    const lookup = cached.findLabel(ACCOUNT, LABEL.toUpperCase());
    held.answer(0, label);
    expect(await lookup).toEqual(label);
    expect(atOnce(cached.findLabel(ACCOUNT, LABEL.toUpperCase()))).toEqual(label);
    expect(atOnce(cached.findLabel('another account', LABEL))).toBeUndefined();
  });

  test('are asked for again within a minute where others can change them, but not all together', async () => {
    const pass = passingTime();
    const { feed, listener } = heldFeed();
    const asked: (ServedLabel | undefined)[] = [];
    let gate = Promise.resolve();
    const findLabel: LabelStore['findLabel'] = async (_account, id, known) => {
      asked.push(known);
      await gate;
      return known ?? servedLabel(id, '^XA^XZ');
    };
    const cached = new ReadCache({ findLabel, findCaller: async () => null }, feed);
    listener().up();
    const ids = Array.from({ length: 1000 }, (_, at) => `label ${at}`);
    const labels = await Promise.all(ids.map(async (id) => cached.findLabel(ACCOUNT, id)));
    let open = (): void => {};
    gate = new Promise((resolve) => (open = resolve));
    asked.length = 0;
    const left = () => ids.filter((id) => atOnce(cached.findLabel(ACCOUNT, id)) !== undefined).length;
    await pass(29_000);
    expect(left()).toBe(1000);
    await pass(16_000);
    expect(left()).toBeGreaterThan(400);
    expect(left()).toBeLessThan(600);
    await pass(16_000);
    expect(left()).toBe(0);
    // A label that is still the same is found by its content alone, once for all who ask, and stays the same object.
    const again = Array.from({ length: 20 }, async () => cached.findLabel(ACCOUNT, 'label 7'));
    open();
    for (const label of await Promise.all(again)) expect(label).toBe(labels[7]);
    expect(asked.filter((known) => known?.id === 'label 7')).toEqual([labels[7]]);
    expect(asked).toHaveLength(1000);
    expect(atOnce(cached.findLabel(ACCOUNT, 'label 7'))).toBe(labels[7]);
  });

  test('that are too old are not answered with once they have gone or changed', async () => {
    const pass = passingTime();
    const { feed, listener } = heldFeed();
    const held = heldStore();
    const cached = new ReadCache(held.store, feed);
    listener().up();
    for (const [at, next] of [label, servedLabel(LABEL, 'new'), null].entries()) {
      const lookup = cached.findLabel(ACCOUNT, LABEL);
      held.answer(at, next);
      expect(await lookup).toBe(next);
      await pass(61_000);
      expect(atOnce(cached.findLabel(ACCOUNT, LABEL))).toBeUndefined();
    }
  });

  test('are not remembered when they are missing', async () => {
    const held = heldStore();
    const { cached } = sole(held.store);
    const lookup = cached.findLabel(ACCOUNT, LABEL);
    held.answer(0, null);
    expect(await lookup).toBeNull();
    expect(atOnce(cached.findLabel(ACCOUNT, LABEL))).toBeUndefined();
  });

  test('are forgotten when deleted or imported, and a lookup from before does not bring them back', async () => {
    const held = heldStore();
    const { cached, changes } = sole(held.store);
    const first = cached.findLabel(ACCOUNT, LABEL);
    held.answer(0, label);
    await first;
    expect(atOnce(cached.findLabel(ACCOUNT, LABEL))).toEqual(label);
    changes.changed([`label ${LABEL}`]);
    const before = cached.findLabel(ACCOUNT, LABEL);
    changes.changed([`label ${LABEL}`]);
    held.answer(1, label);
    await before;
    expect(atOnce(cached.findLabel(ACCOUNT, LABEL))).toBeUndefined();
  });

  test('push out the oldest when they take more than 128 MB', async () => {
    const held = heldStore();
    const { cached } = sole(held.store);
    const zpl = 'x'.repeat(2 ** 21);
    const ids = Array.from({ length: 65 }, (_, index) => `label ${index}`);
    for (const [index, id] of ids.entries()) {
      const lookup = cached.findLabel(ACCOUNT, id);
      held.answer(index, servedLabel(id, zpl));
      await lookup;
    }
    expect(atOnce(cached.findLabel(ACCOUNT, 'label 0'))).toBeUndefined();
    expect(atOnce(cached.findLabel(ACCOUNT, 'label 64'))).toBeDefined();
  });
});
