/** Values of a statement's parameter; every driver sends them alike. */
export type SqlValue = string | number | boolean | null | Uint8Array;

export interface Queryable {
  /**
   * Runs one statement. `text` must be one of a fixed set, never assembled from data: drivers keep a prepared
   * statement for each. Instants come back as `Date`, bytea as `Uint8Array`.
   */
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Runs a script of several statements without parameters. */
  run(script: string): Promise<void>;
}

/** The part of a database that reads long values. */
export interface ByteReader {
  /**
   * Reads one value of any length into memory that threads share. None of the event loop's turns is long, however long
   * the value is: as a column of {@link Queryable.query}, six million bytes stop the event loop for 20 to 30 ms.
   *
   * @param text a `SELECT` of one column, `bytes`, of type bytea, and of one row at most; one of a fixed set, as for
   * `query`.
   * @returns null if there is no row, or its value is NULL.
   */
  bytes(text: string, values: readonly SqlValue[]): Promise<Uint8Array | null>;
}

/** PostgreSQL, wherever it runs. A promise rejects when the database cannot be reached or refuses. */
export interface Database extends Queryable, ByteReader {
  /**
   * Commits what `work` did, or, when it throws, undoes it and throws the same. `patient` lifts the time
   * limits on statements, for what may touch very many rows.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: { readonly patient: boolean }): Promise<T>;
  /** Sent by the triggers of the schema, whichever process makes the change. */
  readonly changes: ChangeFeed;
  close(): Promise<void>;
}

/** Hears of changes made by any process. */
export interface ChangeListener {
  /** From now on every change is reported; by a complete feed before the promise of the change settles. */
  up(): void;
  /** Changes may be missed until the next `up`. */
  down(): void;
  /**
   * Each `key ID`, `account ID` or `label ID`, as the triggers of the schema send it. Few enough for one turn of the
   * event loop.
   */
  changed(payloads: readonly string[]): void;
}

/** At most one may listen, until the database is closed. */
export interface ChangeFeed {
  /** Whether it reports every change, also those that run no trigger, such as a backup that is restored. */
  readonly isComplete: boolean;
  subscribe(listener: ChangeListener): void;
}
