import { afterAll, describe, expect, test } from 'vitest';
import { labelInput } from '../../store/label-input.ts';
import { PATIENCE_MS } from '../../support/eventually.ts';
import { startCluster, terminateBackends } from './cluster.ts';
import { type Caller, until } from './load.ts';
import { makeCaller } from './operator.ts';
import { urlOf } from './scenario.ts';

const cluster = await startCluster(4, { RATE_UNITS_PER_MINUTE: '100000' });
afterAll(() => cluster?.close());

/** Promised is 1 s; more is for busy machines, and less than the half minute after which caches ask by themselves. */
const EFFECT_MS = 1000 + 3000;

describe.skipIf(cluster === null)('a change takes effect on all of four instances within a second', () => {
  const parts = cluster as NonNullable<typeof cluster>;

  /** The status, and the label's name if there is one, as each instance answers. */
  const answers = ({ key, labelId }: Caller): Promise<string[]> =>
    Promise.all(
      parts.instances.map(async (instance) => {
        const url = `${urlOf(instance)}/labels/${labelId}`;
        const response = await fetch(url, { headers: { 'x-api-key': key } });
        const { data } = (await response.json()) as { data?: { name: string } };
        return data === undefined ? `${response.status}` : `${response.status} ${data.name}`;
      }),
    );

  /**
   * Asks until all answer as expected; for how long one answered otherwise, in milliseconds. That a busy machine kept
   * the database or Redis from answering says nothing.
   */
  const everywhere = async (what: string, caller: Caller, expected: string): Promise<number> => {
    const since = performance.now();
    let otherwiseAt = since;
    let last: string[] = [];
    await until(
      async () => {
        const askedAt = performance.now();
        last = await answers(caller);
        if (last.some((one) => one !== expected && !one.startsWith('5'))) otherwiseAt = askedAt;
        return last.every((one) => one === expected);
      },
      () => `${what}: ${last.join(', ')}, not ${expected}`,
      PATIENCE_MS,
    );
    return otherwiseAt - since;
  };

  /** Has all instances remember the state before, makes the change, and waits for the state after. */
  const follow = async (
    what: string,
    caller: Caller,
    [before, change, after]: [string, () => Promise<unknown>, string],
  ): Promise<void> => {
    await everywhere(`before ${what}`, caller, before);
    await change();
    const ms = await everywhere(what, caller, after);
    console.log(`measured: ${what}: the last of four instances answered otherwise for ${ms.toFixed(0)} ms`);
    expect(ms).toBeLessThan(EFFECT_MS);
  };

  test('a revoked key', async () => {
    const caller = await makeCaller(parts.store);
    const [key] = await parts.store.listKeys(caller.accountId);
    await follow('a revoked key', caller, [
      '200 Shipping',
      () => parts.store.revokeKey(key?.id ?? ''),
      '401',
    ]);
  });

  test('a rotated key: the new value works, the old one does not', async () => {
    const caller = await makeCaller(parts.store);
    const [key] = await parts.store.listKeys(caller.accountId);
    let value = '';
    const rotate = async () => {
      ({ value } = await parts.store.rotateKey(key?.id ?? ''));
    };
    await follow('a rotated key', caller, ['200 Shipping', rotate, '401']);
    await everywhere('its new value', { ...caller, key: value }, '200 Shipping');
  });

  test('the end of an entitlement, and its return', async () => {
    const caller = await makeCaller(parts.store);
    const plan = (name: 'free' | 'pro') => () => parts.store.setPlan(caller.accountId, name);
    await follow('an entitlement that ends', caller, ['200 Shipping', plan('free'), '403']);
    await follow('an entitlement that returns', caller, ['403', plan('pro'), '200 Shipping']);
  });

  test('a label imported again, and deleted', async () => {
    const caller = await makeCaller(parts.store);
    const again = () =>
      parts.store.importLabels(caller.accountId, [labelInput({ id: caller.labelId, name: 'Second' })]);
    const remove = () => parts.store.deleteLabel(caller.labelId);
    await follow('a label imported again', caller, ['200 Shipping', again, '200 Second']);
    await follow('a deleted label', caller, ['200 Second', remove, '404']);
  });

  test('a key revoked at a moment when no process can be notified', async () => {
    const caller = await makeCaller(parts.store);
    const [key] = await parts.store.listKeys(caller.accountId);
    const unheard = async () => {
      const silenced = terminateBackends(parts.databaseUrl, `application_name = 'platen changes'`);
      await Promise.all([silenced, parts.store.revokeKey(key?.id ?? '')]);
    };
    await follow('a key revoked while nobody listens', caller, ['200 Shipping', unheard, '401']);
  });
});
