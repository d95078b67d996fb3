import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database.ts';
import { isUuid } from '../input-checks.ts';
import { type LabelInput, type LabelMeta, type StoredLabel, StoreRefusal } from '../store.ts';

const META = `id, account_id AS "accountId", team_id AS "teamId", name, width, height, dpi,
  output_format AS "outputFormat", revision, created_at AS "createdAt", updated_at AS "updatedAt"`;
const ALL = `${META}, zpl, dynamic_tokens AS "dynamicTokens", field_transforms AS "fieldTransforms"`;
const NEWEST_FIRST = 'ORDER BY updated_at DESC, id DESC';

interface LabelRow extends LabelMeta {
  readonly zpl: Uint8Array | null;
  readonly dynamicTokens: string;
  readonly fieldTransforms: string;
}

export function selectPersonalPage(
  db: Queryable,
  accountId: string,
  limit: number,
  offset: number,
): Promise<LabelMeta[]> {
  return db.query(
    `SELECT ${META} FROM labels WHERE account_id = $1 AND team_id IS NULL ${NEWEST_FIRST} LIMIT $2 OFFSET $3`,
    [accountId, limit, offset],
  );
}

export async function countPersonal(db: Queryable, accountId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM labels WHERE account_id = $1 AND team_id IS NULL',
    [accountId],
  );
  return rows[0]?.count ?? 0;
}

export async function selectPersonal(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<StoredLabel | null> {
  if (!isUuid(id) || !isUuid(accountId)) return null;
  const rows = await db.query<LabelRow>(
    `SELECT ${ALL} FROM labels WHERE id = $1 AND account_id = $2 AND team_id IS NULL`,
    [id, accountId],
  );
  return rows[0] === undefined ? null : storedLabel(rows[0]);
}

export async function selectLabel(db: Queryable, id: string): Promise<StoredLabel | null> {
  if (!isUuid(id)) return null;
  const rows = await db.query<LabelRow>(`SELECT ${ALL} FROM labels WHERE id = $1`, [id]);
  return rows[0] === undefined ? null : storedLabel(rows[0]);
}

/** Labels of one account or of all, team labels included, newest first. */
export function selectLabels(db: Queryable, accountId: string | null): Promise<LabelMeta[]> {
  return accountId === null
    ? db.query(`SELECT ${META} FROM labels ${NEWEST_FIRST}`)
    : db.query(`SELECT ${META} FROM labels WHERE account_id = $1 ${NEWEST_FIRST}`, [accountId]);
}

/** Inserts a label, or replaces the one of this account that has its id. Refuses an id of another account. */
export async function upsertLabel(tx: Queryable, accountId: string, label: LabelInput): Promise<StoredLabel> {
  const id = label.id ?? randomUUID();
  const rows = await tx.query<LabelRow>(
    `INSERT INTO labels AS old (id, account_id, team_id, name, width, height, dpi, output_format, zpl,
       dynamic_tokens, field_transforms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (id) DO UPDATE SET
       team_id = excluded.team_id, name = excluded.name, width = excluded.width, height = excluded.height,
       dpi = excluded.dpi, output_format = excluded.output_format, zpl = excluded.zpl,
       dynamic_tokens = excluded.dynamic_tokens, field_transforms = excluded.field_transforms,
       revision = old.revision + 1, updated_at = excluded.updated_at
     WHERE old.account_id = excluded.account_id
     RETURNING ${ALL}`,
    [
      id,
      accountId,
      label.teamId,
      label.name,
      label.width,
      label.height,
      label.dpi,
      label.outputFormat,
      label.zpl === null ? null : Buffer.from(label.zpl, 'utf8'),
      JSON.stringify(label.dynamicTokens),
      JSON.stringify(label.fieldTransforms ?? []),
    ],
  );
  if (rows[0] === undefined) {
    throw new StoreRefusal(`label id ${id} cannot be used; leave the id out, and a new one is made`);
  }
  return storedLabel(rows[0]);
}

export async function deleteLabel(db: Queryable, id: string): Promise<LabelMeta> {
  const rows = isUuid(id)
    ? await db.query<LabelMeta>(`DELETE FROM labels WHERE id = $1 RETURNING ${META}`, [id])
    : [];
  if (rows[0] === undefined) {
    throw new StoreRefusal(`no label ${JSON.stringify(id)}; \`platen labels list\` shows them`);
  }
  return rows[0];
}

function storedLabel(row: LabelRow): StoredLabel {
  const { zpl } = row;
  return {
    ...row,
    zpl: zpl === null ? null : Buffer.from(zpl.buffer, zpl.byteOffset, zpl.byteLength).toString('utf8'),
    dynamicTokens: JSON.parse(row.dynamicTokens),
    fieldTransforms: JSON.parse(row.fieldTransforms),
  };
}
