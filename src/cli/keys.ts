import type { AdminStore, ApiKey, KeyType } from '../store/store.ts';
import { answer, type Io } from './io.ts';
import { withReadyStore } from './store-session.ts';
import { table } from './table.ts';

interface ToCreate {
  readonly values: {
    readonly account: string;
    readonly type: KeyType | undefined;
    readonly name: string | undefined;
  };
  readonly json: boolean;
}

/** `keys create`: makes a key, and prints its value this once. */
export async function create({ values: { account, type, name }, json }: ToCreate, io: Io): Promise<void> {
  await issue(io, json, (store) => store.createKey(account, type ?? 'full', name ?? ''));
}

interface ToList {
  readonly values: { readonly account: string | undefined };
  readonly json: boolean;
}

/** `keys list`: prints keys with their uses, never their values. */
export async function list({ values, json }: ToList, io: Io): Promise<void> {
  const keys = await withReadyStore(io, (store) => store.listKeys(values.account ?? null));
  answer(io, json, keys.map(view), () =>
    table(keys.map(row), 'There are no keys; `platen keys create --account ID` makes one.'),
  );
}

interface ForOne {
  readonly operands: readonly [keyId: string];
  readonly json: boolean;
}

/** `keys revoke`: ends the access of a key. */
export async function revoke({ operands: [keyId], json }: ForOne, io: Io): Promise<void> {
  const key = await withReadyStore(io, (store) => store.revokeKey(keyId));
  answer(io, json, view(key), () => table([row(key)], ''));
}

/** `keys rotate`: revokes a key, and prints the value of its successor this once. */
export async function rotate({ operands: [keyId], json }: ForOne, io: Io): Promise<void> {
  await issue(io, json, (store) => store.rotateKey(keyId));
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

/** Rows for people, with the name and the last use to the minute. */
function row(key: ApiKey) {
  return {
    name: key.name || null,
    ...view(key),
    requests: key.requests,
    last_used: key.lastUsedAt?.toISOString() ?? null,
  };
}
