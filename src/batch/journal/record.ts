import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { onFirstUse, zod } from '../../on-first-use.ts';
import type { Shard } from '../shard.ts';
import type { BatchLabel, Position, SinkState } from '../stages.ts';

/** The version of the records below. */
export const VERSION = 1;

/** The first record: the facts that a resumed run must have too. */
export interface Begin {
  readonly kind: 'begin';
  readonly version: number;
  readonly fingerprint: Fingerprint;
  /** The time that automatic tokens show, in milliseconds since 1970: rows that are made again are the same. */
  readonly now: number;
  /** The part of the input that the run does; missing for all. */
  readonly shard?: ShardRecord | undefined;
}

/** The given value of an option; null if absent. */
export type OptionValue = string | number | boolean | readonly string[] | null;

/** Facts on which the output depends. A run is resumed only with the same facts. */
export interface Fingerprint {
  /** The digest of the rows. */
  readonly input: string;
  readonly label: {
    /** The id of a saved label, or else its name, for messages. */
    readonly name: string;
    readonly revision: number | null;
    readonly digest: string;
  };
  /** By the names of options, dashes included. */
  readonly options: Readonly<Record<string, OptionValue>>;
}

/** A shard, with the facts by which shards are joined. */
export interface ShardRecord extends Shard {
  /** The number of its first row in the input. */
  readonly firstRow: number;
  /** The places of its first record, and after its last one, in the input. */
  readonly start: number;
  readonly end: number;
  /** The identity of the whole input: its length, and a checksum of its header. */
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
  /** Placeholders that stay in the output, because they have no value. */
  readonly unresolved: number;
  /** Bytes sent to a printer, or of the whole output. */
  readonly bytes: number;
  /** Seconds of work, of this run and of the runs that it resumed. */
  readonly seconds: number;
}

/** Rows after the last checkpoint that are about to be sent to a printer. They are never sent again. */
export interface Sending {
  readonly kind: 'sending';
  readonly rows: number;
  /** Rows among them that failed, and are not sent. */
  readonly failed: readonly Refusal[];
}

/** A failed row without its cells, which can be read from the input. */
export interface Refusal {
  /** The row's index among the rows of the record, from 0. */
  readonly index: number;
  readonly status: number | 'doubtful';
  readonly reason: string;
  readonly fields: readonly unknown[];
}

/** A checkpoint: all of this is on the disk. */
export interface Done extends Progress {
  readonly kind: 'done';
  /** The place of the next row in the input. */
  readonly position: Position;
  /** Bytes of the file of failed rows. */
  readonly failedBytes: number;
  /** The state of the sink; null with a printer. */
  readonly sink: SinkState | null;
}

/** The last record: the output has its name. */
export interface End extends Progress {
  readonly kind: 'end';
  /** Whether the run was resumed. */
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

/** Schemas of the records above. The JSON may be of any program: a checksum is no signature. */
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
 * Reads the record of a line, given without its line feed. `torn` is a line with a wrong checksum, as a crash leaves
 * one; `foreign` a line with the right checksum that is no record of this version.
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

/** The first record of a journal of another version. */
interface OtherVersion {
  readonly kind: 'other';
  readonly version: number;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/** @param inputDigest see `RowInput.digest` */
export function fingerprintOf(
  inputDigest: string,
  label: BatchLabel,
  options: Fingerprint['options'],
): Fingerprint {
  const { zpl, size, fieldTransforms, tokens } = label;
  const saved = JSON.stringify([zpl, size.widthMm, size.heightMm, size.dpi, fieldTransforms, tokens]);
  return {
    input: inputDigest,
    label: {
      name: label.id ?? label.name,
      revision: label.revision,
      digest: createHash('sha256').update(saved).digest('hex'),
    },
    options,
  };
}

/** The differences in words; empty if there are none. */
export function changes(was: Fingerprint, is: Fingerprint): string[] {
  const names = [...new Set([...Object.keys(was.options), ...Object.keys(is.options)])];
  return [
    ...(was.input === is.input ? [] : ['the input is not the one that the journal is of']),
    ...labelChanges(was.label, is.label),
    ...names.flatMap((name) => {
      const [before, now] = [was, is].map(({ options }) => shown(options[name] ?? null));
      return before === now ? [] : [`${name} was ${before}, is ${now}`];
    }),
  ];
}

function labelChanges(was: Fingerprint['label'], is: Fingerprint['label']): string[] {
  if (was.name !== is.name) return [`the label was ${was.name}, is ${is.name}`];
  if (was.revision !== is.revision && was.revision !== null && is.revision !== null) {
    return [`label ${is.name} was revision ${was.revision}, is ${is.revision}`];
  }
  return was.digest === is.digest ? [] : [`label ${is.name} is not as it was`];
}

function shown(value: OptionValue): string {
  if (value === null || value === false) return 'not given';
  if (value === true) return 'given';
  return typeof value === 'object' ? value.join(', ') || 'not given' : String(value);
}
