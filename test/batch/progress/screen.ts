import { Writable } from 'node:stream';

/** A terminal as far as a line that is redrawn needs it, or with `isTTY` false a file. */
export class Screen extends Writable {
  readonly isTTY: boolean;
  readonly columns: number;
  /** All that was written. */
  raw = '';
  #lines = [''];
  #column = 0;

  constructor(columns: number, isTTY = true) {
    super({ decodeStrings: false });
    this.columns = columns;
    this.isTTY = isTTY;
  }

  /** Lines of the screen, without blanks at their ends. */
  get lines(): readonly string[] {
    return this.#lines.map((line) => line.trimEnd());
  }

  override _write(text: string, _: string, done: () => void): void {
    this.raw += text;
    for (const [part] of text.matchAll(/\u001B\[(\d*)[A-Z]|[^\u001B]/gu)) this.#take(part);
    done();
  }

  #take(part: string): void {
    const last = this.#lines.length - 1;
    const line = this.#lines[last] ?? '';
    if (part === '\n') {
      this.#lines.push('');
      this.#column = 0;
    } else if (part === '\u001B[1G') this.#column = 0;
    else if (part === '\u001B[0K') this.#lines[last] = line.slice(0, this.#column);
    else if (part === '\u001B[2K') this.#lines[last] = '';
    else if (part.length > 1) throw new Error(`The screen does not know ${JSON.stringify(part)}`);
    else {
      if (this.#column >= this.columns) throw new Error('The line is longer than the screen is wide');
      this.#lines[last] =
        line.slice(0, this.#column).padEnd(this.#column) + part + line.slice(this.#column + 1);
      this.#column += 1;
    }
  }
}
