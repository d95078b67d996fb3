/** The most rows of a table in the studio; `platen batch` prints any number. */
export const ROWS_MAX = 50_000;

/** A table of rows, as the page keeps it. */
export interface RowTable {
  /** `cells`: lines of CSV, of a sheet, or of a paste; `json`: records, which may lack members. */
  readonly kind: 'cells' | 'json';
  readonly columns: readonly string[];
  /** The values of each row by columns. A line may have more or fewer cells; null is a missing member of a record. */
  readonly rows: readonly (readonly (string | null)[])[];
}
