import type { CompressedDots } from '../encode/compressed-dots.ts';
import type { LabelSize } from '../units.ts';

// The stages of a batch and the types that pass between them: chunks of input, the rows that a maker renders of them,
// and the sink that keeps these in the order of the input.

/** The content of an output file. */
export type BatchFormat = 'zpl' | 'pdf' | 'png';

/** The label that all rows are printed on. */
export interface BatchLabel {
  /** Null for a label in a file without an id. */
  readonly id: string | null;
  /** The revision of a saved label in a service; null for a label in a file. */
  readonly revision: number | null;
  readonly name: string;
  readonly size: LabelSize;
  /** As saved. */
  readonly zpl: string;
  readonly fieldTransforms: unknown;
  /** Names of the placeholders: `dynamic_tokens` of the API. Other columns are not sent. */
  readonly tokens: readonly string[];
  /** ZPL to send between two labels, so that the second begins as the first did; mostly empty. */
  readonly stateReset: Uint8Array;
}

/** A place in the input, from which reading goes on. */
export interface Position {
  /** Bytes of the input, as it is read, before a record (the header included). */
  readonly offset: number;
  /** Rows after `offset` that are already done. */
  readonly skip: number;
}

/** Consecutive whole records of the input. */
export interface Chunk {
  readonly offset: number;
  /**
   * The number of its first record in the input. Rows are counted from 1, without the header, wherever they have a
   * number.
   */
  readonly firstRow: number;
  /** In UTF-8. The memory is reused once the next chunk is asked for: a reader that needs it longer makes a copy. */
  readonly bytes: Uint8Array;
}

/** Consecutive records of the input. */
export interface RowRange {
  /** The place of the first record. */
  readonly start: Position;
  /** The number of the first record. */
  readonly firstRow: number;
  /**
   * Yields chunks of about `bytes` bytes, larger if one record is.
   *
   * @param offset as in a `Position`
   * @param firstRow the number of the record there
   * @throws InputFault for a record that is too large, BatchStopped when the file is changed meanwhile
   */
  chunks(offset: number, firstRow: number, bytes: number): AsyncIterable<Chunk>;
}

/**
 * Rows of a file, which stays as it is and can be read from any place. Any other input (standard input, compressed, in
 * another encoding, a JSON array) was written to a file of its own first.
 */
export interface RowInput extends RowRange {
  readonly kind: RowLayout['kind'];
  readonly delimiter: string;
  readonly columns: readonly string[];
  /** Columns after these that are ignored: the report in a file of failed rows. */
  readonly reportColumns: number;
  /** All records; a shard has a part of them. */
  readonly whole: RowRange;
  /** The place after the last record, and the identity of the whole file; null if all of it is read. */
  readonly part: { readonly end: number; readonly file: string } | null;
  /** The identity of these records: other records have another one. */
  readonly digest: string;
  /** Records, counted by their ends. A broken record may make the number wrong, so only messages use it. */
  readonly count: number;
  /** Closes the file, and removes it if it was written for the run. */
  close(): Promise<void>;
}

/** How the bytes of a chunk become rows. Plain data: it crosses to threads. */
export interface RowLayout {
  /** `json` means one object a line, also if the input was a JSON array. */
  readonly kind: 'cells' | 'json';
  readonly delimiter: string;
  /** The names of the header, or of the members of the first object, as in the input. */
  readonly columns: readonly string[];
  /** Cells after those of the columns, which are no part of the row. */
  readonly reportColumns: number;
  /** Variable by column, for the columns that the label uses; for JSON also by members that the first object lacks. */
  readonly variables: Readonly<Record<string, string>>;
  /** Values of every row, unless the row has its own that is not empty. */
  readonly set: Readonly<Record<string, string>>;
  readonly copies: number;
  readonly copiesColumn: string | null;
  /** The template of file names, if each row has a file: see `output/file-name.ts`. */
  readonly nameTemplate: string | null;
  /** Absent if the values of pictures are the pictures themselves, in base64. */
  readonly pictures?: PictureFiles;
}

/** Picture files that values name. */
export interface PictureFiles {
  /** The real path of the folder that holds them. */
  readonly folder: string;
  /** Keys of the variables whose values name them. */
  readonly variables: readonly string[];
}

/** One record of the input. A record that cannot be printed has a fault. */
export interface Row {
  /** By columns, as in the input; a broken record may have more cells than columns, or fewer. */
  readonly cells: readonly string[];
  /** Members of a JSON record that are no columns, as JSON; all of a line that is no object; empty for cells. */
  readonly others: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly copies: number;
  /** Why the row cannot be printed, in words; null for a row that can be tried. */
  readonly fault: string | null;
}

/** A row that is not printed. */
export interface FailedRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly others: string;
  /** The status of the API's answer or of its substitute: 400 for a row that is no request. */
  readonly status: number | 'doubtful';
  readonly reason: string;
  /** The faults of the answer: barcodes, transforms, and fields that cannot be written. */
  readonly fields: readonly unknown[];
}

