import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '../../../src/store/store.ts';
import { labelInput } from '../../store/label-input.ts';
import { eventually } from '../../support/eventually.ts';
import type { Caller } from './load.ts';

/** Between two rounds of changes. Milliseconds. */
const PAUSE_MS = 100;

/** A round of changes that was acknowledged as a whole. */
export interface Acknowledged extends Caller {
  readonly revokedKeyId: string;
  readonly revokedKey: string;
}

/** A new account with a key and a label. A database that a busy machine keeps from answering is asked again. */
export function makeCaller(store: Store): Promise<Caller> {
  return eventually(() => addCaller(store));
}

async function addCaller(store: Store): Promise<Caller> {
  const { id } = await store.createAccount('Cluster', 'pro');
  const { value } = await store.createKey(id, 'full');
  const zpl = '^XA^FO20,20^A0N,30,30^FDHello {name}^FS^XZ';
  const [label] = await store.importLabels(id, [labelInput({ size: { widthMm: 50, heightMm: 25 }, zpl })]);
  return { accountId: id, key: value, labelId: label?.id ?? '' };
}

/** Changes keys and labels all the time, and remembers what the store acknowledged. */
export class Operator {
  readonly acknowledged: Acknowledged[] = [];
  /** Rounds that the store refused or that failed on the way. */
  refused = 0;
  readonly #store: Store;
  readonly #working: Promise<void>;
  #stopped = false;

  constructor(store: Store) {
    this.#store = store;
    this.#working = this.#work();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      try {
        const caller = await addCaller(this.#store);
        const { key, value } = await this.#store.createKey(caller.accountId, 'full');
        await this.#store.revokeKey(key.id);
        this.acknowledged.push({ ...caller, revokedKeyId: key.id, revokedKey: value });
      } catch {
        this.refused++;
      }
      await delay(PAUSE_MS);
    }
  }
}
