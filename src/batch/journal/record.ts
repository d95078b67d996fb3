import { crc32 } from 'node:zlib';
import { onFirstUse, zod } from '../../on-first-use.ts';
import type { Shard } from '../shard.ts';
import type { Position, SinkState } from '../stages.ts';
import type { Fingerprint } from './fingerprint.ts';

/** The version of the records below; another program may write others one day. */
export const VERSION = 1;

/** The first record: what the run is of. */
export interface Begin {
  readonly kind: 'begin';
  readonly version: number;
  readonly fingerprint: Fingerprint;
  /** The instant that automatic tokens show, in milliseconds since 1970: rows that are made again come out alike. */
  readonly now: number;
  /** The part of the input that the run does; missing for all. */
  readonly shard?: ShardRecord | undefined;
}

/** A shard, and what joining it to the others takes. */
export interface ShardRecord extends Shard {
  /** The number of its first row in the input. */
  readonly firstRow: number;
  /** Its place in the input. */
  readonly start: number;
  readonly end: number;
  /** Tells the whole input from others: its length, and a checksum of its header. */
  readonly file: string;
  /** ZPL between its labels and those of the next one, in base64. */
  readonly stateReset: string;
}

/** The work done up to a row. */
export interface Progress {
  /** Rows of the input, failed ones included. */
  readonly rows: number;
  /** Copies included. */
  readonly labels: number;
  readonly failed: number;
  /** Placeholders that stay in the output for want of a value. */
  readonly unresolved: number;
  /** Bytes sent to a printer, or of the whole output. */
  readonly bytes: number;
  /** Seconds of work, of this run and of the runs that it resumed. */
  readonly seconds: number;
}

/** Rows are about to be sent to a printer: from the last checkpoint on. They are never sent again. */
export interface Sending {
  readonly kind: 'sending';
  readonly rows: number;
  /** Rows among them that are not sent, because they failed. */
  readonly failed: readonly Refusal[];
}

/** A row that failed, without its cells, which the input has. */
export interface Refusal {
  /** Rows of its record before it. */
  readonly index: number;
  readonly status: number | 'doubtful';
  readonly reason: string;
  readonly fields: readonly unknown[];
}

/** A checkpoint: all of this is on the disk. */
export interface Done extends Progress {
  readonly kind: 'done';
  /** The place at which the input goes on. */
  readonly position: Position;
  /** Bytes of the file of failed rows. */
  readonly failedBytes: number;
  /** Null with a printer. */
  readonly sink: SinkState | null;
}

/** The output has its name. */
export interface End extends Progress {
  readonly kind: 'end';
  /** Whether the run that ended had gone on from another. */
  readonly resumed: boolean;
}

export type JournalRecord = Begin | Sending | Done | End;

/** The beginning of every line: a checksum of the rest, and the kind of the record. */
export const LINE_START = /^[0-9a-f]{8} \{"kind":"/;

/** A record as a line of the journal. */
export function toLine(record: JournalRecord): string {
  const { kind, ...rest } = record;
  const json = JSON.stringify({ kind, ...rest });
  return `${checksum(json)} ${json}\n`;
}

/** Shapes of the records above, in JSON that anybody may have written: a checksum is no signature. */
const shapes = onFirstUse(() => {
  const z = zod();
  const count = z.int().nonnegative();
  const option = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
  const progress = {
    rows: count,
    labels: count,
    failed: count,
    unresolved: count,
    bytes: count,
    seconds: z.number().nonnegative(),
  };
  const refusal = z.object({
    index: count,
    status: z.union([z.int(), z.literal('doubtful')]),
    reason: z.string(),
    fields: z.array(z.unknown()),
  });
  return z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('begin'),
      version: z.literal(VERSION),
      fingerprint: z.object({
        input: z.string(),
        label: z.object({ name: z.string(), revision: z.number().nullable(), digest: z.string() }),
        options: z.record(z.string(), option),
      }),
      now: z.number().refine((now) => !Number.isNaN(new Date(now).getTime())),
      shard: z
        .object({
          index: count,
          count,
          firstRow: count,
          start: count,
          end: count,
          file: z.string(),
          stateReset: z.base64(),
        })
        .optional(),
    }),
    z.object({ kind: z.literal('sending'), rows: count, failed: z.array(refusal) }),
    z.object({
      kind: z.literal('done'),
      ...progress,
      position: z.object({ offset: count, skip: count }),
      failedBytes: count,
      sink: z.record(z.string(), z.unknown()).nullable(),
    }),
    z.object({ kind: z.literal('end'), ...progress, resumed: z.boolean() }),
  ]);
});

/**
 * Record of a line without its end: `torn` for a line that does not have its checksum, as one that was being written
 * when the run ended; `foreign` for one that has, and is no record of this version.
 */
export function fromLine(line: string): JournalRecord | OtherVersion | 'torn' | 'foreign' {
  const json = line.slice(9);
  if (!LINE_START.test(line) || line.slice(0, 8) !== checksum(json)) return 'torn';
  try {
    const value = JSON.parse(json) as { readonly kind: string; readonly version?: unknown };
    const { kind, version } = value;
    if (kind === 'begin' && typeof version === 'number' && version !== VERSION)
      return { kind: 'other', version };
    return shapes().parse(value);
  } catch {
    return 'foreign';
  }
}

/** First record of a journal that another program wrote. */
interface OtherVersion {
  readonly kind: 'other';
  readonly version: number;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
