import type { Watcher } from '../stages.ts';
import { Bar, type ProgressStream } from './bar.ts';
import { PlainLines } from './plain-lines.ts';
import { type Counts, figure, printable, Status } from './status.ts';

/** Notes that are shown; the rest is counted. */
const NOTES_MAX = 200;

/** Shows the progress of a batch to its user. */
export interface ProgressDisplay extends Watcher {
  /** The start of the run, of `performance.now`. */
  readonly startedMs: number;
  /** Shows that rows are made from now on. Only notes and waits are shown before. */
  begin(): void;
  /** Notes the counts. Cheap enough to be called for every row. */
  update(counts: Counts): void;
  /** Shows the last state, and stops. */
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

/** Shows a status, and lines of text. */
interface Display {
  begin(): void;
  note(line: string): void;
  finish(): void;
}

/** Begins to show progress. It does not keep the process alive, and a closed stream is no failure. */
export function openProgress({ stream, rows, before, quiet }: ProgressOptions): ProgressDisplay {
  // The batch goes on without a reader if the pipe is closed.
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
