import type { Watcher } from '../stages.ts';
import { Bar, type ProgressStream } from './bar.ts';
import { PlainLines } from './plain-lines.ts';
import { type Counts, figure, printable, Status } from './status.ts';

/** Notes that are shown; the others are counted. */
const NOTES_MAX = 200;

/** Shows people how far a batch is. */
export interface ProgressDisplay extends Watcher {
  /** When the run began, of `performance.now`. */
  readonly startedMs: number;
  /** Says that rows are made from now on. Until then nothing but notes and waits is shown. */
  begin(): void;
  /** Costs little: it may be called for every row. */
  update(counts: Counts): void;
  /** Says how it ended, and leaves the terminal as it was. */
  finish(): void;
}

export interface ProgressOptions {
  /** Standard error: a terminal gets a bar, anything else plain lines. */
  readonly stream: ProgressStream;
  /** Rows of the whole input. */
  readonly rows: number;
  /** Rows that were done before a resume. */
  readonly before: number;
  /** Shows notes and nothing else. */
  readonly quiet: boolean;
}

/** Shows a status, and lines beside it. */
interface Display {
  begin(): void;
  note(line: string): void;
  finish(): void;
}

/** Begins to show progress. Nothing of it keeps the process alive, and nothing fails when nobody reads it any more. */
export function openProgress({ stream, rows, before, quiet }: ProgressOptions): ProgressDisplay {
  // A pipe that was closed; the batch goes on without it.
  stream.on('error', () => {});
  const status = new Status(rows, before);
  const write = (line: string): void => void stream.write(`${line}\n`);
  const display = displayFor(stream, status, write, quiet);
  let notes = 0;
  return {
    startedMs: status.startedMs,
    begin: () => display.begin(),
    update: (counts) => {
      status.counts = counts;
    },
    waiting: (what) => {
      status.wait = what;
    },
    note: (line) => {
      notes += 1;
      if (notes <= NOTES_MAX) display.note(printable(line));
    },
    finish: () => {
      display.finish();
      if (notes > NOTES_MAX) write(`${figure(notes - NOTES_MAX)} more lines like those above were left out`);
    },
  };
}

function displayFor(
  stream: ProgressStream,
  status: Status,
  write: (line: string) => void,
  quiet: boolean,
): Display {
  if (quiet) return { begin: () => {}, note: write, finish: () => {} };
  if (stream.isTTY === true && process.env['TERM'] !== 'dumb') return new Bar(stream, status);
  return new PlainLines(write, status);
}
