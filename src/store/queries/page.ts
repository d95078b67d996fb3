/** Rows of a page, and bytes of their names, after which another page begins: a name may be of any length. */
const ROWS = 100;
const NAME_BYTES = 500_000;

/**
 * A statement for the ids of a page.
 *
 * @param rows the table, and the condition that has its rows after the last page: `keys WHERE id > $1`
 */
export function pageOf(rows: string): string {
  return `SELECT id FROM (
      SELECT id, sum(octet_length(name)) OVER (ORDER BY id) - octet_length(name) AS before
      FROM (SELECT id, name FROM ${rows} ORDER BY id LIMIT ${ROWS}) AS page
    ) AS measured WHERE before < ${NAME_BYTES}`;
}
