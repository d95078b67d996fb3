/** The path that stands for standard input. */
export const STANDARD_INPUT = '-';

export type InputFormat = 'csv' | 'tsv' | 'jsonl' | 'json';

/** Where rows come from, and how they are written. */
export interface InputOptions {
  /** Of a file; `-` is standard input. */
  readonly path: string;
  /** Null: by the ending of the path, without `.gz`. */
  readonly format: InputFormat | null;
  /** Between cells; null for the usual one of the format. */
  readonly delimiter: string | null;
  /** As iconv-lite names it; null for UTF-8. */
  readonly encoding: string | null;
  /** The file that is written if the input cannot be read where it is. */
  readonly temporary: string;
  stdin(): AsyncIterable<Uint8Array>;
  /** Ends the reading: standard input may let wait for ever. */
  readonly signal: AbortSignal;
}
