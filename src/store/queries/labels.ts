import { isUtf8 } from 'node:buffer';
import type { LabelSize } from '../../units.ts';
import type { ByteReader, Queryable } from '../database.ts';
import { isUuid, quotedId } from '../input-checks.ts';
import {
  type LabelMeta,
  type LabelRevision,
  type SavedMembers,
  type ServedLabel,
  type StoredLabel,
  StoreFailure,
  type UnnamedLabel,
} from '../store.ts';
import { pageOf } from './page.ts';

const META = `id, account_id AS "accountId", team_id AS "teamId", name, width, height, dpi,
  output_format AS "outputFormat", revision, created_at AS "createdAt", updated_at AS "updatedAt"`;
const LISTS = 'dynamic_tokens AS "dynamicTokens", field_transforms AS "fieldTransforms"';
const NEWEST_FIRST = 'ORDER BY updated_at DESC, id DESC';

/** A label's size as the table has it: millimetres, and dots per inch. */
interface SizeColumns {
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
}

interface MetaRow extends Omit<LabelMeta, 'size'>, SizeColumns {}

interface LabelRow extends MetaRow {
  readonly dynamicTokens: string;
  readonly fieldTransforms: string;
}

interface ServedRow extends LabelRow {
  readonly contentId: string;
  /** Their length in bytes; null where there are none. */
  readonly zplBytes: number | null;
  readonly nameBytes: number | null;
  /** In base64; null where the row has only its length. */
  readonly zpl: string | null;
  /** Null where the row has only their length. */
  readonly tokenNames: string | null;
}

/** ZPL, or names of tokens, that come with the row of a label; longer ones are read by {@link ByteReader.bytes}. */
const ROW_BYTES = 65_536;
/** A label that changes while its row and its text are read is read again; so often only if something is wrong. */
const MOST_READS = 5;

/** A page of an account's labels in no team: those changed last come first, then by id, both descending. */
export async function selectPersonalPage(
  db: Queryable,
  accountId: string,
  limit: number,
  offset: number,
): Promise<LabelMeta[]> {
  const rows = await db.query<MetaRow>(
    `SELECT ${META} FROM labels WHERE account_id = $1 AND team_id IS NULL ${NEWEST_FIRST} LIMIT $2 OFFSET $3`,
    [accountId, limit, offset],
  );
  return rows.map(sized);
}

/** Labels of an account in no team. */
export async function countPersonal(db: Queryable, accountId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM labels WHERE account_id = $1 AND team_id IS NULL',
    [accountId],
  );
  return rows[0]?.count ?? 0;
}

