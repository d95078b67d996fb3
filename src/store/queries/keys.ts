import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database.ts';
import { isUuid, quotedId } from '../input-checks.ts';
import { keyDigest, makeKeyValue } from '../key.ts';
import { type ApiKey, type Caller, type KeyType, type KeyUse, StoreFailure } from '../store.ts';
import { pageOf } from './page.ts';

const COLUMNS = `id, account_id AS "accountId", name, type, prefix, last4,
  created_at AS "createdAt", revoked_at AS "revokedAt",
  (SELECT used_at FROM key_uses WHERE key_id = keys.id) AS "lastUsedAt",
  coalesce((SELECT requests FROM key_uses WHERE key_id = keys.id), 0)::float8 AS requests`;

/** The caller of an active key, by the SHA-256 of its value. */
export async function selectCaller(db: Queryable, digest: string): Promise<Caller | null> {
  const rows = await db.query<Caller>(
    `SELECT k.id AS "keyId", k.account_id AS "accountId", k.type AS "keyType",
       a.plan = 'pro' OR a.granted
         OR EXISTS (SELECT FROM memberships m WHERE m.account_id = a.id) AS entitled,
       a.rate_units_per_minute AS "unitsPerMinute"
     FROM keys k JOIN accounts a ON a.id = k.account_id
     WHERE k.digest = $1 AND k.revoked_at IS NULL`,
    [digest],
  );
  return rows[0] ?? null;
}

/** Keys of an account that are not revoked. */
export async function countActiveKeys(db: Queryable, accountId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM keys WHERE account_id = $1 AND revoked_at IS NULL',
    [accountId],
  );
  return rows[0]?.count ?? 0;
}

/** Makes a key; its value exists nowhere but in what is returned. */
export async function insertKey(
  db: Queryable,
  accountId: string,
  type: KeyType,
  name: string,
): Promise<{ key: ApiKey; value: string }> {
  const value = makeKeyValue();
  const rows = await db.query<ApiKey>(
    `INSERT INTO keys (id, account_id, digest, prefix, last4, type, name)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${COLUMNS}`,
    [randomUUID(), accountId, keyDigest(value), value.slice(0, 8), value.slice(-4), type, name],
  );
  return { key: rows[0] as ApiKey, value };
}

/** Keys of an account, revoked ones too. */
export async function countKeys(db: Queryable, accountId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM keys WHERE account_id = $1',
    [accountId],
  );
  return rows[0]?.count ?? 0;
}

/** A page of the keys of one account or of all, revoked ones too, by id. */
export function selectKeys(db: Queryable, accountId: string | null, after: string): Promise<ApiKey[]> {
  const select = (rows: string): string =>
    `SELECT ${COLUMNS} FROM keys WHERE id IN (${pageOf(`keys WHERE ${rows}`)}) ORDER BY id`;
  return accountId === null
    ? db.query(select('id > $1'), [after])
    : db.query(select('id > $1 AND account_id = $2'), [after, accountId]);
}

/** Revokes a key, or leaves one that is revoked as it is. */
export async function revokeKey(db: Queryable, id: string): Promise<ApiKey> {
  return found(
    id,
    isUuid(id)
      ? await db.query(
          `UPDATE keys SET revoked_at = coalesce(revoked_at, platen_now()) WHERE id = $1 RETURNING ${COLUMNS}`,
          [id],
        )
      : [],
  );
}

/** Revokes a key that must be active, so that of two who try only one succeeds. */
export async function revokeActiveKey(tx: Queryable, id: string): Promise<ApiKey> {
  if (!isUuid(id)) return found(id, []);
  const rows = await tx.query<ApiKey>(
    `UPDATE keys SET revoked_at = platen_now() WHERE id = $1 AND revoked_at IS NULL RETURNING ${COLUMNS}`,
    [id],
  );
  if (rows[0] !== undefined) return rows[0];
  found(id, await tx.query(`SELECT id FROM keys WHERE id = $1`, [id]));
  throw new StoreFailure(`key ${id} is revoked; make a new one with \`platen keys create\``);
}

/**
 * Adds uses to those that are known; the last one never goes back. It is kept to the minute. Rows are taken in the
 * order of the keys' ids, a key's use after the key. Uses of a key that there is no more, once its deletion has been
 * waited for, are left out.
 */
export async function upsertUses(
  db: Queryable,
  uses: readonly (readonly [keyId: string, use: KeyUse])[],
): Promise<void> {
  await db.query(
    `INSERT INTO key_uses (key_id, used_at, requests)
     SELECT k.id, date_trunc('minute', to_timestamp((use ->> 1)::float8 / 1000)), (use ->> 2)::bigint
     FROM json_array_elements($1::json) AS use JOIN keys k ON k.id = (use ->> 0)::uuid
     ORDER BY k.id FOR KEY SHARE OF k
     ON CONFLICT (key_id) DO UPDATE SET
       used_at = greatest(key_uses.used_at, excluded.used_at), requests = key_uses.requests + excluded.requests`,
    [JSON.stringify(uses.map(([keyId, { at, requests }]) => [keyId, at, requests]))],
  );
}

/** Takes the keys of an account, and with them their uses, which {@link upsertUses} writes only with the key. */
export async function lockKeys(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('SELECT FROM keys WHERE account_id = $1 ORDER BY id FOR UPDATE', [accountId]);
}

function found<Row>(id: string, rows: readonly Row[]): Row {
  if (rows[0] === undefined) {
    throw new StoreFailure(`no key ${quotedId(id)}; \`platen keys list\` shows them`);
  }
  return rows[0];
}
