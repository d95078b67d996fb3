import { BatchUsage } from '../batch-failure.ts';
import { type InputFormat, type InputOptions, STANDARD_INPUT } from './input-options.ts';

const ENDINGS: Readonly<Record<string, InputFormat>> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  json: 'json',
};

/** Endings of files that people have their rows in, and that are not read. */
const WORKBOOKS: ReadonlySet<string> = new Set(['xlsx', 'xls', 'xlsm', 'ods', 'numbers']);

/** What the input is, by the option or else by the ending of its name. */
export function formatOf({ path, format }: Pick<InputOptions, 'path' | 'format'>): InputFormat {
  if (format !== null) return format;
  if (path === STANDARD_INPUT) {
    throw new BatchUsage('say what standard input is: --input-format csv, tsv, jsonl or json');
  }
  const ending = /\.([^./\\]+)$/.exec(path.replace(/\.gz$/i, ''))?.[1]?.toLowerCase() ?? '';
  const known = Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
  if (known !== undefined) return known;
  if (WORKBOOKS.has(ending)) {
    throw new BatchUsage(
      `${path} is a workbook: save its sheet as CSV (in Excel, "CSV UTF-8"), and print that`,
    );
  }
  throw new BatchUsage(
    `${path} does not end in ${Object.keys(ENDINGS)
      .map((known) => `.${known}`)
      .join(', ')} (or these and .gz): say what it is with --input-format csv, tsv, jsonl or json`,
  );
}

/** The character between cells. */
export function delimiterOf(format: InputFormat, delimiter: string | null): string {
  const usual = format === 'tsv' ? '\t' : ',';
  if (delimiter === null) return usual;
  if (format === 'jsonl' || format === 'json') {
    throw new BatchUsage('--delimiter is for CSV and TSV, not for JSON');
  }
  if (delimiter.length !== 1 || /["\r\n\0\ufeff\ud800-\udfff]/.test(delimiter)) {
    throw new BatchUsage(
      '--delimiter is one character, such as ";", and no quote; for tabs say --input-format tsv',
    );
  }
  return delimiter;
}