/** All labels of an account, those in teams too. */
export async function countAll(db: Queryable, accountId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM labels WHERE account_id = $1',
    [accountId],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Finds a personal label, or returns `known` if its content is that one's: the ZPL is then not sent again. Otherwise
 * ZPL comes in base64, which the event loop reads in a third of the time that it takes for PostgreSQL's own form.
 */
export async function selectPersonal(
  db: Pick<Queryable, 'query'> & ByteReader,
  accountId: string,
  id: string,
  known?: ServedLabel,
): Promise<ServedLabel | UnnamedLabel | null> {
  if (!isUuid(id) || !isUuid(accountId)) return null;
  for (let reads = 0; reads < MOST_READS; reads++) {
    const [row] = await db.query<ServedRow>(
      `SELECT ${META}, ${LISTS}, content_id AS "contentId",
         octet_length(zpl) AS "zplBytes", octet_length(token_names) AS "nameBytes",
         CASE WHEN content_id = $3 OR octet_length(zpl) > ${ROW_BYTES} THEN NULL
           ELSE encode(zpl, 'base64') END AS zpl,
         CASE WHEN content_id = $3 OR octet_length(token_names) > ${ROW_BYTES} THEN NULL
           ELSE token_names END AS "tokenNames"
       FROM labels WHERE id = $1 AND account_id = $2 AND team_id IS NULL`,
      [id, accountId, known?.contentId ?? null],
    );
    if (row === undefined) return null;
    if (known !== undefined && row.contentId === known.contentId) return known;
    const label = await servedLabel(db, row);
    if (label !== null) return label;
  }
  throw new Error(`label ${id} was changed each time that it was read`);
}

/** Keeps the names of a content's tokens, if the label still has that content. */
export async function updateTokenNames(
  db: Queryable,
  { id, contentId }: Pick<UnnamedLabel, 'id' | 'contentId'>,
  names: Uint8Array,
): Promise<void> {
  await db.query(
    "UPDATE labels SET token_names = convert_from($3::bytea, 'UTF8') WHERE id = $1 AND content_id = $2",
    [id, contentId, names],
  );
}

const KEPT = `revision, team_id, name, width, height, dpi, output_format, zpl, dynamic_tokens, field_transforms,
  updated_at`;
/** All revisions of a label that are kept, the present one among them, under the names of its columns. */
const REVISIONS = `(
  SELECT id, ${KEPT} FROM labels WHERE id = $1
  UNION ALL
  SELECT label_id, ${KEPT} FROM label_revisions WHERE label_id = $1
) AS kept`;

/**
 * A label, or an earlier revision of it, as JSON in UTF-8 that {@link readExport} takes. It is written by the database,
 * since a long one would hold up this thread.
 */
export async function selectExport(
  db: ByteReader,
  id: string,
  revision: number | null,
): Promise<Uint8Array | null> {
  if (!isUuid(id)) return null;
  return db.bytes(
    `SELECT convert_to(json_build_object('id', kept.id, 'accountId', labels.account_id, 'teamId', kept.team_id,
       'name', kept.name, 'width', kept.width, 'height', kept.height, 'dpi', kept.dpi,
       'outputFormat', kept.output_format, 'revision', kept.revision, 'createdAt', labels.created_at,
       'updatedAt', kept.updated_at, 'zpl', encode(kept.zpl, 'base64'), 'dynamicTokens', kept.dynamic_tokens,
       'fieldTransforms', kept.field_transforms)::text, 'UTF8') AS bytes
     FROM labels JOIN ${REVISIONS} USING (id) WHERE kept.revision = coalesce($2::int, labels.revision)`,
    [id, revision],
  );
}

interface RevisionRow extends Omit<LabelRevision, 'size'>, SizeColumns {}

/**
 * The kept revisions of a label, newest first, the present one among them. @throws StoreFailure for an unknown label.
 */
export async function selectHistory(db: Queryable, id: string): Promise<LabelRevision[]> {
  const rows = isUuid(id)
    ? await db.query<RevisionRow>(
        `SELECT revision, name, width, height, dpi, octet_length(zpl) AS "zplBytes", updated_at AS "updatedAt"
         FROM ${REVISIONS} ORDER BY revision DESC`,
        [id],
      )
    : [];
  if (rows.length === 0) throw unknownLabel(id);
  return rows.map(sized);
}

interface ExportRow extends Omit<LabelRow, 'createdAt' | 'updatedAt'> {
  readonly createdAt: string;
  readonly updatedAt: string;
  /** In base64. */
  readonly zpl: string | null;
}

/** The label of {@link selectExport}. */
export function readExport(bytes: Uint8Array): StoredLabel {
  const { createdAt, updatedAt, zpl, ...row } = JSON.parse(utf8(bytes)) as ExportRow;
  const dates = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
  const text = zpl === null ? null : Buffer.from(zpl, 'base64').toString('utf8');
  return { ...sized(row), ...dates, zpl: text, ...listsOf(row) };
}

/** A page of the labels of one account or of all, team labels included, by id. */
export async function selectLabels(
  db: Queryable,
  accountId: string | null,
  after: string,
): Promise<LabelMeta[]> {
  const select = (rows: string): string =>
    `SELECT ${META} FROM labels WHERE id IN (${pageOf(`labels WHERE ${rows}`)}) ORDER BY id`;
  const rows = await (accountId === null
    ? db.query<MetaRow>(select('id > $1'), [after])
    : db.query<MetaRow>(select('id > $1 AND account_id = $2'), [after, accountId]));
  return rows.map(sized);
}

interface UpsertedRow {
  readonly id: string;
  /** Null where the label was not saved. */
  readonly accountId: string | null;
  /** The revision that it had to have before. */
  readonly replaces: number | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * Inserts labels, or replaces those of this account that have their ids, of which each is there once. Refuses an id of
 * another account, and a label that is to replace another revision than the present one.
 *
 * @param unit one of {@link PreparedLabels}; the database reads it, since a long one would hold up this thread
 */
export async function upsertLabels(
  tx: Queryable,
  accountId: string,
  unit: Uint8Array,
): Promise<SavedMembers[]> {
  const rows = await tx.query<UpsertedRow>(
    `WITH given AS (
       SELECT * FROM ROWS FROM (json_to_recordset($2::json) AS (id uuid, replaces int, team_id text, name text, width float8,
         height float8, dpi float8, output_format text, zpl text, dynamic_tokens text, field_transforms text))
         WITH ORDINALITY AS given (id, replaces, team_id, name, width, height, dpi, output_format, zpl, dynamic_tokens,
         field_transforms, place)
     ), saved AS (
       INSERT INTO labels AS old (id, account_id, team_id, name, width, height, dpi, output_format, zpl,
         dynamic_tokens, field_transforms)
       SELECT id, $1, team_id, name, width, height, dpi, output_format, decode(zpl, 'base64'), dynamic_tokens,
         field_transforms
       FROM given
       WHERE replaces IS NULL OR replaces = (SELECT revision FROM labels WHERE labels.id = given.id)
       ORDER BY place
       ON CONFLICT (id) DO UPDATE SET
         team_id = excluded.team_id, name = excluded.name, width = excluded.width, height = excluded.height,
         dpi = excluded.dpi, output_format = excluded.output_format, zpl = excluded.zpl,
         dynamic_tokens = excluded.dynamic_tokens, field_transforms = excluded.field_transforms,
         revision = old.revision + 1, updated_at = excluded.updated_at
       WHERE old.account_id = excluded.account_id
       RETURNING *
     )
     SELECT given.id, given.replaces, saved.account_id AS "accountId", saved.revision, saved.created_at AS "createdAt",
       saved.updated_at AS "updatedAt"
     FROM given LEFT JOIN saved USING (id) ORDER BY place`,
    [accountId, unit],
  );
  await tx.query(
    `UPDATE labels SET token_names = given.token_names
     FROM json_to_recordset($1::json) AS given (id uuid, token_names text) WHERE labels.id = given.id`,
    [unit],
  );
  return rows.map(({ accountId: owner, replaces, ...row }) => {
    if (owner === null && replaces !== null) {
      throw new StoreFailure(`${notAtRevision(row.id, replaces)}; nothing was saved`);
    }
    if (owner === null) {
      throw new StoreFailure(
        `label id ${row.id} belongs to another account; leave the id out to make a new one`,
      );
    }
    return { ...row, accountId: owner };
  });
}

/**
 * Deletes a label, in one statement with the comparison of its revision.
 *
 * @param revision null for any
 */
export async function deleteLabel(db: Queryable, id: string, revision: number | null): Promise<LabelMeta> {
  const rows = isUuid(id)
    ? await db.query<MetaRow>(
        `DELETE FROM labels WHERE id = $1 AND ($2::int IS NULL OR revision = $2) RETURNING ${META}`,
        [id, revision],
      )
    : [];
  if (rows[0] !== undefined) return sized(rows[0]);
  if (revision === null) throw unknownLabel(id);
  throw new StoreFailure(`${notAtRevision(id, revision)}; nothing was deleted`);
}

function notAtRevision(id: string, revision: number): string {
  return `label ${id} is not at revision ${revision} any more: somebody changed or deleted it`;
}

function unknownLabel(id: string): StoreFailure {
  return new StoreFailure(`no label ${quotedId(id)}; \`platen labels list\` shows them`);
}

/** The label of a row, with the long values that the row has left out; null if it has changed since. */
async function servedLabel(
  db: ByteReader,
  { zplBytes, nameBytes, zpl, tokenNames, ...row }: ServedRow,
): Promise<ServedLabel | UnnamedLabel | null> {
  const { id, contentId } = row;
  const label = { ...sized(row), ...listsOf(row) };
  let text: Uint8Array | null = null;
  if (zplBytes !== null) {
    text =
      zpl === null
        ? await db.bytes('SELECT zpl AS bytes FROM labels WHERE id = $1 AND content_id = $2', [id, contentId])
        : shared(Buffer.from(zpl, 'base64'));
    if (text === null) return null;
    text = utf8Only(text);
  }
  if (nameBytes === null) return { ...label, zpl: text };
  const names =
    tokenNames === null
      ? await db.bytes(
          "SELECT convert_to(token_names, 'UTF8') AS bytes FROM labels WHERE id = $1 AND content_id = $2",
          [id, contentId],
        )
      : new TextEncoder().encode(tokenNames);
  return names === null ? null : { ...label, zpl: text, tokenNames: names };
}

/** With its size in one member that says its units. */
function sized<Row extends SizeColumns>({ width, height, dpi, ...row }: Row) {
  const size: LabelSize = { widthMm: width, heightMm: height, dpi };
  return { ...row, size };
}

function listsOf({ dynamicTokens, fieldTransforms }: Pick<LabelRow, 'dynamicTokens' | 'fieldTransforms'>) {
  return { dynamicTokens: JSON.parse(dynamicTokens), fieldTransforms: JSON.parse(fieldTransforms) };
}

function utf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/**
 * Saved text, which stays as the bytes that it is: as a string, two million characters take the event loop 24 ms. Bytes
 * that are not UTF-8, which only a statement by hand can have put there, become U+FFFD.
 */
function utf8Only(text: Uint8Array): Uint8Array {
  return isUtf8(text) ? text : shared(Buffer.from(utf8(text)));
}

/** A copy in memory that threads share. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
