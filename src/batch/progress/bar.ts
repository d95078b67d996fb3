import type { GenericBar, MultiBar, Options, Params } from 'cli-progress';
import { cliProgress } from '../../on-first-use.ts';
import { durationText } from './duration-text.ts';
import type { Status } from './status.ts';

/** Columns of the bar itself. If fewer are left, only the words are shown. */
const BAR_MIN = 10;
const BAR_MAX = 40;

/** The stream on which progress is shown: standard error, or a test's substitute. */
export type ProgressStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/**
 * The bar on a terminal, with notes above it. The bar has no colours, and changes neither the cursor nor the wrapping
 * of lines, so that the terminal is unchanged after any end of the process.
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
