import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database.ts';
import { isUuid, quotedId } from '../input-checks.ts';
import { type Account, type Plan, StoreFailure } from '../store.ts';
import { pageOf } from './page.ts';

const COLUMNS = `id, name, plan, granted, rate_units_per_minute AS "unitsPerMinute", created_at AS "createdAt",
  ARRAY(SELECT team_id FROM memberships WHERE account_id = accounts.id ORDER BY team_id) AS teams`;

/** Makes an account with a new id. */
export async function insertAccount(db: Queryable, name: string, plan: Plan): Promise<Account> {
  const rows = await db.query<Account>(
    `INSERT INTO accounts (id, name, plan) VALUES ($1, $2, $3) RETURNING ${COLUMNS}`,
    [randomUUID(), name, plan],
  );
  return rows[0] as Account;
}

/** A page of accounts, by id. */
export function selectAccounts(db: Queryable, after: string): Promise<Account[]> {
  return db.query(
    `SELECT ${COLUMNS} FROM accounts WHERE id IN (${pageOf('accounts WHERE id > $1')}) ORDER BY id`,
    [after],
  );
}

/**
 * The account with its teams. @throws StoreFailure for an unknown one, as every function here that returns an account.
 */
export async function selectAccount(db: Queryable, id: string): Promise<Account> {
  return found(id, await whenUuid(id, () => db.query(`SELECT ${COLUMNS} FROM accounts WHERE id = $1`, [id])));
}

/** Sets the plan of an account. */
export async function updatePlan(db: Queryable, id: string, plan: Plan): Promise<Account> {
  const text = `UPDATE accounts SET plan = $2 WHERE id = $1 RETURNING ${COLUMNS}`;
  return found(id, await whenUuid(id, () => db.query(text, [id, plan])));
}

/** Sets whether an account has access whatever its plan. */
export async function updateGranted(db: Queryable, id: string, granted: boolean): Promise<Account> {
  const text = `UPDATE accounts SET granted = $2 WHERE id = $1 RETURNING ${COLUMNS}`;
  return found(id, await whenUuid(id, () => db.query(text, [id, granted])));
}

/** Sets the budget of an account, in units a minute; null for the deployment's. */
export async function updateRate(db: Queryable, id: string, unitsPerMinute: number | null): Promise<Account> {
  const text = `UPDATE accounts SET rate_units_per_minute = $2 WHERE id = $1 RETURNING ${COLUMNS}`;
  return found(id, await whenUuid(id, () => db.query(text, [id, unitsPerMinute])));
}

/** Keeps other changes to this account waiting until the transaction ends. Readers do not wait. */
export async function lockAccount(tx: Queryable, id: string): Promise<void> {
  const text = 'SELECT id FROM accounts WHERE id = $1 FOR UPDATE';
  found(id, await whenUuid(id, () => tx.query(text, [id])));
}

/** As {@link lockAccount}, for the account of a key; nothing where there is no such key. */
export async function lockAccountOfKey(tx: Queryable, keyId: string): Promise<void> {
  const text = 'SELECT FROM accounts WHERE id = (SELECT account_id FROM keys WHERE id = $1) FOR UPDATE';
  await whenUuid(keyId, () => tx.query(text, [keyId]));
}

/** Deletes an account with its keys and their uses, its labels and its memberships. */
export async function deleteAccount(tx: Queryable, id: string): Promise<void> {
  await tx.query('DELETE FROM accounts WHERE id = $1', [id]);
}

/** Makes a team unless there is one of this id. */
export async function insertTeam(db: Queryable, teamId: string): Promise<void> {
  await db.query('INSERT INTO teams (id) VALUES ($1) ON CONFLICT DO NOTHING', [teamId]);
}

/** Makes an account a member of a team that exists. */
export async function insertMembership(db: Queryable, accountId: string, teamId: string): Promise<void> {
  await db.query('INSERT INTO memberships (account_id, team_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    accountId,
    teamId,
  ]);
}

/** Ends a membership, if there is one. */
export async function deleteMembership(db: Queryable, accountId: string, teamId: string): Promise<void> {
  await db.query('DELETE FROM memberships WHERE account_id = $1 AND team_id = $2', [accountId, teamId]);
}

async function whenUuid<Row>(id: string, query: () => Promise<Row[]>): Promise<Row[]> {
  return isUuid(id) ? query() : [];
}

function found<Row>(id: string, rows: readonly Row[]): Row {
  if (rows[0] === undefined) {
    throw new StoreFailure(`no account ${quotedId(id)}; \`platen accounts list\` shows them`);
  }
  return rows[0];
}
