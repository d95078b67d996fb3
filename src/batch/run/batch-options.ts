import type { InputFormat } from '../input/input-format.ts';
import type { Shard } from '../shard.ts';
import type { BatchFormat } from '../stages.ts';

/** The place in which labels are made: this process, or a service. */
export type MakingPlace =
  | { readonly kind: 'local' }
  | { readonly kind: 'service'; readonly url: string; readonly key: string; readonly keyFile: string };

/** The options of a batch; null for those that are absent. */
export interface BatchOptions {
  /** Path of the rows; `-` is standard input. */
  readonly rows: string;
  /** The part of the rows that the run does; null for all. */
  readonly shard: Shard | null;
  /** A label's id for a service, a path otherwise. */
  readonly label: string;
  readonly place: MakingPlace;
  /** The size of the label in a file of bare ZPL. */
  readonly size: {
    readonly widthMm: number | null;
    readonly heightMm: number | null;
    readonly dpi: number | null;
  };
  /** A file, or a folder without a slash at its end, of this shard; the names of the files next to it begin with it. */
  readonly out: string;
  readonly format: BatchFormat;
  /** Rows of each file; null for one file. */
  readonly split: number | null;
  readonly nameTemplate: string | null;
  readonly printer: string | null;
  readonly inputFormat: InputFormat | null;
  /** The name of a workbook's sheet. */
  readonly sheet: string | null;
  readonly delimiter: string | null;
  readonly encoding: string | null;
  readonly map: readonly string[];
  readonly set: readonly string[];
  readonly copies: number;
  readonly copiesColumn: string | null;
  readonly onError: 'skip' | 'stop';
  /** Failed rows with which the run still goes on, at most: a number, or a percentage of all rows. */
  readonly maxFailed: MaxFailed | null;
  /** The folder of files that values of pictures name. */
  readonly images: string | null;
  /** Labels may show placeholders that nothing fills, or be the same for all rows. */
  readonly allowUnresolved: boolean;
  readonly dryRun: boolean;
  readonly preview: number | null;
  /** Threads, or requests under way, at most. */
  readonly concurrency: number | null;
  readonly resume: boolean;
  /** The folder of the fonts that the printer holds. */
  readonly fonts: string | null;
  /** The folder of the printer's profile. */
  readonly profile: string | null;
  /** The time that automatic tokens show, in milliseconds since 1970; null for that of the start. */
  readonly now: number | null;
}

/** A number of failed rows, or a percentage of all rows of the run. */
export interface MaxFailed {
  readonly unit: 'rows' | '%';
  readonly value: number;
}

/** Failed rows with which a run still goes on, at most. `rows` is the number of all rows. */
export function mostFailed(maxFailed: MaxFailed | null, rows: number): number {
  if (maxFailed === null) return Number.POSITIVE_INFINITY;
  return maxFailed.unit === 'rows' ? maxFailed.value : Math.floor((rows * maxFailed.value) / 100);
}

/** The path of the journal. */
export function journalOf({ out }: Pick<BatchOptions, 'out'>): string {
  return `${out}.journal`;
}

/** The path of the object that marks a shard of object storage as finished, with the records of its journal. */
export function shardRecordOf({ out }: Pick<BatchOptions, 'out'>): string {
  return `${out}.done`;
}

/** The path of the table of failed rows. */
export function failedRowsOf({ out }: Pick<BatchOptions, 'out'>): string {
  return `${out}.failed.csv`;
}

/** The path of the rows as plain text, for an input that cannot be read where it is. */
export function inputCopyOf({ out }: Pick<BatchOptions, 'out'>): string {
  return `${out}.input`;
}

/** The path of a preview. */
export function previewOf({ out, format }: Pick<BatchOptions, 'out' | 'format'>): string {
  return `${out}.preview.${format === 'pdf' ? 'pdf' : 'png'}`;
}
