import { crc32 } from 'node:zlib';
import type { Position, SinkState } from '../stages.ts';
import type { Fingerprint } from './fingerprint.ts';

/** Of the records below; another program may write others one day. */
export const VERSION = 1;

/** The first record: what the run is of. */
export interface Begin {
  readonly kind: 'begin';
  readonly version: number;
  readonly fingerprint: Fingerprint;
  /** The instant that automatic tokens show, in milliseconds since 1970: rows that are made again come out alike. */
  readonly now: number;
}

/** What is done up to a row. */
export interface Progress {
  /** Of the input, failed ones included. */
  readonly rows: number;
  readonly labels: number;
  readonly failed: number;
  /** Placeholders that stay in the output for want of a value. */
  readonly unresolved: number;
  /** Sent to a printer, or of the whole output. */
  readonly bytes: number;
  /** Worked on it, by all runs. */
  readonly seconds: number;
}

/** Rows are about to be sent to a printer: from the last checkpoint on. They are never sent again. */
export interface Sending {
  readonly kind: 'sending';
  readonly rows: number;
  /** Those of them that are not sent, since they failed. */
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
  /** Where the input goes on. */
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

/** What every line begins with: a checksum of the rest, and the kind of the record. */
export const LINE_START = /^[0-9a-f]{8} \{"kind":"/;

/** A record as a line of the journal. */
export function toLine(record: JournalRecord): string {
  const { kind, ...rest } = record;
  const json = JSON.stringify({ kind, ...rest });
  return `${checksum(json)} ${json}\n`;
}

/** The record of a line without its end, or null if the line is not what was written. */
export function fromLine(line: string): JournalRecord | null {
  const json = line.slice(9);
  if (!LINE_START.test(line) || line.slice(0, 8) !== checksum(json)) return null;
  // Nobody else writes lines with a checksum.
  return JSON.parse(json) as JournalRecord;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
