/** The most rows that the studio takes of a table: `platen batch` prints larger ones. */
export const ROWS_MAX = 50_000;

/** A table of rows, as the page keeps it. */
export interface RowTable {
  /** `cells`: lines of CSV, of a sheet, or of a paste; `json`: records, which may lack members. */
  readonly kind: 'cells' | 'json';
  readonly columns: readonly string[];
  /** By columns. A line may have more or fewer cells than columns; null is a member that a record lacks. */
  readonly rows: readonly (readonly (string | null)[])[];
}
