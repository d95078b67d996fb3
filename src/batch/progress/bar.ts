import type { GenericBar, MultiBar, Options, Params } from 'cli-progress';
import { cliProgress } from '../../on-first-use.ts';
import { durationText } from './duration-text.ts';
import type { Status } from './status.ts';

/** Columns of the bar itself: where fewer are left, the words stand alone. */
const BAR_MIN = 10;
const BAR_MAX = 40;

/** The stream of progress: standard error, or its substitute. */
export type ProgressStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/**
 * The bar on a terminal, with notes above it. It has no colours, leaves the cursor and the wrapping of lines as they
 * are, and holds on to nothing: whatever ends the process, the terminal is as it was.
 */
export class Bar {
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
      // The line is cut here; cli-progress would turn the terminal's own wrapping off, and not on again after a kill.
      linewrap: true,
      format: (options, params) => this.#line(options, params),
    });
    this.#bars.on('update-post', () => this.#unref());
    this.#bar = this.#bars.create(status.total, status.counts.rows);
    this.#unref();
    // A second Ctrl-C ends the process where it is.
    process.once('exit', this.#finish);
  }

  /** The bar stands there from the start. */
  begin(): void {}

  note(line: string): void {
    this.#bars.log(`${line}\n`);
    this.#bars.update();
    // The bar stood where the note is now, and draws itself only when it changes.
    this.#bar.render(true);
  }

  finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    process.removeListener('exit', this.#finish);
    this.#bars.stop();
  }

  /** Nothing waits for the next time that the bar is drawn. */
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
