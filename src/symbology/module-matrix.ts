/** Cells of a two-dimensional symbol without quiet zone: 1 is ink, one byte a cell, row by row. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly cells: Uint8Array;
}