/** Labels that are kept or sent together: those of one row, or of consecutive rows. */
export interface OutputPiece {
  readonly firstRow: number;
  /** Rows whose labels it has; rows that failed in between do not count. */
  readonly rows: number;
  /** Copies included. */
  readonly labels: number;
  /** ZPL that begins with its first label, or a PNG; empty for pages. */
  readonly bytes: Uint8Array;
  /** The pages of a PDF, in order, without copies. */
  readonly pages: readonly CompressedDots[];
  /** How often all pages are repeated; 1 for ZPL, which has its copies in its bytes. */
  readonly copies: number;
  /**
   * The name of the row's file, safe and without its ending; `{row}` in it becomes the row's number. Null without a
   * template of names.
   */
  readonly name: string | null;
  /** The cells of a row with a name, for the case that another row has taken that name. Null without a name. */
  readonly source: Pick<Row, 'cells' | 'others'> | null;
}

/** A fault of a row's picture, such as a missing glyph. */
export interface RowWarning {
  readonly row: number;
  /** In words, printable ASCII. */
  readonly text: string;
}

/** The output of consecutive rows. */
export interface RenderedRows {
  readonly firstRow: number;
  /** Rows of the input, failed ones included. */
  readonly rows: number;
  /** The place from which reading goes on after these rows. */
  readonly next: Position;
  /** In the order of their rows; a piece never crosses a multiple of the rows of a part. */
  readonly pieces: readonly OutputPiece[];
  readonly failed: readonly FailedRow[];
  /** Placeholders that stay in the output, because they have no value. */
  readonly unresolved: number;
  /** Different warnings of pictures and PDFs, each with its first row; a few at most. */
  readonly warnings?: readonly RowWarning[];
}

/** Rendered rows in memory that is reused after their disposal: their pieces must not be read from then on. */
export type BorrowedRows = RenderedRows & Disposable;

/** Makes labels of rows, with a service or with the engine. */
export interface Maker {
  /** Bytes of the chunks that `make` takes: few enough for the output of a chunk to fit into the maker's memory. */
  readonly chunkBytes: number;
  /**
   * Yields the output of rows in the order of the input, from `firstRow` on: earlier rows of the chunks are skipped.
   * The caller disposes of each. The maker takes no more chunks ahead than it has memory for.
   *
   * @throws InputFault once everything before the fault was yielded, BatchStopped when the maker cannot go on, and the
   *   signal's reason once it is aborted
   */
  make(chunks: AsyncIterable<Chunk>, firstRow: number, signal: AbortSignal): AsyncIterable<BorrowedRows>;
  /**
   * Resolves if all rows that were yielded may be kept. Throws `BatchStopped` if the label was changed meanwhile: rows
   * that were made since the last call may be of either revision.
   */
  confirm(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** The state from which a sink goes on; plain JSON. */
export type SinkState = Readonly<Record<string, unknown>>;

/** Keeps rendered rows in files, none of which has its final name before it is whole. */
export interface Sink {
  /** Takes the output of the next rows. Returns rows that cannot be kept, as those whose name of a file is taken. */
  write(rendered: RenderedRows): Promise<readonly FailedRow[]>;
  /** Resolves when everything that was written is on the disk, with the state for the journal. */
  sync(): Promise<SinkState>;
  /** Gives the files that are whole their names, once the journal has the state. May be repeated after a crash. */
  commit(): Promise<void>;
  /** Ends the last file and gives it its name, after a last commit. Returns the bytes of all output. */
  finish(): Promise<number>;
  /** Closes the files, whether they are whole or not. */
  close(): Promise<void>;
}

/** Shows the state of a run to its user. */
export interface Watcher {
  /** Reports the reason of the current wait (`429: budget, 12 s`); null at its end. */
  waiting(what: string | null): void;
  /** A line that is worth reading now. */
  note(line: string): void;
}

/** Bytes of the output of rows. */
export function outputBytes({ pieces }: Pick<RenderedRows, 'pieces'>): number {
  let sum = 0;
  for (const { bytes, pages } of pieces) {
    sum += bytes.length;
    for (const { stream } of pages) sum += stream.length;
  }
  return sum;
}

/** Failed rows from several places, in the order of the input. */
export function failedInOrder(...parts: readonly (readonly FailedRow[])[]): FailedRow[] {
  return parts.flat().toSorted((a, b) => a.row - b.row);
}

/** Warnings that are reported, at most: one missing script would warn about other characters on every row. */
const WARNINGS_MAX = 10;

/** Adds the warnings of a row's picture that no earlier row has. */
export function addWarnings(warnings: RowWarning[], row: number, texts: readonly string[]): void {
  for (const text of texts) {
    const isNew = warnings.length < WARNINGS_MAX && !warnings.some((warning) => warning.text === text);
    if (isNew) warnings.push({ row, text });
  }
}

/** Yields the same rows, and notes each different warning once, with the first row that has it. */
export async function* warned(
  all: AsyncIterable<BorrowedRows>,
  note: (line: string) => void,
): AsyncGenerator<BorrowedRows> {
  const noted = new Set<string>();
  for await (const rendered of all) {
    for (const { row, text } of rendered.warnings ?? []) {
      if (noted.has(text) || noted.size > WARNINGS_MAX) continue;
      noted.add(text);
      const line = `row ${row}: ${text}`;
      note(noted.size > WARNINGS_MAX ? `${line}; further warnings are not shown` : line);
    }
    yield rendered;
  }
}

/** Columns of a failed row after its own columns. */
export const REPORT_COLUMNS = ['row', 'status', 'reason', 'fields'] as const;

/** The column after these, if rows are JSON: members that are no columns. */
export const OTHERS_COLUMN = 'others';
