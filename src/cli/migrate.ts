import { parseArguments } from './arguments.ts';
import { answer, type Io } from './io.ts';
import { withStore } from './store-session.ts';

export async function migrate(argv: readonly string[], io: Io): Promise<void> {
  const { json } = parseArguments(argv, {}, []);
  const applied = await withStore(io, (store) => store.migrate());
  answer(io, json, { applied }, () =>
    applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`,
  );
}
