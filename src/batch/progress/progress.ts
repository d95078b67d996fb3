import type { GenericBar, MultiBar, Options, Params } from 'cli-progress';
import { cliProgress } from '../../on-first-use.ts';
import type { Watcher } from '../stages.ts';
import { type Counts, durationText, figure, oneLine, Status } from './status.ts';

/** Notes that are shown; the rest is counted. */
const NOTES_MAX = 200;

/** The stream on which progress is shown: standard error, or a test's substitute. */
export type ProgressStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

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
      if (notes <= NOTES_MAX) display.note(oneLine(line));
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

/** Columns of the bar itself. If fewer are left, only the words are shown. */
const BAR_MIN = 10;
const BAR_MAX = 40;

/**
 * The bar on a terminal, with notes above it. The bar has no colours, and changes neither the cursor nor the wrapping
 * of lines, so that the terminal is unchanged after any end of the process.
 */
class Bar implements Display {
  readonly #bars: MultiBar;
  readonly #bar: GenericBar;
  readonly #status: Status;
  readonly #finish = (): void => this.finish();
  #finished = false;

  constructor(stream: ProgressStream, status: Status) {
    this.#status = status;
    this.#bars = new (cliProgress().MultiBar)({
      stream,
      fps: 10,
      barCompleteChar: '#',
      barIncompleteChar: '-',
      // `#line` cuts the line. cli-progress would turn off the terminal's wrapping, and leave it off after a kill.
      linewrap: true,
      format: (options, params) => this.#line(options, params),
    });
    this.#bars.on('update-post', () => this.#unref());
    this.#bar = this.#bars.create(status.total, status.counts.rows);
    this.#unref();
    // A second Ctrl-C ends the process at once.
    process.once('exit', this.#finish);
  }

  /** Does nothing: the bar is shown from the start. */
  begin(): void {}

  note(line: string): void {
    this.#bars.log(`${line}\n`);
    this.#bars.update();
    // The note replaced the bar, which is drawn only when it changes.
    this.#bar.render(true);
  }

  finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    process.removeListener('exit', this.#finish);
    this.#bars.stop();
  }

  /** Lets the process end between two drawings of the bar. */
  #unref(): void {
    (Reflect.get(this.#bars, 'timer') as NodeJS.Timeout).unref();
  }

  #line(options: Options, { maxWidth }: Params): string {
    const status = this.#status;
    // A line that fills the last column is broken by some terminals.
    const width = maxWidth - 1;
    const now = this.#finished
      ? [`in ${durationText(status.seconds, 'short')}`]
      : status.wait === null
        ? [status.rate, status.remaining]
        : [`waiting: ${status.wait}`];
    const { percent, rows, failures } = status;
    // In a narrow terminal the least important part goes first.
    const choices = [
      [percent, rows, ...now, failures],
      [percent, ...now, failures],
      [percent, failures],
    ];
    const texts = choices.map((parts) => parts.filter((part) => part !== '').join('  '));
    const words = texts.find((text) => text.length <= width) ?? '';
    const columns = Math.min(BAR_MAX, width - words.length - '[]  '.length);
    if (columns < BAR_MIN) return words;
    return `[${cliProgress().Format.BarFormat(status.share, { ...options, barsize: columns })}]  ${words}`;
  }
}

/** Time between two checks whether a line is due. */
const LOOK_MS = 1000;
/** Time between two lines, unless a tenth of the rows was done meanwhile. */
const PAUSE_SECONDS = 10;
/** The pause as a share of the time so far, in a long run: two weeks have some four hundred lines. */
const PAUSE_SHARE = 1 / 40;
/** Kinds of waits that get a line as they begin. */
const KINDS_MAX = 20;

/** Progress for a file or a log: whole lines, and few of them. */
class PlainLines implements Display {
  readonly #write: (line: string) => void;
  readonly #status: Status;
  readonly #timer: NodeJS.Timeout;
  readonly #kinds = new Set<string>();
  #lastSeconds = 0;
  #lastTenth: number;
  #hasBegun = false;

  constructor(write: (line: string) => void, status: Status) {
    this.#write = write;
    this.#status = status;
    this.#lastTenth = tenth(status);
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  begin(): void {
    const { counts, rows } = this.#status;
    this.#hasBegun = true;
    this.#write(counts.rows === 0 ? rows : `resuming after ${rows}`);
  }

  note(line: string): void {
    this.#write(line);
  }

  /** Prints nothing for a run that ended before its first row: its reason is enough. */
  finish(): void {
    clearInterval(this.#timer);
    if (!this.#hasBegun) return;
    this.#write(this.#line(`in ${durationText(this.#status.seconds)}`));
  }

  #look(): void {
    const { seconds, wait } = this.#status;
    // Waits that differ only in their figures are of one kind.
    const kind = wait?.replaceAll(/\d+/g, '0');
    const isNew = kind !== undefined && this.#kinds.size < KINDS_MAX && !this.#kinds.has(kind);
    if (isNew) this.#kinds.add(kind);
    const isDue = seconds - this.#lastSeconds >= Math.max(PAUSE_SECONDS, seconds * PAUSE_SHARE);
    if (!isNew && !isDue && tenth(this.#status) === this.#lastTenth) return;
    this.#lastSeconds = seconds;
    this.#lastTenth = tenth(this.#status);
    this.#write(
      this.#line(...(wait === null ? [this.#status.rate, this.#status.remaining] : [`waiting: ${wait}`])),
    );
  }

  #line(...more: readonly string[]): string {
    const { percent, rows, failures } = this.#status;
    return [`${percent}: ${rows}`, failures, ...more].filter((part) => part !== '').join(', ');
  }
}

function tenth({ share }: Status): number {
  return Math.floor(share * 10);
}
