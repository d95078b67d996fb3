import type { CompressedDots } from '../encode/compressed-dots.ts';
import type { LabelSize } from '../units.ts';

// The stages of a batch and what passes between them: chunks of input, what a maker makes of their rows, and the sink
// that takes it in the order of the input.

/** The content of an output file. */
export type BatchFormat = 'zpl' | 'pdf' | 'png';

/** The label that all rows are printed on. */
export interface BatchLabel {
  /** Null for one of a file without an id. */
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
  /** Rows behind that, which are done. */
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
  /** In UTF-8. The memory is used again: who asks for the next chunk has done with this one, or has a copy. */
  readonly bytes: Uint8Array;
}

/** Consecutive records of the input. */
export interface RowRange {
  /** The place of the first record. */
  readonly start: Position;
  /** The number of the first record. */
  readonly firstRow: number;
  /**
   * Chunks of about so many bytes, larger if one record is. Throws an `InputFault` for a record that is too large, and
   * a `BatchStopped` when the file is changed meanwhile.
   *
   * @param offset as in a `Position`
   * @param firstRow the number of the record there
   */
  chunks(offset: number, firstRow: number, bytes: number): AsyncIterable<Chunk>;
}

/**
 * Rows of a file, which stays as it is and can be read from any place. What comes otherwise (standard input,
 * compressed, in another encoding, a JSON array) was written to a file of its own first.
 */
export interface RowInput extends RowRange {
  readonly kind: RowLayout['kind'];
  readonly delimiter: string;
  readonly columns: readonly string[];
  /** Columns behind these that are passed over: what a file of failed rows says of them. */
  readonly reportColumns: number;
  /** All records, of which a shard has a part. */
  readonly whole: RowRange;
  /** The place behind the last record, and what tells the file of this part from others; null where all is read. */
  readonly part: { readonly end: number; readonly file: string } | null;
  /** Tells these records from any others. */
  readonly digest: string;
  /** Records, by their ends; one that is broken may make it wrong, so it is for people. */
  readonly count: number;
  /** Removes what was written. */
  close(): Promise<void>;
}

/** How the bytes of a chunk become rows. Plain data: it crosses to threads. */
export interface RowLayout {
  /** `json`: one object a line, whatever the input was. */
  readonly kind: 'cells' | 'json';
  readonly delimiter: string;
  /** The names of the header, or of the members of the first object, as they came. */
  readonly columns: readonly string[];
  /** Cells behind those of the columns that are no part of the row. */
  readonly reportColumns: number;
  /** Variable by column, for the columns that the label uses; of JSON also by members that the first object has not. */
  readonly variables: Readonly<Record<string, string>>;
  /** Values of every row, unless the row has its own that is not empty. */
  readonly set: Readonly<Record<string, string>>;
  readonly copies: number;
  readonly copiesColumn: string | null;
  /** The template of file names, for a file a row: see `output/file-name.ts`. */
  readonly nameTemplate: string | null;
  /** Absent where values of pictures are pictures themselves. */
  readonly pictures?: PictureFiles;
}

/** Files that values name. */
export interface PictureFiles {
  /** The real path of the folder that holds them. */
  readonly folder: string;
  /** Keys of the variables whose values name them. */
  readonly variables: readonly string[];
}

/** One record of the input, which may be no row that can be printed. */
export interface Row {
  /** By columns, as they came; a broken record has as many as it has. */
  readonly cells: readonly string[];
  /** Members of a JSON record that are no columns, as JSON, or all of a line that is no object; empty otherwise. */
  readonly others: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly copies: number;
  /** Why it cannot be printed, in words; null for one that can be tried. */
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

/** Labels that belong together: of one row, or of rows that were made together. */
export interface OutputPiece {
  readonly firstRow: number;
  /** Rows that it has the labels of; rows that failed in between do not count. */
  readonly rows: number;
  /** Copies included. */
  readonly labels: number;
  /** ZPL without anything before its first label, or a PNG; empty for pages. */
  readonly bytes: Uint8Array;
  /** The pages of a PDF, in order, without copies. */
  readonly pages: readonly CompressedDots[];
  /** Copies of the pages together; ZPL has them in its bytes. */
  readonly copies: number;
  /**
   * The name of the row's file, safe and without its ending; `{row}` stands for the row's number. Null unless asked
   * for.
   */
  readonly name: string | null;
  /** The row as it came, for one with a name: it fails if the name is taken. Null otherwise. */
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
  /** The place at which reading goes on after them. */
  readonly next: Position;
  /** In the order of their rows; a piece never crosses a multiple of the rows of a part. */
  readonly pieces: readonly OutputPiece[];
  readonly failed: readonly FailedRow[];
  /** Placeholders that stay in the output for want of a value. */
  readonly unresolved: number;
  /** Different warnings of pictures and PDFs, each with its first row, and not many. */
  readonly warnings?: readonly RowWarning[];
}

/** Rendered rows in memory that is given back when they are disposed of: nobody may read their pieces afterwards. */
export type BorrowedRows = RenderedRows & Disposable;

/** Makes labels of rows, with a service or with the engine. */
export interface Maker {
  /** How large the chunks should be that it is given: about as much as it has memory for what comes of it. */
  readonly chunkBytes: number;
  /**
   * Yields the output of rows in the order of the input, from `firstRow` on: those before it in the chunks are skipped.
   * Who takes it disposes of each. It takes no more chunks ahead than it has memory for. Throws an `InputFault` once
   * everything before the fault was yielded, and a `BatchStopped` when it cannot go on; the signal's reason once it is
   * aborted.
   */
  make(chunks: AsyncIterable<Chunk>, firstRow: number, signal: AbortSignal): AsyncIterable<BorrowedRows>;
  /**
   * Resolves if what was yielded so far may be kept. Throws `BatchStopped` if the label was changed meanwhile: what was
   * made since the last call may be of either revision.
   */
  confirm(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** The state from which a sink goes on; plain JSON. */
export type SinkState = Readonly<Record<string, unknown>>;

/** Takes what was made, and keeps it in files of which none has its final name before it is whole. */
export interface Sink {
  /** Takes the output of the next rows. Returns rows that cannot be kept (the name of a file is taken, say). */
  write(rendered: RenderedRows): Promise<readonly FailedRow[]>;
  /** Resolves when everything that was written is on the disk, with what the journal is to remember. */
  sync(): Promise<SinkState>;
  /** The journal has that state: files that are whole by it may get their names. May be repeated after a crash. */
  commit(): Promise<void>;
  /** After a last commit: ends the last file, and gives it its name. Returns the bytes of all output. */
  finish(): Promise<number>;
  /** Lets go of files, whatever is in them. */
  close(): Promise<void>;
}

/** Tells people what goes on. */
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

/** Columns of a failed row after its own columns. */
export const REPORT_COLUMNS = ['row', 'status', 'reason', 'fields'] as const;

/** Behind those, where rows are JSON: members that are no columns. */
export const OTHERS_COLUMN = 'others';
