import type { AdminStore } from '../store/store.ts';
import type { Sample } from './samples.ts';

export interface SampleAccount {
  readonly id: string;
  /** The value of a full key that is made for this start. */
  readonly key: string;
}

/** Without it, the account's keys are refused. */
const PLAN = 'pro';

/** Tells the demonstration's own key from others of the account. */
const KEY_NAME = 'platen demo';

/**
 * The account that has the sample labels, with the labels as they are shipped and a new key. In a database that has
 * none it is made; else it is found by its labels, whose ids never change, and has its plan and the deployment's budget
 * again. The key of the last start ends; keys that others made stay.
 */
export async function prepareSampleAccount(
  store: AdminStore,
  samples: readonly Sample[],
): Promise<SampleAccount> {
  const ids = new Set(samples.map(({ label }) => label.id));
  const owned = (await store.listAllLabels(null)).find((label) => ids.has(label.id));
  const id = owned?.accountId ?? (await store.createAccount('Demo', PLAN)).id;
  await store.setPlan(id, PLAN);
  await store.setRate(id, null);
  await store.importLabels(
    id,
    samples.map(({ label }) => label),
  );
  return { id, key: await newKey(store, id) };
}

async function newKey(store: AdminStore, accountId: string): Promise<string> {
  const last = (await store.listKeys(accountId)).find(
    ({ name, revokedAt }) => name === KEY_NAME && revokedAt === null,
  );
  const { value } =
    last === undefined ? await store.createKey(accountId, 'full', KEY_NAME) : await store.rotateKey(last.id);
  return value;
}
