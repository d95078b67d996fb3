import { BatchUsage } from '../batch-failure.ts';
import type { Shard } from '../shard.ts';

/** The path that means standard input. */
export const STANDARD_INPUT = '-';

export type InputFormat = 'csv' | 'tsv' | 'jsonl' | 'json' | 'xlsx';

/** The source of rows, and its format. */
export interface InputOptions {
  /** The path of a file; `-` is standard input. */
  readonly path: string;
  /** Null to go by the ending of the path, without `.gz`. */
  readonly format: InputFormat | null;
  /** The character between cells; null for the usual one of the format. */
  readonly delimiter: string | null;
  /** The name of a workbook's sheet; null for the first one that is not hidden. */
  readonly sheet: string | null;
  /** As iconv-lite names it; null for UTF-8. */
  readonly encoding: string | null;
  /** The part of the rows that is read; null for all. */
  readonly shard: Shard | null;
  /** The path of a copy as plain text, which is written if the input cannot be read where it is. */
  readonly temporary: string;
  stdin(): AsyncIterable<Uint8Array>;
  /** Ends the reading, since standard input may never end. */
  readonly signal: AbortSignal;
}

const ENDINGS: Readonly<Record<string, InputFormat>> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  json: 'json',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
};

/** Endings of other workbooks, which are not read. */
const OTHER_WORKBOOKS: ReadonlySet<string> = new Set(['xls', 'xlsb', 'ods', 'numbers']);

/** The format of the input, by the option, or else by the ending of its name. Throws `BatchUsage` if neither says. */
export function formatOf({ path, format }: Pick<InputOptions, 'path' | 'format'>): InputFormat {
  if (format !== null) return format;
  if (path === STANDARD_INPUT) {
    throw new BatchUsage('say what standard input is: --input-format csv, tsv, jsonl, json or xlsx');
  }
  const ending = /\.([^./\\]+)$/.exec(path.replace(/\.gz$/i, ''))?.[1]?.toLowerCase() ?? '';
  const known = Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
  if (known !== undefined) return known;
  if (OTHER_WORKBOOKS.has(ending)) {
    throw new BatchUsage(
      `${path} is a workbook that is not read: save it as .xlsx, or its sheet as CSV (in Excel, "CSV UTF-8")`,
    );
  }
  throw new BatchUsage(
    `${path} does not end in ${Object.keys(ENDINGS)
      .map((known) => `.${known}`)
      .join(', ')} (or these and .gz): give its format with --input-format csv, tsv, jsonl, json or xlsx`,
  );
}

/** The character between cells. Throws `BatchUsage` for an option that cannot be one, or does not fit the format. */
export function delimiterOf(format: InputFormat, delimiter: string | null): string {
  const usual = format === 'tsv' ? '\t' : ',';
  if (delimiter === null) return usual;
  if (format !== 'csv' && format !== 'tsv') {
    throw new BatchUsage(
      `--delimiter is for CSV and TSV, not for ${format === 'xlsx' ? 'workbooks' : 'JSON'}`,
    );
  }
  if (!isDelimiter(delimiter)) {
    throw new BatchUsage(
      '--delimiter is one character, such as ";", and no quote; for tabs say --input-format tsv',
    );
  }
  return delimiter;
}

/** The line `sep=;` in which Excel names the delimiter, in quotes or not. */
const NAMED = /^(?:sep=([^"\r\n])|"sep=([^"\r\n])")(?:\r?\n|\r?$)/i;

/**
 * The delimiter that a first line `sep=;` names, and the bytes of that line, its end included; null without one.
 *
 * @param first the first 16 bytes of the text, or all of a shorter one
 * @param delimiter the value of `--delimiter`; null if absent
 * @throws BatchUsage if both are given and differ.
 */
export function namedDelimiter(
  first: Uint8Array,
  delimiter: string | null,
): { readonly delimiter: string; readonly bytes: number } | null {
  const [line = '', plain, quoted] = NAMED.exec(Buffer.from(first).toString()) ?? [];
  const named = plain ?? quoted;
  if (named === undefined || !isDelimiter(named)) return null;
  if (delimiter !== null && delimiter !== named) {
    throw new BatchUsage(
      `the first line of the input says sep=${named}, and --delimiter is ${JSON.stringify(delimiter)}: leave --delimiter out, or the line`,
    );
  }
  return { delimiter: named, bytes: Buffer.byteLength(line) };
}

function isDelimiter(text: string): boolean {
  return text.length === 1 && !/["\r\n\0\ufeff\ud800-\udfff]/.test(text);
}
