import { openStore } from '../../../src/store/open.ts';
import type { LabelInput } from '../../../src/store/store.ts';
import { carrierLabel } from '../../labels/carrier.ts';

/** An account's key, and its one label. */
export interface OneAccount {
  readonly key: string;
  readonly labelId: string;
}

/** Makes an account in a database, which is migrated before; its label is the carrier unless another is given. */
export async function makeOneAccount(
  where: { readonly dataDir: string } | { readonly databaseUrl: string },
  saved: LabelInput = carrierLabel(),
): Promise<OneAccount> {
  const store = await openStore({ databaseUrl: null, dataDir: '', ...where, onError: console.error });
  try {
    await store.migrate();
    const { id: accountId } = await store.createAccount('Bench', 'pro');
    const { value: key } = await store.createKey(accountId, 'full');
    const [label] = await store.importLabels(accountId, [saved]);
    return { key, labelId: label?.id as string };
  } finally {
    await store.close();
  }
}
