import type { BatchFormat, BatchLabel, FailedRow, OutputPiece, RowLayout, RowWarning } from '../stages.ts';

// Messages between the maker and its threads.

/** Memory of one chunk, which the main thread and its threads share, and reuse. */
export interface ChunkSlot {
  readonly input: Uint8Array;
  readonly output: Uint8Array;
  /** The number of the row that the thread is working on, modulo 2^32; {@link NOT_BEGUN} before the first. */
  readonly progress: Uint32Array;
}

export const NOT_BEGUN = 0;

/** The data of each thread at its start. */
export interface MakerThreadData {
  readonly label: BatchLabel;
  readonly layout: RowLayout;
  readonly format: BatchFormat;
  /** Whether labels are made and dropped. */
  readonly validates: boolean;
  /** The time that automatic tokens show, in milliseconds since 1970. */
  readonly now: number;
  readonly slots: readonly ChunkSlot[];
}

/** A chunk, or the rest of one. */
export interface ChunkTask {
  /** The slot of the chunk's bytes and of the output. */
  readonly slot: number;
  /** Bytes of the chunk in its slot. */
  readonly length: number;
  /** The chunk, if it has more bytes than its slot takes; null otherwise. */
  readonly bytes: Uint8Array | null;
  /** The number of the chunk's first record. */
  readonly chunkRow: number;
  /** The number of the row to begin with: earlier rows are done. */
  readonly firstRow: number;
  /** The numbers of rows that ended a thread, with the reasons. They are not tried again. */
  readonly broken: ReadonlyMap<number, string>;
}

/** A thread's output for consecutive rows of a chunk. */
export interface ChunkReply {
  /** Rows from the task's first row on, failed ones included. */
  readonly rows: number;
  /** Whether the chunk has no more rows; otherwise the slot had no room for the next one. */
  readonly done: boolean;
  /** {@link ROW_NUMBERS} for each row that did not fail. */
  readonly made: Int32Array;
  /** Width, height and bytes of each page, in their order. */
  readonly pages: Int32Array;
  /** The output of a single row that did not fit into the slot. */
  readonly large: Uint8Array | null;
  /** Names of the rows that did not fail, if files are named by rows. */
  readonly named: readonly NamedRow[];
  readonly failed: readonly FailedRow[];
  readonly unresolved: number;
  readonly warnings: readonly RowWarning[];
  /** Why the rows after these cannot be read; null if they can. */
  readonly fault: string | null;
}

/** A row whose file has a name. */
export interface NamedRow {
  readonly name: string;
  readonly source: OutputPiece['source'];
}

/** Numbers kept for a row: labels, offset and length of its bytes, pages. */
export const ROW_NUMBERS = 4;
/** Numbers of a page: width, height, bytes. */
export const PAGE_NUMBERS = 3;

/** Makes the memory for a chunk and its output, of these sizes. */
export function createSlot(inputBytes: number, outputBytes: number): ChunkSlot {
  return {
    input: new Uint8Array(new SharedArrayBuffer(inputBytes)),
    output: new Uint8Array(new SharedArrayBuffer(outputBytes)),
    progress: new Uint32Array(new SharedArrayBuffer(4)),
  };
}
