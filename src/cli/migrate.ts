import { answer, type Io } from './io.ts';
import { withStore } from './store-session.ts';

/** `migrate`: brings the schema up to date. @throws StoreFailure for a newer schema. */
export async function migrate({ json }: { readonly json: boolean }, io: Io): Promise<void> {
  const applied = await withStore(io, (store) => store.migrate());
  answer(io, json, { applied }, () =>
    applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`,
  );
}
