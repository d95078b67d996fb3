import type { AdminStore, ApiKey } from '../store/store.ts';
import { oneOf, parseArguments, required } from './arguments.ts';
import { answer, type Io } from './io.ts';
import { withReadyStore } from './store-session.ts';
import { table } from './table.ts';

export async function create(argv: readonly string[], io: Io): Promise<void> {
  const { values, json } = parseArguments(
    argv,
    { account: { type: 'string' }, type: { type: 'string' } },
    [],
  );
  const account = required(values.account, '--account');
  const type = oneOf(values.type ?? 'full', ['full', 'render'], '--type');
  await issue(io, json, (store) => store.createKey(account, type));
}

export async function list(argv: readonly string[], io: Io): Promise<void> {
  const { values, json } = parseArguments(argv, { account: { type: 'string' } }, []);
  const keys = await withReadyStore(io, (store) => store.listKeys(values.account ?? null));
  answer(io, json, keys.map(view), () =>
    table(keys.map(row), 'There are no keys; `platen keys create --account ID` makes one.'),
  );
}

export async function revoke(argv: readonly string[], io: Io): Promise<void> {
  const { operands, json } = parseArguments(argv, {}, ['KEY_ID']);
  const key = await withReadyStore(io, (store) => store.revokeKey(operands[0]));
  answer(io, json, view(key), () => table([row(key)], ''));
}

export async function rotate(argv: readonly string[], io: Io): Promise<void> {
  const { operands, json } = parseArguments(argv, {}, ['KEY_ID']);
  await issue(io, json, (store) => store.rotateKey(operands[0]));
}

/** The only place where a key's value is printed. */
async function issue(
  io: Io,
  json: boolean,
  make: (store: AdminStore) => Promise<{ key: ApiKey; value: string }>,
): Promise<void> {
  const { key, value } = await withReadyStore(io, make);
  answer(io, json, { ...view(key), key: value }, () =>
    [table([row(key)], ''), '', `Key (shown this once): ${value}`].join('\n'),
  );
}

function view(key: ApiKey) {
  return {
    id: key.id,
    account_id: key.accountId,
    type: key.type,
    prefix: key.prefix,
    last4: key.last4,
    created_at: key.createdAt.toISOString(),
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}

/** What people read has the last use too, to the minute. */
function row(key: ApiKey) {
  return { ...view(key), last_used: key.lastUsedAt?.toISOString() ?? null };
}
